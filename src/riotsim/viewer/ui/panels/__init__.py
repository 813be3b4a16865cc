"""Panels over the table."""

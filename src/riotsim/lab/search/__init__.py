"""Searches over options: screening and tuning."""

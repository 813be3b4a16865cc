"""Scenario files: reading, running and writing them."""

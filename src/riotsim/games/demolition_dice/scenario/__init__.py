"""Scenario files of Demolition Dice: `scenario.py` defines the whole file, and `given.py` the position at its start."""

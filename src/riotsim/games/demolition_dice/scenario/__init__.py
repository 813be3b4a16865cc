"""Scenario files of Demolition Dice: `scenario.py` has the whole file, and `given.py` has its initial position."""

"""Demolition Dice in scenario files: `scenario.py` is the whole file, `given.py` the position it begins with."""

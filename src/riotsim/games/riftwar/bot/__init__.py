"""Ratings for bots.

- `answers.py` rates answers. `places.py` finds places.
- `worth.py` has the worth of units and of harm. `positions.py` rates positions.
"""

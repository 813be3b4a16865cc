"""Ratings for bots.

- `answers.py` rates answers. `places.py` finds places.
- `worth.py` says what units and harm are worth. `positions.py` rates positions.
"""

"""Ratings for bots.

- `answers.py` rates answers. `places.py` finds places.
- `worth.py` has the worth of units and of harm.
- `positions.py` rates positions for planners, by lives and by threat (`threat.py`).
- `proposals.py` rates a planner's own answers: set-ups, and moves into sight of the enemy (`advances.py`).
"""

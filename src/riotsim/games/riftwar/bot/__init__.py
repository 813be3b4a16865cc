"""Ratings for bots.

- `answers.py` rates answers. `places.py` finds places. `sight_grid.py` finds places from which a unit sees an enemy.
- `setups.py` compares set-ups by the chance to win.
- `worth.py` has the worth of units and of harm.
- `positions.py` rates positions, by lives and by threat (`threat.py`).
- `proposals.py` rates a planner's own answers: more set-ups, and moves into sight of the enemy (`advances.py`).
"""

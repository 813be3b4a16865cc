"""Ratings for bots.

- `answers.py` rates answers. `places.py` finds places. `sight_grid.py` finds places from which a unit sees an enemy.
- `setups.py` compares set-ups by the chance to win.
- `worth.py` has the worth of units and of harm.
- `positions.py` rates positions, by lives and by threat (`threat.py`).
- `proposals.py` proposes and rates additional answers for planners. These answers are more set-ups, and moves that
  bring a unit into sight of the enemy (`advances.py`).
"""

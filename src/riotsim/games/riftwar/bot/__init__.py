"""Ratings for bots.

- `answers.py`: ratings of answers. `places.py`: places. `sight_grid.py`: places from which a unit sees an enemy.
- `setups.py`: set-ups, compared by the chance to win.
- `worth.py`: the worth of units and of harm.
- `positions.py`: ratings of positions, by lives and by threat (`threat.py`).
- `proposals.py`: additional answers for planners. They are more set-ups, and moves into sight (`advances.py`).
"""

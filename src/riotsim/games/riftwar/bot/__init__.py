"""Ratings for bots.

- `answers.py`: ratings of answers. `places.py`: places to put units. `sight_grid.py`: places where a unit sees an
  enemy.
- `setups.py`: set-ups, compared by the chance to win.
- `worth.py`: the worth of units and of harm.
- `positions.py`: ratings of positions, by lives and by threat (`threat.py`).
- `proposals.py`: more answers for planners to try: set-ups, and moves to places where a unit sees an enemy
  (`advances.py`).
"""

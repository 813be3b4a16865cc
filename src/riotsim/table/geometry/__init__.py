"""Geometry of the table. All lengths are in mm, except in `solids`.

- `plan`: footprints seen from above, gaps between them, and straight sweeps.
- `patches`: areas that a game draws on its table.
- `regions`: the points where a piece may be put.
- `straight`: how far straight ways are free.
- `lines_of_fire`, `views`: the things that straight lines from one shape through another can meet.
- `solids`: convex solids, their corners and moments.
"""

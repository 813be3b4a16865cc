"""Geometry of the table. All lengths are in mm, except in `solids`.

- `plan`: footprints seen from above, gaps between them, and straight sweeps.
- `patches`: areas that a game draws on its table.
- `regions`: the points where a piece may be put.
- `straight`: how far a round piece can move on a straight path.
- `lines_of_fire`, `views`: straight lines from one shape through another, and the things that such lines can meet.
- `solids`: convex solids, their corners and moments.
"""

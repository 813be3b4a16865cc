"""Kinds of dice.

- `kinds`: the ordinary kinds, from d4 to d20, and the number that a die shows.
- `cubes`: the orientations of a cube that stands flat.
- `custom`: rounded dice, cuboids, barrels, and any convex shape.
- `dice_set`: dice notation such as `3d6`, and the dice of a game by the names of their kinds.
"""

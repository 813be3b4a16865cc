"""Kinds of dice.

- `kinds`: the usual kinds, and how a die is read. `notation`: `3d6` and the like.
- `rounded`, `prisms`, `convex`: rounded dice, cuboids and barrels, and any convex shape.
- `dice_set`: the dice of a game, by the names of their kinds.
"""

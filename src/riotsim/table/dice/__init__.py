"""Kinds of dice.

- `kinds`: the usual kinds, and how a die is read.
- `custom`: rounded dice, cuboids, barrels, and any convex shape.
- `dice_set`: dice notation such as `3d6`, and the dice of a game by the names of their kinds.
"""

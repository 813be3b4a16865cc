"""Kinds of dice.

- `kinds`: the ordinary kinds, and reading a die.
- `custom`: rounded dice, cuboids, barrels, and any convex shape.
- `dice_set`: dice notation such as `3d6`, and the dice of a game by the names of their kinds.
"""

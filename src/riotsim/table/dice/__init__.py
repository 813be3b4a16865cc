"""Kinds of dice.

- `kinds`: the ordinary kinds, from d4 to d20, and the face that a die shows.
- `signs`: an icon with a count on a face. `icons`: the outlines of the icons.
- `cubes`: the orientations of a cube that stands flat.
- `custom`: rounded dice, cuboids, barrels, any convex shape, and dice with signs.
- `tray`: the dice of a throw into a tray, and the rack beside it.
- `dice_set`: dice notation such as `3d6`, and the dice of a game by the names of their kinds.
"""

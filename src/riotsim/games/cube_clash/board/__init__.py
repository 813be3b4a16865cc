"""The board of Cube Clash.

- `squares`: the squares, distances and paths. `position`: the dice on the board, the dead, and what never changes.
- `setup`: who goes first, terrain, and where dice may be set up.
"""

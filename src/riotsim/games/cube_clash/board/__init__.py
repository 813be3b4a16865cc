"""The board of Cube Clash.

- `squares`: the squares, distances and paths. `position`: the dice on the board, the dead, and what never changes.
- `setup`: who goes first, terrain, and who sets up when. `places`: squares and dice on the table, and read from it.
"""

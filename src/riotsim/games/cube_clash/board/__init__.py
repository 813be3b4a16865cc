"""The board of Cube Clash.

- `squares`: the squares, distances and paths. `position`: the dice on the board, the dead, and the rules, dice and
  terrain of a game.
- `setup`: the first player, terrain, and the order of the set-up. `places`: places of squares and dice on the table.
"""

"""Combat in Cube Clash.

- `values`: the values of the face on top, with the bonuses of races. `attacks`: attacks, their targets and their team.
- `choices`: the possible choices of players. `resolver`: all effects of an attack on a position.
"""

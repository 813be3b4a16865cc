"""Combat in Cube Clash.

- `values`: what the face on top counts as, with the bonuses of races. `attacks`: attacks, their targets and their team.
- `choices`: what players may have to choose. `resolver`: all that an attack does to a position.
"""

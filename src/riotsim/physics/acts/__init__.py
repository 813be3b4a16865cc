"""The acts of hands on a table. Each act is a generator that yields frames and returns the settled table.

- `throw`: throws of dice, and the drop of a token.
- `release`: the positions and the motion of thrown dice as they leave the hand.
- `stack`: a die put on a tower.
- `tip`: a cube tipped by an inexact hand.
- `carry`: a carried model and its tower.
- `carried_tower`: the choice between simulation and rigid motion of a carried tower.
- `hand_path`, `drag_path`: the path of a simulated hand in a carry, and the path of a person's mouse drag.
- `clearance`: the time until another piece is near a carried model or its tower.
- `chance`: random numbers within an act.
"""

"""Exact acts: their motion is prescribed, not simulated.

A module imports only from those below it.

- `exact`: the motion of any exact act.
- `shift`: pieces that move at the same time.
- `tip`: a cube that is rolled over a bottom edge, and then slid.
- `obstacles`: what stands in the way of a moving piece.
- `motion`: prescribed motions, their timing, frames and sounds.
"""

"""Exact acts: their motion is prescribed, not simulated.

Each module imports only from modules that are below it in this list.

- `exact`: the motion of any exact act.
- `shift`: pieces that move at the same time.
- `tip`: a cube that is rolled over a bottom edge, and then slid.
- `obstacles`: what stands in the way of a moving piece.
- `motion`: prescribed motions, their timing, frames and sounds.
"""

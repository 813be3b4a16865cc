"""The rules as pure functions of units and dice, with a file for each chapter of the source rules.

- `damage.py`: dice, hits, cover, and what they do (RW-60 to RW-65). `groups.py`: close groups (RW-35).
- `arcs.py`: arcs of attack (RW-51). `rally.py`: rallies (RW-80). `transport.py`: room on a Transport (RW-81).
- `fire.py`: who fires together, and who spots (RW-53, RW-55).
- `phases.py`: failed actions, and the next player (RW-20 to RW-25). `victory.py`: players who are out (RW-07, RW-08).
"""

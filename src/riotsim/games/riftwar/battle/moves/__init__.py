"""Moves, the reaction fire that interrupts them, and the frays at their end.

- `moving.py`: moves of units and groups. `reacting.py`: dangers and reaction fire. `riding.py`: Transports.
- `frays.py`: who enters a fray, and who stays out. `close_combat.py`: Close Combat Moves, attacks in a fray, escapes.
"""

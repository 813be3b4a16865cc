"""Cube Clash: two armies of dice with pictures on their faces, which are tipped over their edges on a chessboard.

The game isn't registered yet: its rules are a pure function of a position, without a table, a window or bots.

- `rulebook.py`: the options of the rules file.
- `units/`: faces, orientations, and files of units. `board/`: squares, positions and the set-up.
- `combat/`: attacks and all that comes of them. `turns/`: what a player may do in a turn, and how games end.
"""

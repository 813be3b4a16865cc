"""Cube Clash: two armies of dice with pictures on their faces, which are tipped over their edges on a chessboard.

The game isn't registered yet. What is legal, and what comes of it, is a pure function of a position; the rules ask for
it, and carry it out on the table.

- `rulebook.py`: the options of the rules file. `state.py`, `events.py`: a game in progress, and what happens in it.
- `units/`: faces, orientations, and files of units. `board/`: squares, positions, the set-up and places on the table.
- `combat/`: attacks and all that comes of them. `turns/`: what a player may do in a turn, and how games end.
- `rules/`: the game on the table, with its questions and acts.
"""

"""Cube Clash: two armies of dice on a chessboard. Players tip the dice over their edges, and pictures on the faces act.

The rules of a turn are pure functions of a position. `rules/` asks players, and carries out their options on the table.

- `rulebook.py`: the options of the rules file. `state.py`, `events.py`: a game in progress, and what happens in it.
- `units/`: faces, orientations, and files of units. `board/`: squares, positions, the set-up and places on the table.
- `combat/`: attacks and their consequences. `turns/`: what a player may do in a turn, and how games end.
- `rules/`: the game on the table, with its questions and acts. `scenario/`, `sandbox.py`: positions set up by hand.
- `bot/`: ratings for bots. `show/`: narration and offers. `measures.py`: what the lab measures.
- `agent_view.py`: what learning agents see. `description.py`: the description for the registry.
- `invariants.py`: what holds in every position.
"""

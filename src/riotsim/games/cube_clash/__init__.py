"""Cube Clash: two armies of dice on a chessboard.

Players move dice by tipping them over their edges. The pictures on a die's faces decide how it can attack, defend and
act.

The rules of a turn are pure functions of a position. The code in `rules/` asks the players, and moves the dice on the
table.

- `rulebook.py`: the options of the rules file. `state.py`, `events.py`: a game in progress, and its events.
- `units/`: faces, orientations, and files of units. `board/`: squares, positions, the set-up and places on the table.
- `combat/`: attacks and their consequences. `turns/`: what a player may do in a turn, and how games end.
- `rules/`: the game on the table, with its questions and acts. `scenario/`, `sandbox.py`: positions set up by hand.
- `bot/`: ratings for bots. `show/`: texts about events and answers. `measures.py`: measures for the lab.
- `agent_view.py`: the view of learning agents. `description.py`: the description for the registry.
- `invariants.py`: conditions that the table and the position must meet between two acts.
"""

"""Riot Dice.

- `description.py`: the game's entry in the registry of games. It brings the parts of the game together.
- `rulebook/`: the rules file as data. `state.py`: the state that is not on the table. `events.py`: the events.
- `rules/`: the game, with a file for each chapter.
- `scenario/`: the game's keys in scenario files. `sandbox.py`: the game's part of the sandbox.
- `bot/`: ratings of answers and positions. `agent_view.py`: what learning agents see.
- `show/`: narration, prompts and standings.
- `measures.py`: measures for the lab. `invariants.py`: checks for tests.
"""

"""Ratings for bots of Riot Dice.

- `answers.py`: the answers to a request.
- `setup.py`, `turns.py`, `runs.py` (moves), `throws.py`, `shots.py`, `fights.py`, `towers.py`: one kind of decision
  each.
- `duels.py`: whole fights. `stakes.py`: the place where a move ends.
- `positions.py`: positions, for planners.
- `view.py`: the game that a bot sees, with the names of the options that the bot avoids.
"""

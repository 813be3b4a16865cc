"""Ratings for bots of Riot Dice.

- `answers.py`: the answers to a request.
- `setup.py`, `turns.py`, `runs.py` (moves), `throws.py`, `shots.py`, `fights.py`, `towers.py`: each is about one kind
  of decision.
- `duels.py`: whole fights. `stakes.py`: the place where a move ends.
- `positions.py`: positions, for planners.
- `view.py`: the game as a bot sees it, with the names of what the bot avoids.
"""

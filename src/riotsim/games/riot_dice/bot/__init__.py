"""Ratings for bots of Riot Dice.

- `answers.py`: the answers to a request.
- `setup.py`, `turns.py`, `runs.py` (moves), `throws.py`, `shots.py`, `fights.py`, `towers.py`: each is about one kind
  of decision.
- `duels.py`: whole fights. `stakes.py`: what a move may gain or lose, and what the place where it ends is worth.
- `positions.py`: positions, for planners.
- `view.py`: the game as a bot sees it, with the names of what the bot avoids.
"""

"""Ratings for bots of Riot Dice.

- `answers.py`: ratings of the answers to any request. It uses the files of the next line.
- `setup.py`, `turns.py`, `runs.py`, `throws.py`, `shots.py`, `fights.py`, `towers.py`: ratings for one kind of decision
  each. `runs.py` is about moves.
- `duels.py`: whole fights. `stakes.py`: possible gains and losses by a move, and the worth of its end.
- `positions.py`: ratings of positions, for planners (bots that look ahead).
- `view.py`: the game as a bot sees it. It also says whether the bot avoids fights.
"""

"""Ratings for bots of Riot Dice.

`answers.py` rates the answers to a request. Each kind of decision has its own file: `setup.py`, `turns.py`, `runs.py`
(moves), `throws.py`, `shots.py`, `fights.py` and `towers.py`. `duels.py` solves whole fights, and `stakes.py` rates the
place where a move ends. `positions.py` rates positions for planners. `view.py` has the class of the game that a bot
sees: the game in progress, with the names of the options that the bot avoids.
"""

"""The judgement of bots in Riot Dice.

`judge.py` values the answers to a request, with a file for each kind of decision: `setup.py`, `turns.py`, `runs.py`
(moves), `throws.py`, `shots.py`, `fights.py` and `towers.py`. `outlook.py` values positions for planners, and `view.py`
is the game as they see it.
"""

"""The knowledge of bots about Riot Dice.

`answers.py` rates the answers to a request, with a file for each kind of decision: `setup.py`, `turns.py`,
`runs.py` (moves), `throws.py`, `shots.py`, `fights.py` and `towers.py`. `positions.py` rates positions for
planners. `view.py` is the game as bots see it.
"""

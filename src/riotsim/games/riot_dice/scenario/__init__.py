"""Riot Dice in scenario files.

`scenario.py` is the whole file, `given.py` the position that a scenario begins with, `pieces.py` the pieces of that
position, and `then.py` the expected result. `position.py` converts positions of the sandbox to scenarios and back.
"""

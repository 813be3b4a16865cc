"""Riot Dice in scenario files.

`scenario.py` is the whole file, `given.py` the position at the beginning, `pieces.py` its pieces, and `then.py` the
expected result. `position.py` converts positions of the sandbox to scenarios and back.
"""

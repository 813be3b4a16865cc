"""Riot Dice in scenario files.

`scenario.py` is the whole file, `given.py` the position that it begins with, `pieces.py` the pieces of that
position, and `then.py` the expected result. `position.py` writes positions of the sandbox.
"""

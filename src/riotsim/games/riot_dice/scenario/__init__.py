"""Riot Dice in scenario files.

`scenario.py` is the whole file, `given.py` the position it begins with, `pieces.py` the pieces in that, and `then.py`
what it expects. `position.py` writes positions of the sandbox.
"""

"""Scenario files of Riot Dice.

- `scenario.py` has the whole file.
- `given.py` has the position at the beginning, and `pieces.py` has the pieces of this position.
- `then.py` has the expected result.
- `position.py` converts positions of the sandbox to scenarios and back.
"""

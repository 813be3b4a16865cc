"""Buskit: skirmishes of characters by opposed pools of dice.

Its rules file, its characters and its company files are read and checked, and its rules are there as functions. The
game can't be played yet.

- `rulebook.py`: the options of the rules file, and the schema of company files.
- `characters/`: characters and their equipment.
- `chapters/`: the rules as pure functions, a file for each chapter.
"""

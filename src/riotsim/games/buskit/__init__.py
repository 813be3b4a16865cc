"""Buskit: skirmishes of characters by opposed pools of dice.

The rules of each chapter are pure functions that make pools and read results.

- `rulebook.py`: the options of the rules file.
- `characters/`: characters, their equipment, and files of sides.
"""

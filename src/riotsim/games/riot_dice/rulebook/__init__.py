"""The rules file of Riot Dice as data.

- `rulebook.py` has all sections.
- `catalogue.py` has the weapons, models and terrain.
- `bounds.py` has the limits of values.
- `space_check.py` checks that everything has room on the table.
"""

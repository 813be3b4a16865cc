"""The rules file of Riot Dice as data.

- `rulebook.py`: the whole file, and most of its sections.
- `catalogue.py`: the sections about play areas, terrain, models, weapons and gangs.
- `bounds.py`: the smallest and the largest allowed values.
- `space_check.py`: checks that everything has room on the table.
"""

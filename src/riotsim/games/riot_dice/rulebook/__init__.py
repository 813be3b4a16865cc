"""The rules file of Riot Dice as data.

`rulebook.py` has all sections, `catalogue.py` weapons, models and terrain, `bounds.py` the limits of values, and
`space_check.py` a check that everything has room on the table.
"""

"""The rules file of Riot Dice as data.

`rulebook.py` has all sections, `catalogue.py` weapons, models and terrain, `bounds.py` the limits of figures, and
`space_check.py` whether everything finds room on the table.
"""

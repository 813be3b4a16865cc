"""The games: a folder for each, and the registry of all of them.

A folder holds everything that the program knows of its game. `description.py` collects it in a `play.game.Game`.
`rules/` has a file for each chapter of the rules, `scenario/` its words in scenario files, `bot/` what its bots go by,
and `show/` how it is told and shown.
"""

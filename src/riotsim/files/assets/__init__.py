"""Dice, figures and scenery made of the mesh files that a rules file names.

- `meshes`: scenery, and the choice of the process that reads a file.
- `figures`: miniatures. `dice`: kinds of dice.
- `built_in`: results for the program's own files, computed beforehand.
- `checks`: all meshes of a rulebook loaded at once, to list problems and notes.
"""

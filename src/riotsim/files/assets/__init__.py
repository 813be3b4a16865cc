"""Dice, figures and scenery made of the mesh files that a rules file names.

- `meshes`: scenery. It also chooses the process in which a mesh file is read.
- `figures`: miniatures. `dice`: kinds of dice.
- `built_in`: results for the program's own files, computed beforehand.
- `checks`: all meshes of a rulebook loaded at once, to list problems and notes.
"""

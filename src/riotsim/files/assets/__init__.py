"""Dice, figures and scenery made of the mesh files that a rules file names.

- `meshes`: makes scenery, and chooses the process that reads a mesh file.
- `figures`: makes miniatures.
- `dice`: makes kinds of dice.
- `built_in`: has results that were computed in advance, for the program's own files.
- `checks`: loads the meshes that a rulebook names, and lists their problems and notes.
"""

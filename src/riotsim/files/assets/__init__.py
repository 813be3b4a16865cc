"""Dice, figures and scenery made of the mesh files that a rules file names.

- `meshes`: makes scenery, and chooses the process in which a mesh file is read.
- `figures`: makes miniatures.
- `dice`: makes kinds of dice.
- `built_in`: has the results for the program's own files, which are computed in advance.
- `checks`: loads the meshes that a rulebook names, and lists their problems and notes.
"""

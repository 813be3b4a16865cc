"""Untrusted mesh files, read in a separate process and prepared for the physics.

- `source`: opens files safely.
- `reader`: starts the separate process and uses it.
- `worker`: the program that runs in the separate process.
- `protocol`: tasks, results, and the limits of size and time.
- `headers`: quick checks of a file's content.
- `parsing`: corners and triangles from files.
- `tasks`: the tasks, which return raw triangles, scenery, figures or dice.
- `repair`, `simplification`, `decomposition`, `sides`: the steps of these tasks.
"""

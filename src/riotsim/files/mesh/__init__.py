"""Untrusted mesh files, read in a separate process and prepared for the physics.

- `source`: files opened safely.
- `reader`: the calling side of the separate process. `worker`: the program that runs in the process.
- `protocol`: tasks, results, and the limits of size and time.
- `headers`: cheap checks before anything is parsed. `parsing`: corners and triangles.
- `tasks`: raw triangles, scenery, figures and dice.
- `repair`, `simplification`, `decomposition`, `sides`: the steps of these tasks.
"""

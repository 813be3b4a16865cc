"""Untrusted mesh files, read in a separate process and prepared for the physics.

- `source`: a file opened safely. `reader`: the process on this side of the pipe; `worker`: the process itself.
- `protocol`: tasks, results, and the limits of size and time.
- `headers`: cheap checks before anything is parsed; `parsing`: corners and triangles.
- `tasks`: raw triangles, scenery, figures and dice; `repair`, `simplification`,
  `decomposition` and `sides` do the parts of that work.
"""

"""Pieces as bodies of the engine.

- `body`: a piece in the engine, and how pieces are added.
- `motion`: the record of a body's rest, and the thresholds of rest.
- `size_and_mass`: sizes, masses and moments of inertia of pieces, computed without the engine.
- `live_towers`: towers whose dice are in the engine.
- `substeps`: limits on the motion of bodies in one step of the engine.
- `free_spin`: the rotation of dice in the air.
"""

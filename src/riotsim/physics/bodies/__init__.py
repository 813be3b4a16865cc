"""Pieces as bodies of the engine.

- `body`: a piece in the engine, and functions that add pieces to the engine.
- `motion`: the record of a body's time at rest, and the thresholds below which a body is at rest.
- `size_and_mass`: sizes, masses and moments of inertia of pieces, computed without the engine.
- `live_towers`: towers whose dice are in the engine.
- `substeps`: how far bodies may move in one step of the engine.
- `free_spin`: the correction of the rotation of dice in the engine.
"""

"""The pieces that take part in one act, its clock, and what comes of it.

- `scene`: the clock of an act, from its first tick until all is at rest.
- `registry`: the pieces in the engine, and those that enter before something reaches them.
- `broad_phase`: the dormant pieces, which are not in the engine.
- `impacts`: what hits what, for listeners.
- `settle`: the table and the facts that an act ends with.
- `ground`: the table's top, edge and walls.
"""

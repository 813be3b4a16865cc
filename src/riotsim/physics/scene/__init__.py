"""The pieces that take part in one act, its clock, and its result.

- `scene`: the clock of an act, from its first tick until all bodies are at rest.
- `registry`: the pieces in the engine, and the pieces that enter it before a body reaches them.
- `broad_phase`: the dormant pieces, which are not in the engine.
- `impacts`: impacts between bodies, which frames may report.
- `settle`: the table and the facts at the end of an act.
- `ground`: the table's top, edge and walls.
"""

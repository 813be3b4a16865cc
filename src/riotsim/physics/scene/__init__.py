"""One act: the pieces that take part in it, its clock, and its result.

- `scene`: the clock of an act, from its first tick until all bodies are at rest.
- `broad_phase`: the dormant pieces, which are not yet in the engine.
- `registry`: the pieces in the engine. It puts dormant pieces into the engine before a moving body reaches them.
- `impacts`: impacts between bodies, which frames may report.
- `settle`: the table and the facts at the end of an act.
- `ground`: the table's top, edge and walls.
"""

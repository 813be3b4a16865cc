"""One act: the pieces that take part in it, its clock, and its result.

- `scene`: the clock of an act, from its first tick until all bodies are at rest.
- `registry`: the pieces in the engine, and the entry of dormant pieces before a moving body reaches them.
- `broad_phase`: the dormant pieces, which are not yet in the engine.
- `impacts`: impacts between bodies, which frames may report.
- `settle`: the table and the facts at the end of an act.
- `ground`: the table's top, edge and walls.
"""

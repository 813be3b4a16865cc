"""Statics: what stands or falls by the centre of mass alone, without the engine.

- `stacking`: whether a die that is put on a tower comes to rest there.
- `stability`: by how much a tower stands while it is accelerated.
- `obstacles`: the pieces of a table in plan, with their heights.
"""

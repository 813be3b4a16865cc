"""Measurements on the table.

- `hands`: the towers that a hand builds and carries.
- `knockdown`: what a throw does to a tower.
- `standing`: whether a tower stands, in the engine, and the chance that a stacked one does, by statics alone.
- `chi_squared`: Pearson's χ² test.
"""

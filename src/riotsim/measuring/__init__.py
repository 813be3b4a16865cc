"""Measurements on the table.

- `hands`: the towers that a hand builds and carries.
- `knockdown`: what a throw does to a tower.
- `standing`: whether a tower stands in the engine, and by statics the chance that a stacked tower stands.
- `chi_squared`: Pearson's χ² test.
"""

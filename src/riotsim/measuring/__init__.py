"""Measurements on the table.

- `hands`: the heights to which a hand builds towers, and the towers that it can carry.
- `knockdown`: the effect of a throw on a tower.
- `standing`: whether a given tower stands in the engine, and the chance by statics that a tower grows to a height.
- `chi_squared`: Pearson's χ² test.
"""

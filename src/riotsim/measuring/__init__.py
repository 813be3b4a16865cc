"""Measurements on the table.

- `hands`: the heights to which a hand builds towers, and the towers that it can carry.
- `knockdown`: the effect of a throw on a tower.
- `standing`: the stability of a tower in the engine, and the chance to build a tower of a given height. The chance is
  computed from statics alone.
- `chi_squared`: Pearson's χ² test.
"""

"""Measurements on the table.

- `hands`: how high a hand builds towers, and which of the towers still stand after the hand has carried them.
- `knockdown`: the effect of a throw on a tower.
- `standing`: whether a given tower stands when the engine simulates it, and the chance that a hand builds a tower to a
  given height. The chance is computed from statics alone, without the engine.
- `chi_squared`: Pearson's χ² test.
"""

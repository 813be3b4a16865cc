"""Measurements on the table.

- `hands`: the heights of a hand's towers, and the towers that still stand after the hand has carried them.
- `knockdown`: the effect of a throw on a tower.
- `standing`: two measurements of the stability of towers. One simulates a given tower in the physics engine, to see
  whether it stands. The other computes, without the engine, the chance that a hand builds a tower to a given height.
- `chi_squared`: Pearson's χ² test.
"""

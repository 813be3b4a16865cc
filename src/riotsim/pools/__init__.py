"""Dice pools, and checks between two pools.

Of each pool, one number counts: the highest result of its parts. A `Check` is only a description of two pools. To get
its result, dice are thrown or random numbers are drawn. The exact chances of a check can also be computed.

- `pool`: pools and checks as values. `notation`: texts such as `d8 vs 2d6`.
- `resolving`: the dice that a pool needs, and its result. `exact`: the chance of every result, in fractions.
"""

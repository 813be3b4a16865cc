"""Dice pools, and checks of one pool against another, in which one number of each pool counts.

A `Check` only describes the two pools. Its result is computed from the numbers of the dice: dice are thrown, or numbers
are drawn at random. The exact chances of a check can also be computed.

- `pool`: pools and checks as values. `notation`: texts such as `d8 vs 2d6`.
- `resolving`: the dice that a pool needs, and its result. `exact`: the chance of every result, in fractions.
"""

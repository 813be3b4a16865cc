"""Dice pools, and checks of one pool against another. One number of each pool counts.

A check is a value. It can be resolved with the numbers of dice, which are thrown or drawn at random. Its exact chances
can also be computed.

- `pool`: pools and checks as values. `notation`: texts such as `d8 vs 2d6`.
- `resolving`: the dice that a pool needs, and its result. `exact`: the chance of every result, in fractions.
"""

"""Dice pools: checks of one pool of dice against another, of which one number each counts.

A check is a value. It is resolved with the values that dice show, which may be thrown or drawn, or answered exactly.

- `pool`: pools and checks as values. `notation`: texts such as `d8 vs 2d6`.
- `resolving`: the dice that a pool needs, and its result. `exact`: the chance of every result, in fractions.
"""

"""Random tables and acts for tests. An act is what a hand does on a table, such as a roll.

- `choices`: the source of random choices: a seed, or hypothesis.
- `parts`: random kinds of dice, shapes of scenery, figures and surfaces.
- `tables`: random tables.
- `worlds`: random acts, and random tables with an act on each.
"""

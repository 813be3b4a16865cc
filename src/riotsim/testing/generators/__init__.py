"""Random tables and acts for tests.

- `choices`: the source of random choices, a seed or hypothesis.
- `parts`: kinds of dice, shapes of scenery, figures and surfaces; `tables`: whole tables.
- `worlds`: acts, and tables with an act on each.
"""

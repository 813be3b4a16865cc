"""Random tables and acts for tests.

- `choices`: the source of random choices, a seed or hypothesis.
- `dice`, `shapes`, `surfaces`: the parts of a table; `tables`: whole tables; `acts`: acts on them.
- `worlds`: a table with an act on it.
"""

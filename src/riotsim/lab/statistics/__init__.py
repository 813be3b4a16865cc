"""Statistics of campaigns.

- `samples` arranges games into pairs and summarizes every measure.
- `intervals` has estimates with confidence intervals, and tests for differences.
- `anytime` has the formulas for `intervals`. Their results stay valid however often anybody looks at them.
- `sequential` has the sequential test.
- `precision` computes how many pairs a question needs.
- `rating` has Elo ratings.
"""

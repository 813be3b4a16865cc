"""Statistics of campaigns.

`samples` arranges games into pairs, `intervals` has estimates and tests, `sequential` the sequential test, `rating` and
`duel` Elo, `shares` the measures that are proportions, and `summary` the result for every measure.
"""

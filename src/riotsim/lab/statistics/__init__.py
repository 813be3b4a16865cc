"""Statistics of campaigns.

`samples` arranges games into pairs and summarizes every measure. `intervals` has estimates with confidence intervals
and tests for differences. They rest on evidence of `anytime`, which stays valid however often anybody looks.
`sequential` has the sequential test, `precision` computes how many pairs a question needs, and `rating` has Elo
ratings.
"""

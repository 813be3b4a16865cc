"""Statistics of campaigns.

`samples` arranges games into pairs and summarizes every measure, `intervals` has estimates and tests, `sequential` the
sequential test, and `rating` Elo.
"""

"""Ratings and a search for bots.

- `answers`: ratings of answers. `positions`: ratings of positions, for them.
- `evaluation`: what a position is worth in a search. `turns`: whole turns that are worth trying. `spells`: such spells.
- `search`: the best turn, by alpha-beta over whole turns. `thinker`: the search for planners.
"""

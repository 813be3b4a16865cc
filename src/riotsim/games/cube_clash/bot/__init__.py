"""Ratings and a search for bots.

- `answers`: ratings of answers for the greedy bot.
- `evaluation`: what a position is worth. `turns`: whole turns that are worth trying. `spells`: such spells.
- `search`: the best turn, by alpha-beta over whole turns. `thinker`: the search for planners.
"""

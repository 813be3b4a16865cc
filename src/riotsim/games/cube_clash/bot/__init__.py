"""Ratings and a search for bots.

- `answers`: ratings of answers for the greedy bot.
- `evaluation`: the worth of positions. `turns` and `spells`: the promising turns and spells.
- `search`: the best turn, by alpha-beta over whole turns. `thinker`: the search for planners.
"""

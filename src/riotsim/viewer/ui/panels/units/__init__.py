"""The panels about units of a game: their companies and sheets, and checks of dice pools.

- `sheet`: the roster of the players' companies, and the sheet of a piece.
- `order`: the order of the units' turns, and their initiative and gauges beside the models.
- `checks`: the dice pools of a check, with the reason for each die, the chances and the results.
"""

"""The panels about units of a game: their companies and sheets, and checks of dice pools.

- `sheet`: the roster of the players' companies, and the sheet of a piece.
- `order`: the order in which units act, and their initiative and gauges beside the models.
- `checks`: pools of dice with the reasons of their dice, the chances and the results.
"""

"""A game of Cube Clash on the table, from the questions to players to the moves of dice.

The packages `combat` and `turns` compute the legal options and their effects.

- `game.py`: a new game, and its phases. `setup.py`: before the first turn (CC-04 to CC-07).
- `turn.py`: a turn on the table (CC-10 to CC-15, CC-80 to CC-82). `telling.py`: the events of a turn.
- `questions.py`: the questions that lead to an option. `asking.py` puts them to players.
- `carrying.py`: the acts that bring the table to a position. `clash.py`: the game in progress.
- `board.py`: the drawing of the board.
"""

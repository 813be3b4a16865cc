"""Positions that are set up by hand.

- `game_sandbox`: a game's part of the sandbox: types of pieces, and games that begin in a position.
- `rules`: the rules of the sandbox. Pieces are thrown and carried without the rules of a game.
"""

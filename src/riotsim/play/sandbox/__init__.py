"""Positions that are set up by hand.

- `game_sandbox`: a game's types of pieces, and its games that begin in a position.
- `rules`: rules of games that are tried out in a position.
"""

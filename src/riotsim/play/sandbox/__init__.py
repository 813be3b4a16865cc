"""Positions that are set up by hand.

- `game_sandbox`: what a game says of its pieces and of games that begin in a position.
- `rules`: rules of games that are tried out in a position.
"""

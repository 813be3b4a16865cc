"""Ratings for bots: `answers.py` rates answers by the expected harm of `harm.py`, `positions.py` positions."""

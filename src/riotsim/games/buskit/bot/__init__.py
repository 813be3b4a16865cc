"""Ratings for bots: `answers.py` rates answers by the expected harm of attacks, `positions.py` positions."""

"""Ratings for bots: `answers.py` rates answers, and `positions.py` positions."""

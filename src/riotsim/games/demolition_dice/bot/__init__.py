"""Ratings for bots: `answers.py` rates answers, and `positions.py` estimates the chance to win."""

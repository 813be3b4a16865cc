"""Ratings for bots: `answers.py` rates answers and `positions.py` positions. `outlook.py` has the expected harm of
attacks, by which most answers are rated.
"""

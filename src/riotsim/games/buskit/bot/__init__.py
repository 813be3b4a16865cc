"""Ratings for bots: `answers.py` rates answers, and `positions.py` rates positions.

`outlook.py` has the expected harm of attacks. Most answers are rated by it.
"""

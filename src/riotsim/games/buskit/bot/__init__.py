"""Ratings for bots: `answers.py` rates answers, and `positions.py` rates positions.

`outlook.py` computes the expected harm of attacks. Most answers are rated by this harm.
"""

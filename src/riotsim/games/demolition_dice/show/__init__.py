"""Narration and presentation of Demolition Dice.

`narration.py` words its events, `reasons.py` its requests and what answers would do. `standing.py` has the standings
and what is said of dice in towers.
"""

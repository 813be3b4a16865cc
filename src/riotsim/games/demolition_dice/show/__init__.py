"""Narration and presentation of Demolition Dice.

`narration.py` words its events, `reasons.py` its requests and the effects of answers. `standing.py` has the
standings and the texts about dice in towers.
"""

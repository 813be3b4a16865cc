"""Narration and presentation of Demolition Dice.

`narration.py` puts events into words, and `reasons.py` requests and the effects of answers. `standing.py` has the
standings and the texts about dice in towers.
"""

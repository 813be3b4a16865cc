"""Narration and presentation of Demolition Dice.

`narration.py` puts events into words. `reasons.py` has the reasons of requests, and the effects of answers.
`standing.py` has the standings and the texts about dice in towers. `presentation.py` puts all of it together for
the game's description (`games/demolition_dice/description.py`).
"""

"""Narration and presentation of Demolition Dice.

- `narration.py`: events in words.
- `reasons.py`: the reasons of requests, and the effects of answers.
- `standing.py`: the standings, and the texts about dice in towers.
- `presentation.py`: the functions of these files together, for the description of the game.
"""

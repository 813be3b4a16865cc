"""Narration and presentation of Riot Dice.

- `narration.py` and `sentences.py`: events in words.
- `reasons.py`: why bosses are asked something.
- `offers.py`: the effects of answers.
- `unavailable.py`: the models and actions that can't be chosen, with reasons.
- `standing.py`: the standings.
- `backdrop.py`: the table behind the start screen.
- `presentation.py`: all functions that present the game.
"""

"""Narration and presentation of Riot Dice.

- `narration.py` and `sentences.py`: events in words.
- `reasons.py`: the reasons of requests.
- `offers.py`: the effects of answers.
- `unavailable.py`: the reasons why other answers can't be chosen.
- `standing.py`: the standings.
- `backdrop.py`: the table behind the start screen.
- `presentation.py`: all functions that present the game.
"""

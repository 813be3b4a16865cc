"""Narration and presentation of Riot Dice.

`narration.py` and `sentences.py` word its events, `reasons.py` the reasons of requests, `offers.py` the effects of
answers, and `standing.py` the standings. `backdrop.py` is the table behind the start screen.
"""

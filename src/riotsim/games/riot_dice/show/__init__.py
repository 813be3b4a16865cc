"""Narration and presentation of Riot Dice.

`narration.py` and `sentences.py` put events into words, `reasons.py` the reasons of requests, `offers.py` the effects
of answers, and `unavailable.py` why others are not open. `standing.py` has the standings, and `backdrop.py` the table
behind the start screen.
"""

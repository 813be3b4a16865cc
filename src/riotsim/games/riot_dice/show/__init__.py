"""Narration and presentation of Riot Dice.

`narration.py` and `sentences.py` put events into words. `reasons.py` has the reasons of requests. `offers.py` has the
effects of answers, and `unavailable.py` has the reasons why other answers can't be chosen. `standing.py` has the
standings, and `backdrop.py` has the table behind the start screen. `presentation.py` collects the functions that
present the game.
"""

"""Narration and presentation of Riot Dice.

`narration.py` and `sentences.py` tell its events, `reasons.py` why something is asked, `offers.py` what answers would
do, and `standing.py` how the game stands. `backdrop.py` is the table behind the start screen.
"""

"""Narration and presentation of Buskit.

`names.py` has the words for fighters and weapons. `narration.py` puts events into words, and `reasons.py` has the
reasons of requests. `offers.py` has the effects of answers, and `unavailable.py` has the reasons why other answers
can't be chosen. `checks.py` has the pools of checks, with a reason for each die. `standing.py` has scores, marks and
data sheets. `presentation.py` puts all of it together for the game's description (`games/buskit/description.py`).
"""

"""Narration and presentation of Buskit.

`names.py` has the words for fighters and weapons. `narration.py` puts events into words, and `reasons.py` has the
reasons of requests. `offers.py` has the effects of answers, `unavailable.py` the reasons why other answers can't be
chosen, and `checks.py` pools with the reasons of their dice. `standing.py` has scores, marks and data sheets.
"""

"""Narration and presentation of Buskit.

`names.py` has the words for fighters and weapons. `narration.py` puts events into words, and `reasons.py` requests.
`offers.py` has the effects of answers, `unavailable.py` why others are not open, and `checks.py` pools with the reasons
of their dice. `standing.py` has scores, marks and data sheets.
"""

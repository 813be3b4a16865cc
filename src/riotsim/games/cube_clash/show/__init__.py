"""Narration and presentation of Cube Clash.

`names.py` has the words for dice and faces. `narration.py` puts events into words, and `reasons.py` requests.
`offers.py` has the effects of answers, with attacks from `previews.py`, and `unavailable.py` why others are not open.
`standing.py` has scores, marks and data sheets.
"""

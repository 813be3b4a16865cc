"""Narration and presentation of Cube Clash.

`names.py` has the words for dice and faces. `narration.py` puts events into words, `reasons.py` requests, and
`offers.py` the effects of answers. `standing.py` has scores, marks and data sheets.
"""

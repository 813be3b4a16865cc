"""Narration and presentation of Cube Clash.

`names.py` has the words for dice and faces. `narration.py` puts events into words, and `reasons.py` has the reasons of
requests. `threats.py` has the warning of a loss. `offers.py` has the effects of answers, `effects.py` has the words for
those of spells, maneuvers and orientations, and `previews.py` computes the effects of attacks. `unavailable.py` says
why other answers can't be chosen. `standing.py` has scores, marks and data sheets.
"""

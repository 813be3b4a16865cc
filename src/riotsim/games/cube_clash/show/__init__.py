"""Narration and presentation of Cube Clash.

- `names.py`: the words for dice and faces.
- `narration.py`: events in words.
- `reasons.py`: the reasons of requests.
- `threats.py`: the warning of a loss.
- `offers.py`: the effects of answers.
- `effects.py`: the words for the effects of spells, maneuvers and orientations.
- `previews.py`: the effects of attacks.
- `unavailable.py`: the steps of a die that are blocked, with the reasons.
- `standing.py`: scores, marks and data sheets.
- `presentation.py`: all of it together, for the description.
"""

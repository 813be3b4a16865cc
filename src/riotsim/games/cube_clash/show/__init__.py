"""Narration and presentation of Cube Clash.

- `names.py`: the words for dice and faces.
- `narration.py`: events in words.
- `reasons.py`: the reason of each request.
- `threats.py`: the warning that a player is about to lose.
- `offers.py`: the answers that a player may choose, with their effects.
- `effects.py`: texts about the effects of spells and maneuvers, and about the faces of a die.
- `previews.py`: the expected results of attacks.
- `unavailable.py`: the steps of a die that are blocked, with the reasons.
- `standing.py`: scores, marks and data sheets.
- `presentation.py`: all of it together, for the description.
"""

"""Narration and presentation of Cube Clash.

- `names.py`: the words for dice and faces.
- `narration.py`: events in words.
- `reasons.py`: why a player is asked something.
- `threats.py`: the warning that a player is about to lose.
- `offers.py`: the answers that a player may choose, and what each would do.
- `effects.py`: texts about what spells and maneuvers do, and which faces a die shows.
- `previews.py`: what an attack would do.
- `unavailable.py`: the steps of a die that are blocked, with the reasons.
- `standing.py`: scores, marks and data sheets.
- `presentation.py`: all of it together, for the description.
"""

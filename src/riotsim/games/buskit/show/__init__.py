"""Narration and presentation of Buskit.

- `names.py`: the words for fighters and weapons.
- `narration.py`: events in words. `reasons.py`: the reasons of requests.
- `offers.py`: the effects of answers. `unavailable.py`: the reasons why other answers can't be chosen.
- `checks.py`: the pools of checks, with a reason for each die.
- `standing.py`: scores, marks and data sheets.
- `presentation.py`: all of it together, for the game's description (`games/buskit/description.py`).
"""

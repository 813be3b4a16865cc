"""Narration and presentation of RiftWar.

- `names.py`: the words for units.
- `narration.py`: events in words. `reasons.py`: the reasons of requests.
- `offers.py`: the effects of answers, with chances. `unavailable.py`: why some answers can't be chosen.
- `standing.py`: standings, marks, data sheets and rosters.
- `on_table.py`: the drawings on the table, which are lines of sight, arcs and dangers.
- `checks.py`: the dice of attacks.
- `presentation.py`: the `Presentation` of the game, which `description.py` returns.
"""

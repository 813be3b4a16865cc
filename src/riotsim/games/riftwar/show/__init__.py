"""Narration and presentation of RiftWar.

`names.py` has the words for units. `narration.py` puts events into words, and `reasons.py` has the reasons of requests.
`offers.py` has the effects of answers, with chances, and `unavailable.py` the reasons why other answers can't be
chosen. `standing.py` has standings, marks, data sheets and rosters. `on_table.py` has the drawings on the table: lines
of sight, arcs and dangers. `checks.py` has the dice of attacks. `presentation.py` puts all of it into the
`Presentation` of the game, which `description.py` returns.
"""

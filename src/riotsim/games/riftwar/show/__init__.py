"""Narration and presentation of RiftWar.

`names.py` has the words for units. `narration.py` puts events into words, and `reasons.py` requests. `offers.py` says
what answers would do, with chances, and `unavailable.py` why others are not open. `standing.py` has standings, marks,
data sheets and rosters. `on_table.py` has what is drawn on the table: lines of sight, arcs and dangers.
"""

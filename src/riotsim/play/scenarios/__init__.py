"""Scenario files: reading, running and writing them.

- `document`: what the files of all games share. `placed_pieces`: how pieces lie in them.
- `runner`, `scripted_table`: scenarios played, without physics. `expected_events`, `failures`: what must be true, and
what isn't.
- `writing`: scenario files written.
"""

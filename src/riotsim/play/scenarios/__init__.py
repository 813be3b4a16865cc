"""Scenario files: reading, running and writing them.

- `document`: what the files of all games share. `placed_pieces`: how pieces lie in them.
- `runner`, `scripted_table`: scenarios played, without physics. `expected_events`: what must have happened,
and failures.
- `writing`: scenario files written.
"""

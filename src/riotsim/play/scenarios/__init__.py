"""Scenario files: reading, running and writing them.

- `document`: the parts that the files of all games have. `placed_pieces`: the places of pieces in files.
- `runner`, `scripted_table`: playing scenarios without physics. `expected_events`: expected events, and failures.
- `writing`: writing scenario files. `lesson`: the steps that a scenario teaches.
"""

"""Output of commands to the terminal.

- `streams`: writes JSON and formatted text.
- `progress`: shows progress.
- `results`: formats turns and results of games.
- `documents`: the JSON of events, and the JSON Schemas of what commands write with `--json`.
"""

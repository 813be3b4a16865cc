"""Output of commands to the terminal.

`streams` writes JSON and formatted text, `progress` shows progress, and `results` formats turns and results of games.
`documents` has the JSON Schemas of what `riotsim game`, `riotsim throw` and `riotsim odds` write with `--json`, and the
JSON of events.
"""

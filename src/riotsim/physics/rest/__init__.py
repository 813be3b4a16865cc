"""When bodies are at rest, and when they may sleep.

- `detector`: whether all that moves in an act has come to rest.
- `sleep`: sleep of single pieces and of towers.
- `islands`: which bodies hang together, and the sleep of islands after a fall.
"""

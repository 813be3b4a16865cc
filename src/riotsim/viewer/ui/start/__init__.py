"""The start screen.

- `screen`: the list of pages, stored games, and credits.
- `new_game`: the page on which a new game is set up, also used for sandboxes.
- `settings`: the settings page, which also opens over a game.
- `start_model`, `settings_model`: the data that they show.
"""

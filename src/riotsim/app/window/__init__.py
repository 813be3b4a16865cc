"""The window's backend: it lists, begins, resumes and replays games, and opens the sandbox.

`backend` is the entry point. `offers` and `new_game` serve the start screen, `stored_games` the list of games,
`hosting` and `narrator` a game in progress, and `sandbox` and `tryout` the sandbox.
"""

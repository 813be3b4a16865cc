"""The window's backend: it lists, begins, resumes and replays games, and opens the sandbox.

- `backend`: the entry point.
- `offers`, `new_game`: the choices of the start screen, and the beginning of the chosen game.
- `player_kinds`: the names of persons and bots.
- `stored_games`: the list of stored games, and functions that open them.
- `hosting`: runs a game in progress. `narrator`: puts the game into words.
- `sandbox`: opens the sandbox. `tryout`: trials of throws and carries in the sandbox.
- `lessons`, `rules_pages`: the lessons and the rules of the games.
"""

"""The window's backend: it lists, begins, resumes and replays games, and opens the sandbox.

`backend` is the entry point. `offers` and `new_game` have the choices of the start screen and begin the chosen game.
`player_kinds` names persons and bots. `stored_games` lists and opens stored games. `hosting` runs a game in progress,
and `narrator` puts it into words. `sandbox` opens the sandbox, and `tryout` runs the sandbox's trials of throws and
carries. `lessons` has the lessons of the games, and `rules_pages` has the rules of the games.
"""

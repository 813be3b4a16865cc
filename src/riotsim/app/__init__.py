"""The parts that commands share with each other and with the window.

- `new_games`: defaults and limits of new games. `open_games`: games that are opened to be played.
- `saving`: opens stores, and checks output files.
- `recordings`, `pictures`: replays, films and pictures.
- `scenario_files`, `rules_files`: read and check files.
- `throws`: throws dice. `odds`: compares rolled checks with their exact odds. `odds_picture`: draws the odds.
- `checks`: the checks of `riotsim doctor`. `interrupts`: Ctrl-C.
- `output`: writes to the terminal. `window`: opens games for the window.
"""

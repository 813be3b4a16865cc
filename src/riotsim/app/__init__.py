"""The parts that commands share with each other and with the window.

`new_games` has defaults and limits of new games, `open_games` opens games to be played, and `saving` opens stores and
checks output files. `recordings` and `pictures` make replays, films and pictures. `scenario_files` and `rules_files`
read and check files. `throws` throws dice, `odds` compares thrown checks with their exact odds, and `odds_picture`
draws the odds. `checks` has the checks of `riotsim doctor`, and `interrupts` handles Ctrl-C. `output` writes to the
terminal, and `window` opens games for the window.
"""

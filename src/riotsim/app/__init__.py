"""The parts that the command line and the window share.

`new_games` has defaults and limits, `playing` runs games, `saving` finds stores and checks output files, `recordings`
and `pictures` make replays, films and pictures. `scenario_files` and `rules_files` read and check files, `throws`
throws dice, `checks` is for `riotsim doctor`, `interrupts` for Ctrl-C. `output` writes to the terminal, and
`window` opens games for the window.
"""

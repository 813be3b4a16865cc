"""The `riotsim` command line: one module for each command, and `lab` for the commands of the balance lab.

`main` puts the commands together. `options` has what several of them share, `players` the options that say who plays.
"""

"""The `riotsim` command line: one module for each command, and the folders `dice` and `lab` for the commands about dice
alone and those of the balance lab.

`main` registers the commands. `options` has options that several commands share, and `players` has the options that say
who plays.
"""

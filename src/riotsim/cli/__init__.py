"""The `riotsim` command line: one module for each command. The folder `dice` has the commands about dice alone, and
`lab` has the commands of the balance lab.

`main` registers the commands. `options` has options that several commands share, and `players` has the options that say
who plays.
"""

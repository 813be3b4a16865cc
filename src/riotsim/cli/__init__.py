"""The `riotsim` command line, with one module for each command.

- `main`: registers the commands.
- `options`: options that several commands share. `players`: options that say who plays.
- `dice/`: the commands about dice alone. `lab/`: the commands of the balance lab.
"""

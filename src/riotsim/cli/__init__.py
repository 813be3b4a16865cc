"""The `riotsim` command line: one module for each command, and `lab/` for the commands of the balance lab."""

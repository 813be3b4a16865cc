"""Lets `python -m riotsim` do what `riotsim` does."""

from riotsim.cli.main import main

main()

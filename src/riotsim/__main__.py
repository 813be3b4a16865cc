"""Lets `python -m riotsim` do what `riotsim` does."""

from riotsim.cli import main

main()

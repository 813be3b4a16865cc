"""The entry point of `python -m riotsim`, which does what `riotsim` does."""

from riotsim.cli.main import main

main()

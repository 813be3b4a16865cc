"""The commands of `riotsim lab`."""

"""The commands of `riotsim lab`: one module for each, with shared options (`options`) and questions (`questions`)."""

"""Where `seed_of` was; it is in `riotsim.lab.seeds`, and what a hand builds and carries in `riotsim.lab.hands`."""

from riotsim.lab.seeds import seed_of

__all__ = ["seed_of"]

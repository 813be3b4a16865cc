"""How fast riotsim is: each module measures one thing, and `python -m benchmarks` (`make bench`) measures them all."""

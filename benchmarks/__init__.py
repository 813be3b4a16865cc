"""Benchmarks of riotsim: each module measures one thing, and `python -m benchmarks` (`make bench`) runs all of them."""

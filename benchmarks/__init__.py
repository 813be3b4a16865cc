"""Benchmarks of riotsim: each module measures one thing, and `python -m benchmarks` (`make bench`) runs all of them.

- `figures`: a measurement, its figures, and processor time. `document`: bench.json and the page written from it.
- `scenes`: the tables, throws and towers that are measured. `machine`: what they were measured on.
- `engines/`: the same throws by other engines. `acts/`: crowds, carries and stacks, and the engine's share of them.
- `worst/`: the slowest acts. `program/`: games, the lab, the start and the window.
- `suite/`: today's speed against baselines, at the end of `make test`. `bots`: the greedy bot against the random one.
"""

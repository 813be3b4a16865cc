"""Bots: programs that answer a game's requests.

- `bot`: the protocol of a bot, its random numbers, and `play_out`, which plays a game to its end.
- `greedy`, `planner`, `random`: the bots that come with riotsim. `riotsim.players` builds them from their names.
- `custom`: bots that a user writes, named `module:Class`.
"""

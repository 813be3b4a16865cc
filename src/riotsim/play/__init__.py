"""The parts that all games share: requests, sessions, scenarios, rulebooks and the description of a game. No engine.

- `game`: the description through which the program knows a game. `context`: what rules hold while they run.
- `requests`: decisions that players are asked for. `session/`: a game in progress, with journal, undo and replay.
- `narration`, `markup`: a game in words and for the eye. `evaluation`: what a game knows of good play.
- `house_rules`, `rulebook/`: rolling dice, and the sections that all rules files share.
- `scenarios/`: scenario files, read, run and written. `sandbox`, `sandbox_rules`: positions set up by hand.
"""

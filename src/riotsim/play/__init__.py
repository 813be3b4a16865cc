"""The parts that all games share: requests, sessions, scenarios, rulebooks and the description of a game.

None of these parts uses the physics engine.

- `game`: the description of a game. `context`: the context in which rules run.
- `requests`, `group_requests`: decisions that players are asked for. `formations`: places for a group of pieces.
- `session/`: a game in progress, with journal, undo and replay.
- `presentation`: how a game is told and shown. `narration`, `markup`: its text. `displays`: the data that a window
  shows.
- `evaluation`: ratings of answers and positions.
- `house_rules`, `shared_tray/`: rolled dice, and checks of dice pools.
- `rulebook/`: sections that all rules files share.
- `scenarios/`: scenario files, read, run and written. `sandbox/`: positions set up by hand.
- `agent_view`: the data of a game that learning agents see.
"""

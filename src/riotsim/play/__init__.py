"""The parts that all games share: requests, sessions, scenarios, rulebooks and the description of a game.

None of these parts uses the physics engine.

- `game`: the description of a game.
- `context`: the context of running rules.
- `requests` and `group_requests`: decisions that players are asked for.
- `formations`: places for a group of pieces.
- `session/`: a game in progress, with journal, undo and replay.
- `presentation`: how a game is told and shown.
- `narration` and `markup`: the text of a game.
- `displays`: the data of a game that a window shows.
- `evaluation`: ratings of answers and positions.
- `house_rules`: rolls of dice, and the rules about dice and models after an act.
- `shared_tray/`: throws into a tray that players share, and checks of dice pools.
- `rulebook/`: sections that all rules files share.
- `scenarios/`: reading, running and writing scenario files.
- `sandbox/`: positions that are set up by hand.
- `agent_view`: the data of a game that learning agents see.
"""

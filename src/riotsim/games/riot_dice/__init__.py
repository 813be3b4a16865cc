"""Riot Dice.

`description.py` puts everything together for the registry. `rulebook/` is the rules file as data, `state.py` the
state that is not on the table, and `events.py` the events. `rules/` plays the game, with a file for each chapter.
`scenario/` has the game's keys in scenario files, and `sandbox.py` its part of the sandbox. `bot/` rates answers and
positions. `show/` has narration, prompts and standings. `measures.py` is for the lab, and `invariants.py` for tests.
`agent_view.py` is what learning agents see.
"""

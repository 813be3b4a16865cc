"""Riot Dice.

`description.py` puts everything together for the registry. `rulebook/` is the rules file as data, `state.py` the
state besides the table, and `events.py` the events. `rules/` plays the game, with a file for each chapter.
`scenario/` has the game's keys in scenario files, `sandbox.py` its part of the sandbox. `bot/` values answers and
positions. `show/` has narration, prompts and standings. `measures.py` is for the lab, `invariants.py` for tests.
"""

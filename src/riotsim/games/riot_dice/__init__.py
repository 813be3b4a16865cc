"""Riot Dice.

`description.py` puts everything together for the registry. `rulebook/` is the rules file as data, `state.py` what a
game remembers besides the table, and `events.py` what may happen. `rules/` plays the game, a file for each chapter.
`scenario/` has its words in scenario files, `sandbox.py` its part of the sandbox. `bot/` values answers and positions.
`show/` has narration, prompts and standings. `measures.py` is for the lab, `invariants.py` for tests.
"""

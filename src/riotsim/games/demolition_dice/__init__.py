"""Demolition Dice.

- `rulebook.py`: the rules file as data. `state.py`: the state that is not on the table. `events.py`: the events.
- `rules/`: the rules, with a file for each chapter.
- `scenario/`, `sandbox.py`: positions set up by hand. `bot/`: ratings for bots.
- `show/`: narration, prompts and standings. `measures.py`: the measures of the lab.
- `agent_view.py`: the data that learning agents see. `description.py`: the description for the registry.
- `invariants.py`: conditions that hold at the start of every round.
"""

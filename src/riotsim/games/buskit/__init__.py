"""Buskit: skirmishes of characters. Opposed pools of dice, thrown into one tray, decide the actions.

The rules are pure functions of characters and dice. `fight/` asks players, throws, and moves the models.

- `rulebook.py`: the options of the rules file, and the schema of company files.
- `table_figures.py`: the options of the table. `scenario_rules.py`: the options that a scenario sets.
- `characters/`: characters and their equipment.
- `chapters/`: the rules as pure functions, a file for each chapter.
- `state.py`: a fight in progress. `events.py`: the events of a fight.
- `fight/`: the fight on the table.
- `scenario/`, `sandbox.py`: positions set up by hand.
- `bot/`: ratings for bots.
- `show/`: narration and offers.
- `measures.py`: the lab's measures.
- `agent_view.py`: the view of learning agents.
- `description.py`: the description for the registry.
- `invariants.py`: the conditions that hold in every position.
"""

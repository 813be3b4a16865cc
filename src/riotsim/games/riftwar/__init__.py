"""RiftWar: battles of whole armies, with reaction fire that interrupts moves.

- `rulebook.py`: the options of the rules file, with those of the table in `table_figures.py`, and the schema of army
  files.
- `armies/`: unit types, traits, and what an army may have.
- `chapters/`: the rules as pure functions, a file for each chapter.
- `map/`: structures and terrain, sight and cover, and the dangers along a way.
- `state.py`, `events.py`: a battle in progress, and what happens in it. `battle/`: the battle on the table.
- `scenario/`, `sandbox.py`: positions set up by hand. `bot/`: ratings for bots.
- `show/`: narration and offers. `measures.py`: what the lab measures.
- `agent_view.py`: what learning agents see. `description.py`: the description for the registry.
- `invariants.py`: what holds in every position.
"""

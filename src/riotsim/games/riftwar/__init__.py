"""RiftWar: battles of whole armies, with reaction fire that interrupts moves.

- `rulebook.py`: the options of the rules file, and the schema of army files. `table_figures.py`: the options about
  bases, table, tray, dice and set-up.
- `armies/`: unit types, traits, and limits on armies.
- `chapters/`: the rules as pure functions, a file for each chapter.
- `map/`: structures and terrain, sight and cover, and the dangers along a path.
- `state.py`, `events.py`: a battle in progress, and its events. `battle/`: the battle on the table.
- `scenario/`, `sandbox.py`: positions set up by hand. `bot/`: ratings for bots.
- `show/`: narration and offers. `measures.py`: the measures of the lab.
- `agent_view.py`: the data that learning agents see. `description.py`: the description for the registry.
- `invariants.py`: conditions that hold in every position.
"""

"""A battle of RiftWar on the table. `chapters/` decides the effects of dice and actions.

- `game.py`: a new game, and its stages. `battle.py`: the game in progress. `setup.py`: the table and the set-up.
- `field.py`: sight, arcs, paths and dangers of the units on the table.
- `phase.py`: phases and their actions, and the end of the game.
- `firing.py`: direct, coordinated and indirect fire. `attacking.py`: dice, and what they do to units.
- `moves/`: moves, reaction fire, Transports and close combat. `rallying.py`: rallies.
- `expectations.py`: exact chances of attacks and rallies.
"""

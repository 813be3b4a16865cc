"""The map of RiftWar: its pieces, sight and cover, dangers of a move, and ways over it.

It knows neither rules nor state: units come as `Stand`. All lengths are in mm.

- `stands`: units as sight and moves see them. `outlines`: polygons and circles seen from above.
- `game_map`: structures and areas as a value. `map_figures`: the same as data in rules files. `laying`: on the table.
- `lanes`: gaps between pieces, and who passes.
- `field`: the map with all units, and who sees whom. `sight`: the answer, and what decides it. `arcs`: arcs of attack.
- `dangers`: the stretches of a way on which watchers may attack.
- `ways`: what is in the way, boundaries of areas, crossing structures.
"""

"""The map of RiftWar: its pieces, sight and cover, dangers of a move, and paths over it.

The code depends on neither rules nor state: units are `Stand` values. All lengths are in mm.

- `stands`: units as sight and moves see them. `outlines`: polygons and circles seen from above.
- `game_map`: structures and areas as a value. `map_figures`: maps in rules files. `laying`: maps on the table.
- `lanes`: gaps between pieces, and the units that pass them.
- `field`: the map with all units, and sight between them. `sight`: one sight, and its options. `arcs`: arcs of attack.
- `dangers`: the stretches of a way on which watchers may attack.
- `ways`: obstacles on a way, boundaries of areas, and crossing structures.
"""

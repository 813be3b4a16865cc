"""The map of RiftWar: its pieces, sight and cover, dangers of a move, and paths over it.

This code doesn't use the rulebook or the state of a game: a unit is given as a `Stand`. All lengths are in mm.

- `stands`: the shapes of units, for lines of sight and moves. `outlines`: polygons and circles seen from above.
- `game_map`: a map of structures and areas. `map_figures`: maps in rules files. `laying`: maps on the table.
- `lanes`: gaps between pieces, and the largest class of units that can pass each gap.
- `field`: the map with all units, and sight between the units. `sight`: sight from one unit to another, and cover.
- `arcs`: arcs of attack. `dangers`: the parts of a path where watchers may attack.
- `ways`: obstacles on a path, boundaries of areas, and places where units end after they cross a structure.
"""

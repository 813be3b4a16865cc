"""The table and what is on it: pieces, dice, towers, plane geometry, and the physical acts as plain data. No engine, no
game.

- `state`: the table as a value. `pieces`: what may stand on it. `towers`, `overlaps`, `statics`: questions about them.
- `acts`: what may be done on a table, and what came of it, collisions included. `ballistics`: the flight of dice.
- `poses`, `units`: vectors, orientations and lengths. `memo`: caches for functions of a table. `svg`: pictures.
- `dice/`: the kinds of dice. `geometry/`: footprints, regions, lines of fire and convex solids.
"""

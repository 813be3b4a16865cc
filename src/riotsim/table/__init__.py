"""The table and what is on it: pieces, dice, towers, plane geometry, and the physical acts as plain data. No engine, no
game.

- `state`: the table as a value. `pieces`: what may stand on it. `towers`, `overlaps`, `statics`: questions about them.
- `acts`: what may be done on a table, and what came of it. `impacts`: collisions in the course of an act.
- `poses`, `units`, `ballistics`: vectors, lengths and the flight of dice. `memo`: caches for values that never change.
- `dice/`: the kinds of dice. `geometry/`: footprints, regions, lines of fire and convex solids.
- `svg`: pictures of tables and dice.
"""

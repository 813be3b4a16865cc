"""The table and what is on it: pieces, dice, towers, plane geometry, and physical acts as plain data.

Nothing here imports a physics engine or a game.

- `state`: a table with everything on it, as one immutable value. `pieces`: the pieces on a table.
- `towers`, `overlaps`, `statics`: standing and moving towers, and overlapping pieces.
- `acts`: physical acts, the hands that perform them, and their outcomes. `impacts`: collisions in an act.
- `ballistics`: the flight of dice.
- `poses`, `units`: vectors, orientations and lengths.
- `memo`: caches for functions of a table. `svg`: pictures.
- `kinematic/`: the motion of acts that are computed without physics. `sight/`: lines of sight over solid things.
- `dice/`: the kinds of dice, orientations of cubes. `geometry/`: footprints, regions, lines of fire and convex solids.
"""

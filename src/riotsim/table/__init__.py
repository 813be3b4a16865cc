"""The table and what is on it: pieces, dice, towers, plane geometry, and physical acts as plain data. They know no
engine and no game. - `state`: the table as a value. `pieces`: the pieces on it. `towers`, `overlaps`, `statics`:
queries about them. - `acts`: the acts on a table, and their outcomes, collisions included. `ballistics`: the flight
of dice. - `poses`, `units`: vectors, orientations and lengths. `memo`: caches for functions of a table. `svg`:
pictures. - `dice/`: the kinds of dice. `geometry/`: footprints, regions, lines of fire and convex solids.
"""

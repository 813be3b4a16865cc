"""Cases that the tests of the physics measure and compare with theory.

- `blocks`: blocks of any material in the engine, driven tick by tick; the other cases are made of them.
- `laws`: falls, bounces, slides, slopes, collisions and spin.
- `towers`: random stacks with the margin that statics gives them, overhangs and creep.
- `falls`: towers that the last die brings down, what is left of them, and a die that topples over an edge.
- `carrying`: the lasting acceleration under which a tower gives way.
- `friction`: throws and towers on surfaces of any friction.
- `squeezed`: carries that press something against a wall.
- `flat_starts`: dice that are let go lying flat, to find how lively a throw must be.
"""

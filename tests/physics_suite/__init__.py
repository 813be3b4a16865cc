"""Helpers that the tests of the physics share, beside `riotsim.testing`.

- `cases/`: each sets up and measures one phenomenon, such as a fall or a tower that tips.
- `invariants/`: whether an act, watched tick by tick, breaks a law of the table.
- `second_opinion/`: the same cases in MuJoCo, and hard impacts that are computed by other code.
- `tables`: tables, towers and hands. `drags`: drags as a person's hand makes them.
- `hurled_pieces`, `sunk_pieces`: dice and tokens that are hurled at scenery, and whether one has sunk into it.
- `known_errors`: known errors of the engine. `steel_cuboids`: published throws of cuboids.
"""

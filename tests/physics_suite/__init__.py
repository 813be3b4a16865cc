"""What the tests of the physics share, beside `riotsim.testing`.

`cases` sets up and measures one phenomenon each, such as a fall or a tower that tips. `invariants` checks that an act,
watched tick by tick, breaks no law of the table.
"""

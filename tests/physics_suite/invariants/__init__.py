"""Invariants of any act on any table, checked tick by tick.

- `observation`: an act of a trial with its frames, and everything else that invariants are judged by.
- `any_world`: what holds on every table, even an absurd one.
- `usual_world`: what holds besides on tables as play leaves them: nothing overlaps, gains energy or stirs at rest.
- `encounters`, `energy`, `squeezing`: what the checks work out from the frames alone.
"""

"""The speed of the program as a whole.

- `games`: whole games in a process of their own, the `worker`; `game`: one game, timed.
- `lab`: the same games by the lab's workers. `starting`: help, first throw and the window. `window`: its frames.
"""

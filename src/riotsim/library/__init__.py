"""The library: what `import riotsim` offers a notebook or a script. `riotsim/__init__.py` exports it.

- `throws`: throwing dice on an empty table.
- `towers`: building towers with a hand, and carrying them.
- `games`: games between bots, or with answers of your own; stored ones resumed.
- `replays`: a game as a page, a model or text.
- `arguments`: checks of what scripts pass to these.
"""

"""The library that `import riotsim` offers to notebooks and scripts. `riotsim/__init__.py` exports it.

- `throws`: throwing dice on an empty table.
- `towers`: building towers with a hand, and carrying them.
- `games`: games that are played by bots or by the script itself, and stored games.
- `players`: the players of a game as a script gives them.
- `replays`: a game as a page, a model or text.
- `arguments`: checks of the arguments of all these functions.
"""

"""The library that `import riotsim` offers to notebooks and scripts. `riotsim/__init__.py` exports it.

- `throws`: throwing dice on an empty table.
- `towers`: building towers with a hand, and carrying them.
- `games`: new games, played by bots or by the script itself, and stored games.
- `players`: what a script may give as the players of a game.
- `replays`: a game shown as a page for a browser, as an animated model or as text.
- `arguments`: checks of the arguments of all these functions.
"""

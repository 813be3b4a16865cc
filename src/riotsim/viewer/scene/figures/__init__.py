"""Miniatures: from a figure's coarse mesh to a smooth painted one on a base.

- `miniatures`: models on their bases, with their owner's colour and symbol.
- `build`: the surface of a figure; `implicit`: fusing its parts into one surface; `costumes`: details of the figures
  that come with the program.
- `background`: building in another process, with a cache on disk.
"""

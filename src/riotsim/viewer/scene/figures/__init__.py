"""Miniatures: smooth painted meshes on bases, made from the coarse meshes of figures.

- `miniatures`: models on their bases, with their owner's colour and symbol.
- `build`: the surface of a figure; `implicit`: fusing the parts of a figure into one surface; `costumes`: details of
  the figures that come with the program.
- `background`: building in another process, with a cache on disk.
"""

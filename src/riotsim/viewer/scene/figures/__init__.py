"""Miniatures: smooth painted meshes on bases, made from the coarse meshes of figures.

- `miniatures`: makes miniatures of models, on bases with their owner's colour and symbol.
- `build`: makes the painted surface of a figure.
- `implicit`: fuses the parts of a figure into one surface.
- `costumes`: has details of the figures that come with the program.
- `background`: builds figures in another process, and keeps them in a cache on disk.
"""

"""The scene: a table as meshes and instances, without OpenGL.

- `scene`: the table, its pieces and highlights, in batches of instances; `marks`: paths, rings, areas, ghosts and
  labels over the table.
- `shapes`: meshes with materials, and functions that build them; `textures`: texture layers and numerals.
- `dice`, `furniture`, `patches`, `scenery`: meshes of dice and coins, of the table and what is drawn on it, and of
  terrain.
- `figures/`: meshes of miniatures.
"""

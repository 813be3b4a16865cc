"""The scene: a table as meshes and instances, without OpenGL.

- `scene`: the table, its pieces and highlights, in batches of instances.
- `marks`: paths, rings, areas, ghosts and labels over the table.
- `shapes`: meshes with materials, and functions that build them.
- `textures`: texture layers and numerals.
- `dice`: meshes of dice and coins.
- `furniture`: meshes of the table and its tray.
- `patches`: areas and names drawn on the table.
- `scenery`: meshes of terrain.
- `figures/`: meshes of miniatures.
"""

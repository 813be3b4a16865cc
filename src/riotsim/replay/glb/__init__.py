"""A recorded game as an animated 3D model in one GLB file.

- `writer`: the glTF document and its binary
- `solids`: plain meshes of boxes, discs and dice
- `numerals`: numerals on dice as flat strokes
"""

"""A recorded game as an animated 3D model in one GLB file.

- `writer`: the glTF document and its binary data.
- `solids`: plain meshes of boxes, discs and dice.
- `numerals`: the numbers on dice, drawn with flat strokes. `signs`: the icons on dice, with their counts.
"""

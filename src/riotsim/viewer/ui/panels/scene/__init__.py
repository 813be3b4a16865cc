"""Drawings over the scene.

- `annotations`: signs over places, the ruler, and the tooltip at the mouse.
- `labels`: names of figures, numbers of dice, texts of circles.
"""

"""Recorded games, without the window.

- `recording`: a game's journal replayed into moments and log lines.
- `timeline`: moments laid out in time, for the window, films, the page and GLB files; `tracks`: one piece on it.
- `slow_motion`: falling towers, and how slowly they are shown.
- `poses`: poses as they are drawn, and poses between two others.
- `impacts`: what is heard; `figure_meshes`: meshes of miniatures.
- `text`, `page/`, `glb/`: a game as text, as an HTML page and as an animated 3D model.
"""

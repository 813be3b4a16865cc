"""Recorded games, without the window.

- `recording`: a game's journal replayed into moments and log lines.
- `timeline`: pieces, marks and impacts over time, for the window, films, the page and GLB files.
- `timeline_builder`: acts and moves by the rules, turned into keyframes. `recorded_timeline`: a whole recorded game.
- `tracks`: the keyframes of one piece. `poses`: poses for drawing, and interpolation between poses.
- `clocks`: playback speeds and slow motion. `overview`: the view of a whole table. `impacts`: impacts for sounds.
- `figure_meshes`: meshes of miniatures.
- `text`, `page/`, `glb/`: a game as text, as an HTML page and as an animated 3D model.
"""

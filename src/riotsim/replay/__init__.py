"""Recorded games, without the window.

- `recording`: runs the rules over a game's journal again. This gives the game's moments and log lines.
- `timeline`: has the pieces, marks and impacts at each time of a game, for the window, films, HTML pages and GLB files.
- `timeline_builder`: adds keyframes for acts, and for moves that the rules make without an act.
- `recorded_timeline`: makes the timeline of a whole recorded game.
- `tracks`: has the keyframes of one piece.
- `poses`: has poses for drawing, and interpolates between poses.
- `clocks`: has playback speeds and slow motion.
- `overview`: has the view of a whole table.
- `impacts`: has the impacts that make sounds.
- `figure_meshes`: makes the meshes of miniatures.
- `text`, `page/`, `glb/`: write a game as text, as an HTML page and as an animated 3D model.
"""

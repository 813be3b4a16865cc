"""Recorded games, without the window.

- `recording`: runs the rules again with a game's journal, to get the game's moments and log lines.
- `timeline`: the pieces, marks and impacts at each time of a game, for the window, films, HTML pages and GLB files.
- `timeline_builder`: adds keyframes for acts, and for moves that the rules make without an act.
- `recorded_timeline`: makes the timeline of a whole recorded game.
- `tracks`: the keyframes of one piece.
- `poses`: poses for drawing, and interpolation between poses.
- `clocks`: playback speeds and slow motion.
- `overview`: the view of a whole table.
- `impacts`: the impacts that make sounds.
- `figure_meshes`: makes the meshes of miniatures.
- `text`, `page/`, `glb/`: write a game as text, as an HTML page and as an animated 3D model.
"""

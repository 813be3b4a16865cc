"""The window: a table to look at and to play on. The package imports no game and no engine.

- `window`: the window itself; it connects everything below.
- `controller`: the open screen, and changes of screens.
- `presenter`: the pieces of a screen in the 3D view, the screen's sounds, and panel data that depends on the camera.
- `on_screen`: what is drawn over the table, in the coordinates of the window.
- `camera_control`: the keys and buttons that move the camera.
- `mouse`: mouse events on the table, passed to the current screen or the camera.
- `backend`: the window's interface to games, replays and sandboxes.
- `settings`: the player's settings.
- `rules`: the state of the rules page.
- `screens/`: the start screen, games, replays and the sandbox, without graphics.
- `ui/`: the panels, drawn with Dear ImGui.
- `input/`: keys, camera, picking, gestures, and the mouse interaction for each kind of request.
- `session/`: the process that runs a game, and its messages.
- `sandbox/`: positions that are set up by hand.
- `playback/`: the timing of what is shown, for live games and for recordings.
- `scene/`, `render/`: meshes, textures and poses of the pieces, and their drawing with OpenGL.
- `sound/`: the sounds of impacts.
- `film/`: films of recordings.
"""

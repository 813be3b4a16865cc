"""The screens of the window, without graphics: state, time, and the commands of their panels.

- `controller`: which screen is open, and how one leads to another.
- `start`, `table`, `replay`, `sandbox`: the four screens.
- `settings`: the settings and their file.
- `table_model`, `game_models`: the data that panels show, made from the messages of the host.
- `presenter`: shows a screen's state in the 3D view, and adds what depends on the camera.
- `secret_choice`: a simultaneous choice of two players.
- `measuring`: the ruler and the reach circles.
- `notices`: short messages that disappear after a while.
"""

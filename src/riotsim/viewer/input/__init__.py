"""The player's input: keys, camera and gestures.

- `keys`: actions, their default keys, and the player's key map.
- `camera`: the camera and its movement.
- `attention`: the part of a table to show.
- `framing`: poses of the camera in which no panel hides the shown part of a table.
- `sides`: half turns, for a view from the back edge of the table.
- `auto_camera`: the automatic camera, which follows the game until the user moves the camera.
- `picking`: the piece under the mouse.
- `gestures/`: answers computed from mouse movements: throw, carry and stack. They need no graphics.
- `interactions/`: a class for each kind of request. It turns clicks and gestures into an answer.
"""

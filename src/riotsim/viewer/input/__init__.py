"""The player's input: keys, camera and gestures.

- `keys`: actions, their default keys, and the player's key map.
- `camera`: the camera and its movement.
- `attention`: the part of a table at which the camera looks.
- `framing`: poses in which a part of a table lies where no panel hides it.
- `auto_camera`: the automatic camera, which follows the game until the user moves the camera.
- `picking`: the piece under the mouse.
- `gestures/`: answers computed from mouse movements: throw, carry and stack. They need no graphics.
- `interactions/`: a class for each kind of request, which turns clicks and gestures into its answer.
"""

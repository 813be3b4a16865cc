"""The player's input: keys, camera and gestures.

- `keys`: actions, their default keys, and the player's key map.
- `camera`: the camera and its movement.
- `attention`: the part of a large table at which the camera looks.
- `picking`: the piece under the mouse.
- `gestures/`: answers computed from mouse movements: throw, carry and stack. They need no graphics.
- `interactions/`: a class for each kind of request, which turns clicks and gestures into its answer.
"""

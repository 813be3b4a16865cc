"""Keys, camera and gestures.

- `keys`: actions, their default keys, and the player's key map.
- `camera`: the camera and its movement.
- `picking`: the piece under the mouse.
- `gestures/`: from mouse movements to an answer: throw, carry, stack. No graphics.
- `interactions/`: one class for each kind of request, which turns clicks and gestures into its answer.
"""

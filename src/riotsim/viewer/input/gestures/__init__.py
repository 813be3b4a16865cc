"""Gestures: answers computed from mouse movements, without window or graphics.

- `mouse_track`: recent mouse positions, and velocity, turning and shaking computed from them.
- `throw`, `target_throw`: flicking dice over the table, or a die at a target.
- `loose_dice`: dice that knock against each other in a shaking hand.
- `carry`: dragging a model along the straight line to its goal.
- `stack`: holding a die over a tower.
"""

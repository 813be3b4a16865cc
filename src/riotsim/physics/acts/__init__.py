"""The acts of hands on a table. Each is a generator of frames that returns what settles.

- `throw`: dice that are thrown, and a token that is dropped; `release` is how a hand lets go of dice.
- `stack`: a die that is put on a tower.
- `carry`: a model and its tower that are carried; `carried_tower` is how the tower moves with the hand.
- `hand_path`, `drag_path`: the paths of a hand that carries, and of a person's hand that drags.
- `clearance`: for how long nothing is near what a hand carries.
- `chance`: random numbers within an act.
"""

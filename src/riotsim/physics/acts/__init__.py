"""The acts of hands on a table. Each act is a generator that yields frames and returns the settled table.

- `throw`: dice that are thrown, and a token that is dropped.
- `release`: places and velocities of thrown dice as they leave the hand.
- `stack`: a die that is put on a tower.
- `tip`: a cube that a hand with errors tips.
- `carry`: a model and its tower that are carried.
- `carried_tower`: the choice between simulated and rigid motion of a carried tower.
- `hand_path`, `drag_path`: the paths of a carrying hand, and of a person's hand that drags.
- `clearance`: the time for which a carried model and its tower have free space around them.
- `chance`: random numbers within an act.
"""

"""The acts of hands on a table. Each is a generator of frames that returns the settled table.

- `throw`: dice that are thrown, and a token that is dropped; `release` releases dice from a hand. - `stack`: a die
that is put on a tower. - `carry`: a model and its tower that are carried; `carried_tower` moves the tower with the
hand. - `hand_path`, `drag_path`: the paths of a hand that carries, and of a person's hand that drags. -
`clearance`: the time for which nothing is near a carried model. - `chance`: random numbers within an act.
"""

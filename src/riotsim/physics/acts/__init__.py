"""The acts of hands on a table. Each act is a generator that yields frames and returns the settled table.

- `throw`: dice that are thrown, and a token that is dropped.
- `release`: places and velocities of thrown dice as they leave the hand.
- `stack`: a die that is put on a tower.
- `tip`: a cube that is tipped by an inexact hand.
- `carry`: a model and its tower that are carried.
- `carried_tower`: whether a carried tower is simulated or moves rigidly.
- `hand_path`, `drag_path`: the paths of a simulated hand that carries, and of a person's mouse drag.
- `clearance`: how long a carried model and its tower have free space around them.
- `chance`: random numbers within an act.
"""

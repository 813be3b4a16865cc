"""The acts of hands on a table. Each act is a generator that yields frames and returns the settled table.

- `throw`: thrown dice, and a dropped token.
- `release`: the places and motions of thrown dice when they leave the hand.
- `stack`: a die that is put on a tower.
- `tip`: a cube that is tipped by an inexact hand.
- `carry`: a model and its tower that are carried.
- `carried_tower`: whether a carried tower is simulated or moves rigidly.
- `hand_path`, `drag_path`: the paths of a simulated hand that carries, and of a person's mouse drag.
- `clearance`: the moment of a carry until which nothing is near the carried model and its tower.
- `chance`: random numbers within an act.
"""

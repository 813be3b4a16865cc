"""The rigid-body engine. Only this package imports pybullet.

- `world`: one engine world, its bodies and their contacts.
- `client`: pybullet clients, and the idle ones that are reused.
- `body_pool`: reuse of the bodies that an idle client still holds.
- `shapes`: collision shapes.
- `materials`: friction, restitution and density.
- `solver`: units, solver settings and the set-up of a client.
- `stepping`: the division of ticks into steps.
"""

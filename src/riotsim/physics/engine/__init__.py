"""The rigid-body engine. Only this folder imports pybullet.

- `world`: one engine world, its bodies and their contacts.
- `client`: pybullet clients, and the idle clients that are reused.
- `body_pool`: reuse of the bodies that an idle client still has.
- `shapes`: collision shapes.
- `materials`: friction, restitution and density.
- `solver`: units, solver settings, and how a client is set up.
- `stepping`: the division of ticks into steps.
"""

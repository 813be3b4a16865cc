"""The rigid-body engine. Only this folder imports pybullet.

- `world`: one engine world, its bodies and their contacts.
- `client`: clients of pybullet. Each open world has one. Clients of closed worlds are reused.
- `body_pool`: the bodies of a client. Bodies that remain from an earlier act are reused.
- `shapes`: collision shapes.
- `materials`: friction, restitution and density.
- `solver`: units, solver settings, and the setup of a client.
- `stepping`: the division of ticks into steps.
"""

"""The rigid-body engine: worlds, shapes, materials and solver settings. Only this package imports pybullet."""

# pybullet prints its build time when it is first imported; `client` imports it with that message kept back.
import riotsim.physics.engine.client  # noqa: F401

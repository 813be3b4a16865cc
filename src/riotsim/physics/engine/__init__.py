"""The rigid-body engine: worlds, shapes, materials and solver settings. Only this package imports pybullet."""

"""What happens: acts performed by a rigid-body engine. The only room that knows pybullet."""

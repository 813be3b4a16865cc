"""The physics again, on another engine: MuJoCo, with nothing of riotsim's engine in it."""

"""Scenario files of RiftWar: `given.py` is the position, `scenario.py` the answers and the expectations."""

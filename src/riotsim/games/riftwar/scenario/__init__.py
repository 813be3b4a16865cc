"""Scenario files of RiftWar: `given.py` has the position, `scenario.py` the answers and the expectations."""

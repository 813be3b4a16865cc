"""Scenario files of Cube Clash: `given.py` has the position, `scenario.py` has the answers and the expectations."""

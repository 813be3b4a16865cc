"""Scenario files of Buskit: `given.py` has the position, `scenario.py` the answers and the expectations."""

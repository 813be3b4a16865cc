"""Scenario files of Buskit: `given.py` has the position, `scenario.py` has the answers and the expectations."""

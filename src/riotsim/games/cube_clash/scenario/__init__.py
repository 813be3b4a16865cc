"""Scenario files of Cube Clash: `given.py` has the position, `scenario.py` answers and expectations."""

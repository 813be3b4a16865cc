"""Tests of dice, towers and rules with pytest.

- `plugin`: the pytest plugin, with sizes of tests and records of figures; `findings`: these records.
- `asserts`, `fairness`: assertions about towers, rules, scenarios, games and dice.
- `tables`, `rolls`: tables and a hand to begin a test with, and many rolls of a die.
- `generators/`: random tables, dice, surfaces and acts, from a seed or from hypothesis.
- `report/`: the page about a run's records. `long_run`, `chunks`: long runs in several processes.
"""

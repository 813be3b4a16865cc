"""Tests of dice, towers and rules with pytest.

- `plugin`: the pytest plugin, with short and long tests, records of measured values, and fixtures.
- `findings`: the records of measured values.
- `asserts`: assertions about towers, rules, scenarios, games and hands.
- `fairness`: tests of a die's fairness, and an assertion.
- `rolls`: dice by name, and many rolls of a die.
- `tables`: tables, towers and a hand to begin a test with.
- `generators/`: random tables, dice, surfaces and acts, from a seed or from hypothesis.
- `report/`: the page about the records of a run.
- `long_run`, `chunks`: long runs of tests in several processes.
"""

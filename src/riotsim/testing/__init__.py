"""Tests of dice, towers and rules: the physics suite's measuring, its records and report, and a pytest plugin."""

"""Searches over options of the rules.

`parameters` describes an option with its range, `screening` ranks options by their effect (Morris), `tuning` looks for
options that meet a target (Optuna), and `plots` draws sweeps and screenings.
"""

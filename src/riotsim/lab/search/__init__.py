"""Searches over options of the rules.

- `parameters`: an option with its range.
- `screening`: options ranked by their effect (Morris' method).
- `tuning`: values of options that meet targets (Optuna).
- `surrogate`: a model of a measure over the options.
- `confirmation`: the best settings, checked in games on fresh seeds.
- `plots`: the results as plots.
"""

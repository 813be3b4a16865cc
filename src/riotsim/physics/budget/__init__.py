"""The computing budget of an act.

- `cost`: what an act costs, counted from contacts and bodies.
- `degraded`: the degraded mode in which an act continues that costs too much.
"""

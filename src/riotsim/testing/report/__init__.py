"""The report of a run: one self-contained page from the records of its tests.

- `page`: the page; `chapters`: its order and introductions; `tables`, `charts`: its contents.
- `machine`: the machine and versions of the run.
"""

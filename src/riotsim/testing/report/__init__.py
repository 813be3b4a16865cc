"""The report of a run: one self-contained page from the records of its tests.

- `page`: the page.
- `chapters`: the order and the introductions of the page's sections.
- `tables`, `charts`: the contents of the sections.
- `machine`: the machine, the versions and the commit of the run.
"""

"""A folder for Python's path: every process imports its `sitecustomize` when it starts."""

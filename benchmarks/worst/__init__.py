"""The acts that take longest: `scenes` to search, the `search`, and `python -m benchmarks.worst` for one of them."""

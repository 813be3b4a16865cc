"""The SQLite file in which games are stored.

- `schema`, `connection`: its tables, version by version, and how the file is opened.
- `store`: games listed, read, begun, resumed and deleted.
- `writer`: one game that is being written; `lock`: the process that plays it.
- `document`: the pydantic models of what is stored; `traces`: the paths of pieces in few bytes.
"""

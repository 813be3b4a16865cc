"""The SQLite file in which games are stored. - `schema`, `connection`: its tables, version by version, and opening the
file. - `store`: listing, reading, beginning, resuming and deleting games. - `writer`: writing one game; `lock`: the
process that plays it. - `document`: the pydantic models of stored data; `traces`: compressed paths of pieces.
"""

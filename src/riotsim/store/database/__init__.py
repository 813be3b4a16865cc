"""The SQLite file in which games are stored.

`schema` has the tables, version by version, and `connection` opens the file. `store` lists, reads, begins, resumes and
deletes games. `writer` writes one game, and `lock` reserves a game for one process. `document` has the pydantic models
of stored data, and `traces` compresses the paths of pieces.
"""

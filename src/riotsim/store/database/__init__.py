"""The SQLite file with all games.

- `schema` has the tables, version by version. `connection` opens the file.
- `store` lists, reads, begins, resumes and deletes games.
- `writer` writes one game. `lock` reserves a game for one process.
- `document` has the pydantic models of stored data. `traces` compresses the paths of pieces.
"""

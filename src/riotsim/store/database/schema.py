"""The SQL scripts that create the tables of the store of games and the lab's ledger, one for each schema version."""

from typing import Final

APPLICATION_ID: Final = 0x72696F74
"""Number that marks an SQLite file as a file of riotsim: the letters “riot” in ASCII.

The number stands in the file's header as `application_id`.
"""

MIGRATIONS: Final = (
    # Version 1.
    """
    CREATE TABLE game (
        id TEXT PRIMARY KEY,
        header TEXT NOT NULL,
        changed TEXT NOT NULL,
        result TEXT
    ) STRICT;
    CREATE TABLE file (
        game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (game, name)
    ) STRICT;
    CREATE TABLE entry (
        game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        sum TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE outcome (
        game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        entry INTEGER NOT NULL,
        body TEXT NOT NULL,
        sum TEXT NOT NULL,
        PRIMARY KEY (game, entry)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE event (
        game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE checkpoint (
        game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        entry INTEGER NOT NULL,
        event INTEGER NOT NULL,
        position TEXT NOT NULL,
        PRIMARY KEY (game, entry, event)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE trace (
        game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        entry INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (game, entry)
    ) STRICT;
    CREATE TABLE holder (
        game TEXT PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
        host TEXT NOT NULL,
        process INTEGER NOT NULL,
        born TEXT NOT NULL,
        since TEXT NOT NULL,
        token TEXT NOT NULL
    ) STRICT;
    """,
    # Version 2: campaigns of the balance lab, and what was measured of their games.
    """
    CREATE TABLE campaign (
        name TEXT PRIMARY KEY,
        plan TEXT NOT NULL,
        sum TEXT NOT NULL,
        begun TEXT NOT NULL,
        host TEXT,
        process INTEGER,
        born TEXT
    ) STRICT;
    CREATE TABLE trial (
        campaign TEXT NOT NULL REFERENCES campaign (name) ON DELETE CASCADE,
        arm TEXT NOT NULL,
        pair INTEGER NOT NULL,
        place INTEGER NOT NULL,
        body TEXT NOT NULL,
        sum TEXT NOT NULL,
        PRIMARY KEY (campaign, arm, pair, place)
    ) STRICT, WITHOUT ROWID;
    """,
)
"""SQL scripts. The first makes version 1 in an empty file. Each further script turns one version into the next."""

SCHEMA_VERSION: Final = len(MIGRATIONS)

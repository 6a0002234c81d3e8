"""Making tables count their ids on, so that the id of a row that is gone is never given to another.

A step of migration m009, and like it never edited after a release. Before it, undoing one op could reopen the
proposals that another op had decided, because both once had the same id.
"""

import sqlite3

_REMEMBERED = {
    "ops": """
        SELECT abs(op_id) FROM proposals UNION ALL SELECT undoes FROM ops UNION ALL SELECT undone_by FROM ops
        UNION ALL SELECT synced_op FROM sources
        UNION ALL SELECT e.value FROM write_backs w, json_each(w.ops) e
        UNION ALL SELECT value FROM meta WHERE key = 'review.seen_op'""",
    "op_sets": "",
    "runs": "SELECT run_id FROM proposals",
    "sources": "SELECT source_id FROM source_records UNION ALL SELECT source_id FROM source_files",
    "write_backs": "",
}
"""Tables with rows that go while their ids are still remembered somewhere, and the places that keep them."""


def use_ids_once(connection: sqlite3.Connection) -> None:
    """Let every table of `_REMEMBERED` count on from the largest id that any place still keeps."""
    for table, places in _REMEMBERED.items():
        _count_on(connection, table)
        remembered = f"UNION ALL {places}" if places else ""
        connection.execute(
            "UPDATE sqlite_sequence SET seq = (SELECT CAST(max(last) AS INTEGER) FROM "
            f"(SELECT seq AS last {remembered})) WHERE name = ?",
            (table,),
        )


def _count_on(connection: sqlite3.Connection, table: str) -> None:
    """Make a table count its ids on, by copying it: a million ops take some eight seconds, once."""
    (made,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    if "AUTOINCREMENT" in made:
        return
    beside = connection.execute(
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type != 'table' AND sql IS NOT NULL", (table,)
    ).fetchall()
    counting = made.replace("id INTEGER PRIMARY KEY", "id INTEGER PRIMARY KEY AUTOINCREMENT", 1)
    if connection.execute(f"SELECT EXISTS (SELECT 1 FROM {table})").fetchone() == (0,):
        # A rename reads the whole schema anew: for a new store that would be most of the work.
        connection.execute(f"DROP TABLE {table}")
        connection.execute(counting)
    else:
        connection.execute(counting.replace(table, f"{table}_counting", 1))
        connection.execute(f"INSERT INTO {table}_counting SELECT * FROM {table}")
        connection.execute(f"DROP TABLE {table}")
        connection.execute(f"ALTER TABLE {table}_counting RENAME TO {table}")
    # A table that never held a row has no entry yet.
    connection.execute(
        "INSERT INTO sqlite_sequence (name, seq) SELECT ?, 0 WHERE NOT EXISTS "
        "(SELECT 1 FROM sqlite_sequence WHERE name = ?)",
        (table,) * 2,
    )
    for (statement,) in beside:
        connection.execute(statement)

"""SQLite FTS5 for a benchmark: takes orders as lines of JSON, and answers each with one."""

import json
import sqlite3
import sys
import time

path = sys.argv[1]
database = sqlite3.connect(path, isolation_level=None)
database.executescript(
    """
    pragma journal_mode = wal;
    pragma synchronous = off;
    pragma cache_size = -1048576;
    create virtual table words using fts5 (text, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4');
    create virtual table parts using fts5 (c0, content = 'words_content', content_rowid = 'id', tokenize = 'trigram');
    """
)
ORDERS = {"ranked": "rank", "newest": "rowid desc"}


def load(order):
    database.execute("begin")
    rows = [(text,) for text in order["texts"]]
    database.executemany("insert into words (text) values (?)", rows)
    database.execute("commit")
    return {}


def build(_order):
    database.execute("insert into words (words) values ('optimize')")
    database.execute("insert into parts (parts) values ('rebuild')")
    database.execute("insert into parts (parts) values ('optimize')")
    database.execute("pragma wal_checkpoint(truncate)")
    size = lambda table: database.execute(f"select sum(length(block)) from {table}_data").fetchone()[0]
    (content,) = database.execute("select sum(length(cast(c0 as blob))) from words_content").fetchone()
    return {"words": size("words"), "parts": size("parts"), "content": content}


def ask(order):
    table = order["table"]
    statement = (
        f"select rowid, snippet({table}, 0, '', '', '…', 12) from {table} where {table} match ? "
        f"order by {ORDERS[order['by']]} limit 12"
    )
    begun = time.perf_counter()
    rows = database.execute(statement, (order["match"],)).fetchall()
    return {"milliseconds": (time.perf_counter() - begun) * 1000, "rows": len(rows)}


KINDS = {"load": load, "build": build, "ask": ask}
for line in sys.stdin:
    order = json.loads(line)
    print(json.dumps(KINDS[order["kind"]](order)), flush=True)

"""The backend. It is chosen by ``ENGINE`` in the settings.

SQLite lets one connection write at a time. A connection that has to wait sleeps for up to a tenth
of a second, looks again, and may lose to another one each time. So the threads of this process
first wait in a line; only other processes still make SQLite wait.
"""

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import DEFAULT_DB_ALIAS, OperationalError
from django.db.backends.sqlite3 import base

from literature_site.sqlite3.line import Line

BEGIN = "BEGIN"
#: The beginnings of statements that write.
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
#: SQLite's own default for ``timeout``, in seconds.
TIMEOUT = 5.0

#: A line for each database file.
_lines: defaultdict[str, Line] = defaultdict(Line)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits in line before each transaction, and before each statement that
    writes without a transaction.
    """

    def __init__(self, settings_dict: dict[str, Any], alias: str = DEFAULT_DB_ALIAS) -> None:
        super().__init__(settings_dict, alias)
        self._has_turn = False
        self.execute_wrappers.append(self._in_line)

    def _in_line(
        self, execute: Callable[..., object], sql: str, params: object, many: bool, context: object
    ) -> object:
        if self._has_turn or not sql.startswith((BEGIN, *WRITES)):
            return execute(sql, params, many, context)
        if sql.startswith(BEGIN):
            return self._begin(partial(execute, sql, params, many, context))
        # An INSERT that returns a row ends only when the row is read, which is a little after its
        # turn. SQLite makes the next writer wait for this moment.
        self._enter()
        try:
            return execute(sql, params, many, context)
        finally:
            self._leave()

    def _begin(self, execute: Callable[[], object]) -> object:
        """Begin a transaction. Its end gives the turn back."""
        self._enter()
        try:
            return execute()
        except BaseException:
            self._leave()
            raise

    def commit(self) -> None:
        try:
            super().commit()
        finally:
            self._leave()

    def rollback(self) -> None:
        try:
            super().rollback()
        finally:
            self._leave()

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._leave()

    @property
    def _line(self) -> Line:
        return _lines[str(self.settings_dict["NAME"])]

    def _enter(self) -> None:
        if not self._line.enter(self.settings_dict["OPTIONS"].get("timeout", TIMEOUT)):
            raise OperationalError("database is locked")
        self._has_turn = True

    def _leave(self) -> None:
        if self._has_turn:
            self._has_turn = False
            self._line.leave()

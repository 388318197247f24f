"""``among``: what ``in`` is, for hundreds of values at once.

PostgreSQL's driver takes a statement with hundreds of parameters apart in Python, anew each time:
of what a process with 300 sockets did, a seventh was this. As one array they are one parameter.
"""

from typing import Any

from django.db.models import Field
from django.db.models.lookups import In


@Field.register_lookup
class Among(In):
    """``Seat.objects.filter(pk__among=seat_ids)``; not for what is looked up through a relation."""

    lookup_name = "among"

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", [*params, list(self.rhs)]

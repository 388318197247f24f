"""The lookup ``among``, which is ``in`` for hundreds of values.

PostgreSQL's driver parses a statement with hundreds of parameters in Python at each call. The
parsing took a seventh of the processor time of a server with 300 sockets. ``among`` sends one array
as one parameter.
"""

from typing import Any

from django.db.models import Field
from django.db.models.lookups import In


@Field.register_lookup
class Among(In):
    """``Seat.objects.filter(pk__among=seat_ids)``. The lookup does not work across a relation."""

    lookup_name = "among"

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, list[object]]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", [*params, list(self.rhs)]

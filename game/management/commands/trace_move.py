"""Shows when a move was requested, committed, published, rendered and sent, and to how many
sockets.
"""

import json
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from game.models import Move, MoveTrace


class Command(BaseCommand):
    help = (
        "Print when each process received, committed, published, rendered and sent a move, and to "
        "how many sockets. These times are stored some seconds after the move; the newest 200,000 "
        "rows are kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME", help="the id of the game")
        parser.add_argument(
            "number",
            metavar="N",
            type=int,
            help="the number of the move; the first move is number 1",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, game: str, number: int, **options: Any) -> None:
        move = Move.objects.filter(game=game, number=number - 1).first()
        if move is None:
            raise CommandError(_("This game has no move with this number."))
        rows = traced(game, number)
        if options["json"]:
            self.stdout.write(json.dumps({"made_at": move.made_at.isoformat(), "processes": rows}))
            return
        made_at = f"{move.made_at.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f} UTC"
        said = _("Move %(number)d of game %(game)s. Made by: %(mover)s. Planned at: %(at)s.")
        names = {"number": number, "game": game, "mover": move.get_mover_display(), "at": made_at}
        self.stdout.write(said % names)
        if not rows:
            self.stdout.write(_("This move has no trace."))
            return
        header = [_("process"), *MoveTrace.STAGES, _("sockets")]
        lines = [header, *(_cells(row, _start(rows)) for row in rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            self.stdout.write("  ".join(cells).rstrip())


def traced(game_id: str, number: int) -> list[dict[str, Any]]:
    """The times of a move in each process. The process that made the move comes first.

    A process that had to show several moves at once rendered only the last of them.
    """
    later = MoveTrace.objects.filter(game_id=game_id, number__gte=number).order_by("number", "pk")
    by_process: dict[str, dict[str, Any]] = {}
    for row in later[:200]:
        empty = {"process": row.process, **dict.fromkeys(MoveTrace.STAGES), "sockets": 0}
        found = by_process.setdefault(row.process, empty)
        if row.number == number:
            for stage in ("asked", "committed", "published"):
                found[stage] = found[stage] or getattr(row, stage)
        if row.rendered and (found["rendered"] is None or row.number == found["number"]):
            found["number"] = row.number
            found["rendered"] = found["rendered"] or row.rendered
            found["sent"] = row.sent or found["sent"]
            found["sockets"] += row.sockets
    known = [row for row in by_process.values() if any(row[each] for each in MoveTrace.STAGES)]
    for row in known:
        row.pop("number", None)
    return sorted(known, key=lambda row: (row["committed"] is None, row["process"]))


def _start(rows: list[dict[str, Any]]) -> float:
    """The earliest of all times."""
    return min(row[stage] for row in rows for stage in MoveTrace.STAGES if row[stage])


def _cells(row: dict[str, Any], start: float) -> list[str]:
    """The cells of a row: the earliest time as a time of day, other times in milliseconds after
    it.
    """
    cells = [row["process"]]
    for stage in MoveTrace.STAGES:
        at = row[stage]
        if at is None:
            cells.append("-")
        elif at == start:
            cells.append(f"{datetime.fromtimestamp(at, UTC):%H:%M:%S.%f}"[:-3])
        else:
            cells.append(f"+{(at - start) * 1000:.1f} ms")
    return [*cells, str(row["sockets"])]

"""Measures whether sending alerts delays moves: ``python -m benchmarks.alerts --help``.

Twenty tables of six people move. Rounds of rest alternate with rounds in which the site encrypts
and sends push messages to a receiver on loopback. The command never fails because of a figure.
"""

import argparse
import asyncio
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from benchmarks.load.figures import percentile
from benchmarks.load.measuring import show
from benchmarks.load.rounds import gathered, round_of
from benchmarks.load.served import HOST, SERVED, Served
from benchmarks.load.tables import Round, Table
from tests.database.kit.receivers import Device, certificate, receiver


def send(database: str, folder: Path, rate: float, seconds: float, sent: object) -> None:
    """Put ``rate`` test messages a second into the queue, and receive them. Runs in a process of
    its own. ``sent`` counts the received messages.
    """
    os.environ |= {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "literature_site.settings"}
    import django

    django.setup()
    from accounts.models import User
    from alerts import models
    from alerts.needs import put
    from game import database_time

    browser, end, number = Device(), time.monotonic() + seconds, 0
    with receiver(SimpleNamespace(), folder) as service:
        person = User.objects.create_guest("Alerted", "owl")
        models.Device.objects.create(
            user=person, endpoint=f"{service.url}/a", p256dh=browser.p256dh, auth=browser.auth
        )
        while time.monotonic() < end:
            key, now = f"{time.time()} {number}", database_time.now()
            put(key, models.What.TEST, models.Way.PUSH, now, user_id=person.pk)
            number += 1
            time.sleep(1 / rate)
        person.delete()
        sent.value += len(service.received)  # type: ignore[attr-defined]


async def beside_alerts(
    served: Served, chosen: argparse.Namespace, people: Sequence[Table], sent: object
) -> Round:
    """Measure the people's moves while alerts are sent."""
    values = (served.environment["DATABASE_URL"], served.folder, chosen.rate, chosen.seconds, sent)
    sender = multiprocessing.get_context("spawn").Process(target=send, args=values)
    sender.start()
    await asyncio.sleep(chosen.start)
    part = await round_of(people, chosen.every, chosen.seconds - chosen.start)
    await asyncio.to_thread(sender.join)
    return part


async def measured(served: Served, chosen: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Play rounds with and without alerts, alternately. Return the medians over the rounds."""
    people = [Table(HOST, served.site_port, n, "nine-sets") for n in range(chosen.tables)]
    await gathered([table.sit_down() for table in people], at_once=2)
    await gathered([table.listen(range(6)) for table in people], at_once=2)
    await round_of(people, chosen.every, chosen.seconds / 2)  # The first round is a warm-up.
    sent = multiprocessing.get_context("spawn").Value("i", 0)
    rests, alerts = [], []
    for _number in range(chosen.rounds):
        rests.append(await round_of(people, chosen.every, chosen.seconds - chosen.start))
        alerts.append(await beside_alerts(served, chosen, people, sent))
    for table in people:
        table.close()
    rest, busy = _medians(rests), _medians(alerts)
    return {
        "ms to the answer, at rest": rest,
        "ms to the answer, beside alerts": busy,
        "alerts by rest": {name: busy[name] / rest[name] for name in rest},
        "messages received": {"all": sent.value},
    }


def _medians(rounds: Sequence[Round]) -> dict[str, float]:
    return {
        f"p{which}": statistics.median(percentile(part.answered, which) for part in rounds)
        for which in (50, 95, 99)
    }


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--on", choices=SERVED, default="cluster", help="how the site is served")
    words.add_argument("--tables", type=int, default=20, help="tables of six people")
    words.add_argument("--rate", type=float, default=5, help="alerts a second")
    words.add_argument("--every", type=float, default=2, help="seconds between a table's moves")
    words.add_argument("--seconds", type=float, default=25, help="of a round")
    words.add_argument("--start", type=float, default=5, help="seconds until the alerts begin")
    words.add_argument("--rounds", type=int, default=4, help="with and without alerts")
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="literature-alerts-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        trusted = {"OUTGOING_TEST_CA": str(certificate(folder))}
        with SERVED[chosen.on](folder, trusted) as served:
            figures = asyncio.run(measured(served, chosen))
    show(figures)


if __name__ == "__main__":
    main()

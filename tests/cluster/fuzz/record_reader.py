"""Fuzzes the reader of records. The fuzzer looks for inputs that reach new lines of the rules.

``tests/cluster/fuzz/test_record_reader.py`` runs it with atheris, in a separate environment (``make
fuzz-tool``): ``python -m tests.cluster.fuzz.record_reader CORPUS -max_total_time=300``. Each input
must get a verdict, without an exception, and the same verdict a second time.
"""

import json
import random
import sys
from typing import Any

import atheris

with atheris.instrument_imports(include=["literature.rules"]):
    from literature.record import verdict

#: Values that are wrong in most places of a record.
NASTY = [None, True, -1, 0, 1, 12, 10**40, 1e308, "", "2C", "joker", "low-clubs", "\ud800", [], {}]


def mutated(data: bytes, most: int, seed: int) -> bytes:
    """Return a record with a few changed values. In one of four cases, or if ``data`` is not a
    record, change bytes instead.
    """
    chance = random.Random(seed)
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or chance.random() < 0.25:
        return atheris.Mutate(data, most)
    for _ in range(chance.randint(1, 4)):
        change(document, chance)
    return json.dumps(document).encode()[:most]


def change(inside: Any, chance: random.Random) -> None:
    """Make one change somewhere in a list or an object, unless it is empty."""
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            return
        key = chance.choice(keys)
        if not (isinstance(inside[key], dict | list) and inside[key] and chance.random() < 0.9):
            break
        inside = inside[key]
    kind = chance.randrange(4)
    if kind == 0:
        del inside[key]
    elif kind == 1:
        inside[key] = chance.choice(NASTY)
    elif kind == 2:
        other = chance.choice(keys)
        inside[key], inside[other] = inside[other], inside[key]
    elif isinstance(inside, list):
        inside.insert(key, inside[chance.choice(keys)])
    else:
        inside[str(chance.choice(NASTY))] = inside[key]


def check(data: bytes) -> None:
    """Check one input. An error ends the fuzzer, which stores the input."""
    assert verdict(data) == verdict(data)


if __name__ == "__main__":
    atheris.Setup(sys.argv, check, custom_mutator=mutated)
    atheris.Fuzz()

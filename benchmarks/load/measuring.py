"""Runs the site for a benchmark, as its command line says."""

import argparse
import asyncio
import json
import resource
import tempfile
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.load.served import SERVED, Served


def measure(
    words: argparse.ArgumentParser,
    measured: Callable[[Served, argparse.Namespace], Coroutine[Any, Any, Any]],
    *,
    among: Sequence[str] = tuple(SERVED),
    extra: Mapping[str, str] | None = None,
) -> Any:
    """Run the site as ``--on`` says, which is one of ``among``, with more variables in its
    environment. Return the figures that ``measured`` returns, and store them where ``--json`` says.
    """
    words.add_argument("--on", choices=among, default=among[0], help="how the site is served")
    words.add_argument("--json", type=Path, help="where the figures go as well")
    chosen = words.parse_args()
    # By default a load opens 600 sockets to the site and 600 to the floor. The servers hold the
    # other ends, and inherit this limit.
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    with tempfile.TemporaryDirectory(prefix="literature-load-") as folder:
        Path(folder).chmod(0o755)
        with SERVED[chosen.on](Path(folder), extra) as served:
            figures = asyncio.run(measured(served, chosen))
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=1))
    return figures


def show(figures: Mapping[str, Mapping[str, float]]) -> None:
    """Print a line for each name."""
    for name, each in figures.items():
        print(f"{name:<34}" + "   ".join(f"{what} {value:.2f}" for what, value in each.items()))

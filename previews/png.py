"""Turns a drawing into a PNG, in a process of its own, because the library stops all other threads
of a process while it draws.
"""

import subprocess
import sys
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

from accounts.rate_limits import Bucket
from game.refusals import Refused

FONTS = Path(__file__).parent / "fonts"
PICTURES_PER_SECOND, PICTURES_AT_ONCE = 1, 5
LONGEST_SECONDS = 60

#: The program of the process: it reads a drawing and writes the picture. Moves come before it, but
#: it still gets a twentieth of a busy processor.
PROGRAM = """
import os, sys, resvg_py
os.nice(5)
drawn = resvg_py.svg_to_bytes(
    svg_string=sys.stdin.read(), skip_system_fonts=True, font_files=sys.argv[1:]
)
sys.stdout.buffer.write(drawn)
"""

_one_at_a_time = Lock()


@cache
def _limit() -> Bucket:
    """The limit of new pictures in this process."""
    return Bucket(PICTURES_PER_SECOND, PICTURES_AT_ONCE)


@lru_cache(maxsize=200)
def png(svg: str) -> bytes:
    """Return the drawing as a PNG. Equal drawings are drawn once, and cost nothing again.

    Raise ``Refused`` with ``rate_limited`` if this process has drawn too many pictures, or is too
    busy to draw.
    """
    if not _limit().allows_one():
        raise Refused("rate_limited", retry_after=1)
    fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    command = [sys.executable, "-I", "-c", PROGRAM, *fonts]
    try:
        with _one_at_a_time:
            done = subprocess.run(
                command,
                input=svg.encode(),
                capture_output=True,
                check=True,
                timeout=LONGEST_SECONDS,
            )
    except subprocess.TimeoutExpired as late:
        raise Refused("rate_limited", retry_after=LONGEST_SECONDS) from late
    return done.stdout

"""Messages are compressed independently of each other."""

import zlib

import pytest

from game.live.deflate import deflated, deflated_after


def inflated(payload):
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(payload + b"\x00\x00\xff\xff")


@pytest.mark.parametrize("start", [b"", b"<section>" * 2_000, bytes(range(256)) * 300])
def test_messages_with_the_same_start(start):
    after_start = deflated_after(start)
    for rest in (b"", b"one", b"two" * 1_000, b"one"):
        assert inflated(after_start(rest)) == start + rest
        assert after_start(rest) == deflated(start + rest)

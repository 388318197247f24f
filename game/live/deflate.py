"""Compresses socket messages: permessage-deflate, without context between messages."""

import zlib
from collections.abc import Callable

#: Level 6 would make updates a tenth smaller than level 3, but would take three times as long.
LEVEL = 3


def deflated(payload: bytes, window_bits: int = zlib.MAX_WBITS) -> bytes:
    """The compressed form of a message, for sockets that have agreed on compression."""
    compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, -window_bits)
    return (compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]


def deflated_after(start: bytes) -> Callable[[bytes], bytes]:
    """A function that compresses messages which all begin with ``start``.

    It gets the rest of a message, and returns the same bytes as ``deflated`` for the whole message.
    The start is compressed only once.
    """
    compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    compressed = compressor.compress(start)

    def after_start(rest: bytes) -> bytes:
        own = compressor.copy()
        return (compressed + own.compress(rest) + own.flush(zlib.Z_SYNC_FLUSH))[:-4]

    return after_start

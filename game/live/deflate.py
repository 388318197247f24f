"""Compressing what sockets are sent: permessage-deflate, with no context between messages."""

import zlib

#: Level 6 makes updates a tenth smaller and takes three times as long.
LEVEL = 3


def deflated(payload: bytes, window_bits: int = zlib.MAX_WBITS) -> bytes:
    """A message as a socket sends it where both sides have agreed on that."""
    compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, -window_bits)
    return (compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]

"""How much comes out of a file that is compressed, found without taking it all in."""

from __future__ import annotations

import gzip
import zlib
from contextlib import suppress
from pathlib import Path

from clusterscribe.table.parquet import bytes_in_memory, is_parquet
from clusterscribe.table.textlines import is_compressed

_PIECE = 1 << 20  # bytes that are unpacked at a time


def unpacks_to_more(path: Path, most: int) -> bool:
    """Whether more bytes come out of a file than these.

    Text is unpacked piece by piece, and no further than needed. A file that is damaged is for
    whoever reads it to refuse.
    """
    if is_parquet(path):
        return bytes_in_memory(path) > most
    if not is_compressed(path):
        return path.stat().st_size > most
    size = 0
    with suppress(EOFError, zlib.error, gzip.BadGzipFile), gzip.open(path) as stream:
        while size <= most and (piece := stream.read(_PIECE)):
            size += len(piece)
    return size > most

"""Long texts within a certificate: as they are, or compressed, and read line by line.

A compressed text is `{"zlib": BASE64}`. It is never held expanded: what is kept in memory is as
large as the certificate, whatever it claims to expand to.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from typing import Any

from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.telling import Tell
from clusterscribe.description.export.plain import Node

LONG = 20_000  # characters, from which a text is compressed
PIECE = 2**16  # bytes that are expanded at a time
LONGEST_LINE = 10**7


def packed(text: str) -> Any:  # noqa: ANN401
    """Return a text as it is written to a certificate."""
    if len(text) < LONG:
        return text
    return {"zlib": base64.b64encode(zlib.compress(text.encode(), 9)).decode()}


def lines_of(node: Node, tell: Tell) -> Iterator[str]:
    """Yield the lines of a text; `tell` hears what share of it has been read."""
    rest = ""
    for piece in _pieces(node, tell):
        *lines, rest = (rest + piece).split("\n")
        yield from lines
        if len(rest) > LONGEST_LINE:
            raise Refused("a line of the evidence is longer than any should be")
    if rest:
        yield rest


def _pieces(node: Node, tell: Tell) -> Iterator[str]:
    if isinstance(node.value, str):
        for start in range(0, len(node.value), PIECE):
            yield node.value[start : start + PIECE]
            tell(start / len(node.value))
        return
    try:
        data = base64.b64decode(node.field("zlib").text(), validate=True)
        expanding = zlib.decompressobj()
        for start in range(0, len(data), PIECE):
            left = data[start : start + PIECE]
            while left:
                yield expanding.decompress(left, PIECE).decode("ascii")
                left = expanding.unconsumed_tail
            tell(start / len(data))
        if not expanding.eof:
            raise Refused("a compressed text of the evidence is cut short")
    except (ValueError, zlib.error) as problem:
        raise Refused(f"a compressed text of the evidence cannot be read: {problem}") from None

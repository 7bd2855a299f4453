"""What fits on a screen: the blocks of a text that come first, and a line that says what is left.

Whoever prints an answer in a notebook or a terminal wants to see its beginning and its summary at
once; `to_text()` writes all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

LINES = 40  # of a screen

Block: TypeAlias = Sequence[str]  # lines; blocks have an empty line between them


def shown(
    blocks: Sequence[Block],
    last: Sequence[Block] = (),
    most: int | None = LINES,
    left: Callable[[int], str] = "... and {} more: to_text() shows all".format,
) -> str:
    """Write the first blocks and the last ones in at most so many lines; None is all of them.

    `left` says how many blocks are left out. A first block that is too long by itself is cut.
    """
    blocks, last = [list(b) for b in blocks if b], [list(b) for b in last if b]
    if most is None or _lines([*blocks, *last]) <= most:
        return _joined([*blocks, *last])
    kept = list(blocks)
    while len(kept) > 1 and _lines([*kept, [""], *last]) > most:
        kept.pop()
    missing = len(blocks) - len(kept)
    room = most - _lines([*last, [""]] if missing else last) - 1
    kept = [_cut(block, room) if len(kept) == 1 else block for block in kept]
    return _joined([*kept, *([[left(missing)]] if missing else []), *[_cut(b, most) for b in last]])


def thinned(places: int, most: int) -> list[int]:
    """Choose at most so many of as many places, evenly, the first and the last among them."""
    if places <= most:
        return list(range(places))
    most = max(most, 2)
    return sorted({round(step * (places - 1) / (most - 1)) for step in range(most)})


def _lines(blocks: Sequence[Block]) -> int:
    return sum(map(len, blocks)) + max(0, len(blocks) - 1)


def _joined(blocks: Sequence[Block]) -> str:
    return "\n\n".join("\n".join(block) for block in blocks)


def _cut(block: Block, most: int) -> Block:
    """Return a block that is no longer, its end replaced by dots."""
    most = max(most, 3)
    return block if len(block) <= most else [*block[: most - 1], "..."]

"""The form of choices, as a browser sends it: a few fields, and never a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from starlette.datastructures import FormData

MOST_BYTES = 10_000_000  # for tables with very many columns, each of which may be left out


async def read_form(body: AsyncIterator[bytes]) -> FormData:
    """Read a form whole; one that no page of the app would send is refused."""
    from starlette.datastructures import FormData

    received = bytearray()
    async for chunk in body:
        received += chunk
        if len(received) > MOST_BYTES:
            raise InputError("the form is too large; leave out columns before the app reads them")
    pairs = parse_qsl(received.decode("utf-8", "replace"), keep_blank_values=True)
    return FormData(pairs)

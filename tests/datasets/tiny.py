"""A data set of three rows, and a copy of it at an address."""

from __future__ import annotations

import hashlib

from clusterscribe.datasets.catalogue import Facts, Mirror

ADDRESS = "https://example.org/tiny.data"
COPY = b"1,red,a\n2.5,blue,b\n,red,a\n"  # the last row has no size
CONTENT = "'size','colour','class'\n1,'red','a'\n2.5,'blue','b'\nNone,'red','a'\n"

TINY = Facts(
    name="tiny",
    title="three things",
    rows=2,
    features=3,
    clusters=2,
    columns=("size", "colour"),
    categories=frozenset({"colour"}),
    target="kind",
    licence="none",
    digest=hashlib.sha256(CONTENT.encode()).hexdigest(),
    mirrors=(Mirror(ADDRESS, names=("size", "colour", "kind")),),
)

"""What is known of the data sets without loading them; `catalogue.toml` lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from clusterscribe.errors import InputError, did_you_mean

Variant: TypeAlias = Literal["paper", "clean"]


@dataclass(frozen=True, slots=True)
class Mirror:
    """An address with a copy, and how to read what comes from there."""

    address: str
    members: Sequence[str] = ()  # what to take from a zip file, and from a zip file in it
    delimiter: str = ","  # a space stands for any white space
    names: Sequence[str] = ()  # of the columns, for copies that do not name them
    renamed: Mapping[str, str] = field(default_factory=dict)  # from other names, in lower case


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of a data set without loading it."""

    name: str
    title: str
    rows: int  # complete ones
    features: int  # as in the paper: each level of a category is one feature
    clusters: int  # as in the paper
    columns: tuple[str, ...] = field(repr=False)
    target: str  # the column with the original class
    licence: str = "CC BY 4.0"  # as the UCI Machine Learning Repository lists its sets
    digest: str = field(repr=False)  # of the tidy content
    categories: Sequence[str] = field(default=(), repr=False)
    # digests of the reference clusterings; "clean" only where the variants differ
    partitions: Mapping[Variant, str] = field(default_factory=dict, repr=False)
    bundled: bool = False  # with scikit-learn
    mirrors: tuple[Mirror, ...] = field(default=(), repr=False)

    @property
    def two_variants(self) -> bool:
        """Whether the paper's matrix differs from what its text describes."""
        return "clean" in self.partitions

    def partition(self, variant: Variant, clusters: int) -> str | None:
        """Return the digest of a reference clustering; None where the paper has none."""
        if clusters != self.clusters:
            return None
        return self.partitions.get(variant if self.two_variants else "paper")


def facts(name: str) -> Facts:
    """Return what is known of a data set, without loading it.

    Parameters
    ----------
    name : str
        One of `datasets.NAMES`.

    Returns
    -------
    Facts
        Rows, features, clusters, columns and where it comes from.

    Examples
    --------
    >>> from clusterscribe import datasets
    >>> datasets.facts("wine").rows
    178

    """
    if not isinstance(name, str) or name not in _ALL:
        hint = did_you_mean(str(name), _ALL) or f" There are {', '.join(map(repr, _ALL))}."
        raise InputError(f"there is no data set {name!r}.{hint}")
    return _ALL[name]


def _facts(name: str, *, columns: list[str], mirrors: Sequence[Any] = (), **known: Any) -> Facts:  # noqa: ANN401
    own = (*columns, known["target"])
    return Facts(
        name=name,
        columns=tuple(columns),
        mirrors=tuple(_mirror(own, **mirror) for mirror in mirrors),
        **known,
    )


def _mirror(
    own: Sequence[str],
    *,
    header: bool = True,
    before: Sequence[str] = (),
    numbered: bool = False,
    **how: Any,  # noqa: ANN401
) -> Mirror:
    """Return a mirror, with the names of columns that the copy leaves out or replaces."""
    numbers = (*(f"x{number}" for number in range(1, len(own))), "y")
    return Mirror(
        **how,
        names=() if header else (*before, *own),
        renamed=dict(zip(numbers, own, strict=True)) if numbered else {},
    )


def _read_catalogue() -> dict[str, Facts]:
    text = files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8")
    return {name: _facts(name, **known) for name, known in tomllib.loads(text).items()}


_ALL = _read_catalogue()
NAMES = tuple(_ALL)
"""The names of the data sets, as `load` takes them."""

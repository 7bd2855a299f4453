"""Where a data set is found: a folder, the cache, scikit-learn, or a public address."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clusterscribe.datasets.bundled import bundled
from clusterscribe.datasets.copies import cells_of
from clusterscribe.datasets.fetching import fetch
from clusterscribe.datasets.folders import (
    VARIABLE,
    cache_folder,
    data_folder,
    lack_of,
    read_set,
    write_set,
)
from clusterscribe.datasets.tidy import Tidy, checked, tidy
from clusterscribe.datasets.words import Facts, Mirror, UnfitError
from clusterscribe.errors import InputError, hint

_REPLACE = f"replace it, or take it out of the folder of ${VARIABLE}"
_REMOVE = "remove it to have it fetched again"


@dataclass(frozen=True, slots=True)
class Found:
    """A data set and where it came from."""

    content: Tidy
    source: str
    folder: Path | None = None  # the user's, if it was there; labels may be there too


def find(known: Facts) -> Found:
    """Look in the user's folder, in the cache and in scikit-learn, and then ask the network."""
    folder, cache = data_folder(), cache_folder()
    if folder is not None:
        content = read_set(folder, known, _REPLACE)
        if content is not None:
            return Found(content, str(folder), folder)
    if cache is not None:
        content = read_set(cache, known, _REMOVE)
        if content is not None:
            return Found(content, str(cache))
    if known.bundled:
        return Found(_from_scikit_learn(known), "scikit-learn")
    content, address = _fetched(known, folder, cache)
    if cache is not None:
        _keep(cache, known, content)
    return Found(content, address)


def _from_scikit_learn(known: Facts) -> Tidy:
    try:
        return checked(known, bundled(known))
    except UnfitError as error:
        raise InputError(
            f"scikit-learn's copy of the data set {known.name!r} has changed: {error}; put UCI's "
            f"into a folder and name it in ${VARIABLE}"
        ) from error


def _fetched(known: Facts, folder: Path | None, cache: Path | None) -> tuple[Tidy, str]:
    failures: dict[str, str] = {}
    for mirror in known.mirrors:
        try:
            return _copy(known, mirror), mirror.address
        except UnfitError as error:
            failures[mirror.address] = str(error)
    raise InputError(_not_here(known, folder, cache, failures))


def _copy(known: Facts, mirror: Mirror) -> Tidy:
    cells = cells_of(fetch(mirror.address), mirror)
    return checked(known, tidy(known, cells.names, cells.rows))


def _keep(cache: Path, known: Facts, content: Tidy) -> None:
    try:
        write_set(cache, known, content)
    except InputError as error:
        hint(f"the data set {known.name!r} is fetched again next time: {error}")


def _not_here(
    known: Facts, folder: Path | None, cache: Path | None, failures: dict[str, str]
) -> str:
    name = known.name
    named, kept = f"a folder of ${VARIABLE} (not set)", "a cache folder (there is no home)"
    if folder is not None:
        lack = lack_of(folder, known)
        named = f"{str(folder)!r} (${VARIABLE}{lack and ', '}{lack})"
    if cache is not None:
        kept = f"{str(cache)!r} (the cache folder)"
    looked = (
        f"the data set {name!r} is not here: '{name}/{name}.csv' and '{name}/class.csv' (also as "
        f".csv.gz) are neither in {named} nor in {kept}"
    )
    if not known.mirrors:
        return (
            f"{looked}, and no public address has it without an account; put '{name}.csv' as it "
            f"is on Kaggle into a folder '{name}', and the folder above that into ${VARIABLE}"
        )
    asked = " or ".join(f"{address} ({reason})" for address, reason in failures.items())
    return (
        f"{looked}, and it cannot be fetched from {asked}; connect to the internet, or put the "
        f"files into a folder and name it in ${VARIABLE}"
    )

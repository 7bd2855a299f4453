"""Where a data set is found: in a folder, in the cache, in scikit-learn, or at an address."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from clusterscribe.datasets.catalogue import Facts
from clusterscribe.datasets.copies import cells_of, fetch
from clusterscribe.datasets.folders import (
    VARIABLE,
    cache_folder,
    data_folder,
    lack_of,
    read_set,
    write_set,
)
from clusterscribe.datasets.tidy import Tidy, UnfitError, checked, tidy
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
    """Look in the user's folder, in the cache and in scikit-learn, then at public addresses."""
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
    found = _fetched(known, folder, cache)
    if cache is not None:
        try:
            write_set(cache, known, found.content)
        except InputError as error:
            hint(f"the data set {known.name!r} will be fetched again next time: {error}")
    return found


def _from_scikit_learn(known: Facts) -> Tidy:
    try:
        return checked(known, _bundled(known))
    except UnfitError as error:
        raise InputError(
            f"scikit-learn's copy of the data set {known.name!r} has changed: {error}; put UCI's "
            f"into a folder and name it in ${VARIABLE}"
        ) from error


def _bundled(known: Facts) -> Tidy:
    """Return scikit-learn's copy of a data set, with the names and values of UCI's."""
    from sklearn import datasets

    given = getattr(datasets, f"load_{known.name}")()
    values, target = given.data.copy(), given.target + 1.0
    if known.name == "iris":
        # UCI's file, which the paper used, deviates from Fisher's article in these two rows;
        # scikit-learn has Fisher's
        values[[34, 37]] = (4.9, 3.1, 1.5, 0.1)
        target = np.array([f"Iris-{given.target_names[code]}" for code in given.target], object)
    return Tidy(dict(zip(known.columns, values.T, strict=True)), target)


def _fetched(known: Facts, folder: Path | None, cache: Path | None) -> Found:
    failures: dict[str, str] = {}
    for mirror in known.mirrors:
        try:
            cells = cells_of(fetch(mirror.address), mirror)
            return Found(checked(known, tidy(known, cells)), mirror.address)
        except UnfitError as error:
            failures[mirror.address] = str(error)
    raise InputError(_not_found(known, folder, cache, failures))


def _not_found(
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
        f"the data set {name!r} was not found: '{name}/{name}.csv' and '{name}/class.csv' (also "
        f"as .csv.gz) are neither in {named} nor in {kept}"
    )
    if not known.mirrors:
        return (
            f"{looked}, and no public address has it without an account; put '{name}.csv' as it "
            f"is on Kaggle into a folder '{name}', and name its parent folder in ${VARIABLE}"
        )
    asked = " or ".join(f"{address} ({reason})" for address, reason in failures.items())
    return (
        f"{looked}, and it cannot be fetched from {asked}; connect to the internet, or put the "
        f"files into a folder and name it in ${VARIABLE}"
    )

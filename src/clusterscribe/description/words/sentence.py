"""A description in plain English: one line per cluster, for a slide or the head of a card.

The line is a noun and all that is asked of its rows: `Customers with age of at most 30 and
orders of at least 4, and whose job is admin`. It has no full stop, so that it can stand in
a list, in a table or in a longer text. It says the same as the conditions, all of them and no more,
but for an aside where these cover little of the cluster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clusterscribe.description.core import conditions
from clusterscribe.description.core.base import BaseDescription, Tally
from clusterscribe.description.core.region import Region
from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import Naming, naming
from clusterscribe.description.words.phrases import Asking, phrase
from clusterscribe.description.words.shortcoming import covers_little
from clusterscribe.errors import InputError
from clusterscribe.parameters import Label
from clusterscribe.series import series

ROWS = "rows"


def to_sentence(
    description: BaseDescription,
    noun: str = ROWS,
    feature_names: Mapping[str, str] | None = None,
) -> dict[Label, str]:
    """Return for each label what its rows have in common, in one line of plain English.

    `noun` is what a row is, in the plural; `feature_names` has names for columns, with their
    unit in brackets where they have one: `{"avg_ord": "average order (EUR)"}`.

    Parameters
    ----------
    noun : str
        What a row is, in the plural.
    feature_names : dict or None
        Names for columns, with their unit in brackets where they have one.

    Returns
    -------
    dict
        For each label a sentence.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> description.to_sentence("people", {"x0": "age (years)"})["young"]
    'People with age of at most 40 years'

    """
    noun = check_noun(noun)
    names = naming(feature_names, description.columns)
    return {
        part.label: _sentence(part, noun, names, description.tally_of(part.label))
        for part in description.parts
    }


def sentence_of(
    region: Region,
    noun: str = ROWS,
    names: Naming | None = None,
    tally: Tally | None = None,
) -> str:
    """Write which rows are inside a region; a tally knows whether there are any."""
    return _sentence(region, check_noun(noun), names or Naming(), tally)


def _sentence(region: Region, noun: str, names: Naming, tally: Tally | None) -> str:
    alternatives = _alternatives(region)
    if not alternatives or (tally is not None and not tally.inside + tally.wrongly_inside):
        return f"No {noun}"
    if not all(alternatives):
        return f"All {noun}"
    words = f"{_capitalised(noun)} {_either([_all_of(some, names) for some in alternatives])}"
    return f"{words}{_aside(tally)}"


def _aside(tally: Tally | None) -> str:
    """Say how much of the cluster these are, where it is little."""
    if tally is None or not covers_little(tally):
        return ""
    if not tally.inside:
        return " (none of the cluster)"
    return f" (only {wording.percent(tally.inside / tally.rows)} of the cluster)"


def _alternatives(region: Region) -> list[list[Asking]]:
    """Return what is asked for by each alternative that any row can satisfy."""
    found = conditions.conditions_of(region)
    alternatives: Sequence[Sequence[conditions.Condition]] = [found]
    match found:
        case (conditions.AnyOf(several),):  # alternatives are never one condition among others
            alternatives = several
    asks_nothing = conditions.Always | conditions.Never | conditions.AnyOf
    return [
        [condition for condition in some if not isinstance(condition, asks_nothing)]
        for some in alternatives
        if conditions.Never() not in some
    ]


def _all_of(some: Sequence[Asking], names: Naming) -> str:
    """Join all phrases: those of numbers first, and of these the long ones, sums, last."""
    ordered = sorted(some, key=lambda condition: isinstance(condition, conditions.Weighted))
    phrases = [phrase(condition, names) for condition in ordered]
    numbers = [found.words for found in phrases if found.opening == "with"]
    facts = [f"whose {found.words}" for found in phrases if found.opening == "whose"]
    if not numbers or not facts:
        return series(facts) if facts else f"with {series(numbers)}"
    if len(facts) > 1:
        return f"with {series(numbers)}, {series(facts)}"
    return f"with {series(numbers)}{',' if len(numbers) > 1 else ''} and {facts[0]}"


def _either(alternatives: list[str]) -> str:
    if len(alternatives) == 1:
        return alternatives[0]
    # a comma inside an alternative must not look like its end
    mark = ";" if any("," in words for words in alternatives) else ","
    return "either " + f"{mark} or ".join(alternatives)


def check_noun(noun: object) -> str:
    """Check what a row is called."""
    if not isinstance(noun, str) or not noun.strip():
        raise InputError(
            f"noun must say what the rows are, in the plural, such as 'customers', not {noun!r}"
        )
    return wording.visible(noun.strip())


def _capitalised(noun: str) -> str:
    """Start with a capital, except where the first word has one of its own (`iOS users`)."""
    first = noun[0].upper()
    is_plain = noun.split(maxsplit=1)[0].islower() and len(first) == 1
    return first + noun[1:] if is_plain else noun

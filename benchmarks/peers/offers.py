"""What a method offers, and the best of it.

A runner writes one offer for each of its settings. An offer is a tree, the rules of each cluster
which are meant to be taken together, or alternatives of which each cluster needs one. The best is
what makes the fewest errors, and is shortest among these; of alternatives the best are chosen
for all clusters together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from benchmarks.peers import trees
from benchmarks.peers.measures import errors, length, own_rows
from benchmarks.peers.rules import (
    Regions,
    Rows,
    Rule,
    complexity,
    inside_region,
    inside_rule,
    read_rule,
    tidied,
    tidied_region,
)
from benchmarks.peers.tables import Table

Offer: TypeAlias = Mapping[str, Any]
Key: TypeAlias = tuple[int, int]  # errors and complexity


@dataclass(frozen=True)
class Option:
    """A rule that a cluster could have, and the rows inside."""

    rule: Rule
    inside: Rows
    complexity: int


def best_of(offers: Sequence[Offer], table: Table) -> tuple[Offer, Regions]:
    """Return the offer with the fewest errors, then the shortest, and its regions.

    Alternatives of all offers are one pool; the last of them stands for it.
    """
    alternatives = [offer for offer in offers if "alternatives" in offer]
    found = [(offer, whole(offer, table)) for offer in offers if "alternatives" not in offer]
    if alternatives:
        found.append((alternatives[-1], chosen(pool(alternatives, table), table)))
    return min(found, key=lambda pair: key_of(pair[1], table))


def whole(offer: Offer, table: Table) -> Regions:
    """Return the regions of an offer that is taken as it is."""
    if "tree" in offer:
        return trees.regions_of(offer["tree"], table.clusters)
    return tuple(tuple(map(read_rule, rules)) for rules in offer["rules"])


def key_of(regions: Regions, table: Table) -> Key:
    """Return what is best: few errors, then short."""
    inside = np.column_stack([inside_region(region, table.values) for region in regions])
    tidy = tuple(tidied_region(region, table.values) for region in regions)
    return errors(inside, own_rows(table)), length(tidy)


def pool(offers: Iterable[Offer], table: Table) -> list[list[Option]]:
    """Return the different rules that are offered for each cluster."""
    rules: list[dict[Rule, None]] = [{} for _ in range(table.clusters)]
    for offer in offers:
        for place, plain in enumerate(offer["alternatives"]):
            rules[place].update(dict.fromkeys(map(read_rule, plain)))
    return [
        [
            Option(rule, inside_rule(rule, table.values), complexity(tidied(rule, table.values)))
            for rule in some
        ]
        for some in rules
    ]


def chosen(options: Sequence[Sequence[Option]], table: Table) -> Regions:
    """Choose one rule for each cluster: the best one alone, then better ones beside the others.

    A cluster without options has no rule. Going round the clusters ends when no change of one
    of them makes fewer errors, or as many with shorter rules.
    """
    own = own_rows(table)

    def alone(option: Option, place: int) -> Key:
        return int((option.inside != own[:, place]).sum()), option.complexity

    picked = [
        min(some, key=lambda option, place=place: alone(option, place)) if some else None  # type: ignore[misc]
        for place, some in enumerate(options)
    ]
    best = together(picked, own)
    is_better = True
    while is_better:
        is_better = False
        for place, some in enumerate(options):
            for option in some:
                trial = [*picked[:place], option, *picked[place + 1 :]]
                if (key := together(trial, own)) < best:
                    picked, best, is_better = trial, key, True
    return tuple(() if option is None else (option.rule,) for option in picked)


def together(picked: Sequence[Option | None], own: Rows) -> Key:
    """Return the errors and the complexity of one option for each cluster."""
    inside = np.zeros_like(own)
    for place, option in enumerate(picked):
        if option is not None:
            inside[:, place] = option.inside
    return errors(inside, own), sum(option.complexity for option in picked if option is not None)

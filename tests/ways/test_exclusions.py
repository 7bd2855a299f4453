"""The tree of exclusions alone, on made-up descriptions: their columns, and what they are worth."""

import random
from itertools import count
from math import inf

import pytest

from clusterscribe.ways.exclusions import Exclusions, Solved

COLUMNS = frozenset("abcdef")


def made_up(seed):
    """Some descriptions by their columns, none of which has fewer columns and is better."""
    chance = random.Random(seed)
    found = {}
    for _ in range(chance.randint(1, 14)):
        used = frozenset(chance.sample(sorted(COLUMNS), chance.randint(1, 4)))
        found[used] = chance.randint(2, 9)
    return found


def best_without(found, excluded):
    return min(((v, sorted(u)) for u, v in found.items() if not u & excluded), default=None)


def searching(found, gap=0, most=None):
    """A search that leaves a gap below what it finds, and has no time after so many runs."""
    runs = count()

    def search(excluded):
        if most is not None and next(runs) >= most:
            return None
        best = best_without(found, excluded)
        if best is None:
            return Solved(excluded, inf)
        value, used = best
        return Solved(excluded, value - gap, (value,), frozenset(used), "".join(used))

    return search


def listed(found, limit, gap=0, most=None):
    first = searching(found, gap)(frozenset())
    tree = Exclusions(first, limit)
    search, ways = searching(found, gap, most), []
    while True:
        following = tree.next(search)
        if following is None:
            return first, ways, tree.least
        ways.append(following)


def still_possible(found, before):
    return [v for u, v in found.items() if not any(one.used <= u for one in before)]


@pytest.mark.parametrize("seed", range(60))
def test_everything_within_the_limit_comes_in_order(seed):
    found = made_up(seed)
    limit = random.Random(seed).choice([4, 6, 20])
    first, ways, least = listed(found, limit)
    before = [first]
    for way in ways:
        rest = still_possible(found, before)
        assert way.solved.value == min(rest) == way.least
        before.append(way.solved)
    rest = still_possible(found, before)
    assert all(value > limit for value in rest)
    assert least <= min(rest, default=inf)
    assert least > limit


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(("gap", "most"), [(2, None), (0, 3), (1, 2), (0, 0)])
def test_what_is_not_proved_is_not_claimed(seed, gap, most):
    found = made_up(seed)
    first, ways, least = listed(found, 20, gap, most)
    before = [first]
    for way in ways:
        assert way.least <= min(still_possible(found, before))
        before.append(way.solved)
    assert least <= min(still_possible(found, before), default=inf)


def test_what_is_known_needs_no_search():
    found = {frozenset("a"): 2, frozenset("b"): 2, frozenset("c"): 2}
    asked = []

    def search(excluded):
        asked.append(excluded)
        return searching(found)(excluded)

    tree = Exclusions(searching(found)(frozenset()), 2)
    ways = [tree.next(search) for _ in range(3)]
    assert [way and way.solved.content for way in ways] == ["b", "c", None]
    assert asked == [frozenset("a"), frozenset("ab"), frozenset("abc")]


def test_a_description_without_columns_has_no_other():
    tree = Exclusions(Solved(frozenset(), 0.0, (0.0,), frozenset(), "-"), 9)
    assert tree.next(searching({})) is None
    assert tree.least == inf

"""The compiled part of the relaxed master: steps of both players (`multipliers.py`).

Each step reads the rows once: as soon as the multipliers of a pattern are known, they are added
to what the polyhedra gain from it in the next step. Importing this module imports numba.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

Array = Any  # compiled functions take their types from their callers


class Game(NamedTuple):
    """The columns of a round, those of a cluster together, and how far a step may go."""

    inside: Array  # patterns x columns: 0 or 1
    first: Array  # column of each cluster, and the number of columns
    own: Array  # cluster of each pattern
    weight: Array  # of each pattern
    members: Array  # of each column: weight of the cluster's rows inside
    length: Array  # of each column: its conditions, scaled
    least_inside: Array  # of each cluster: weight of its rows
    ceiling: float  # of all lengths together, scaled; infinite if there is none
    step: Array  # of the shares, by cluster
    row_step: Array  # of the multipliers, by pattern
    recall_step: Array
    length_step: float


class State(NamedTuple):
    """Where both players are."""

    share: Array  # of each column
    of_row: Array  # patterns x clusters
    of_recall: Array
    of_length: Array


@njit(cache=True, nogil=True)
def take_steps(game: Game, state: State, steps: int) -> tuple[Array, Array, Array, Array]:
    """Move both players so many times, from `state` on, and return the mean of where they were."""
    state = State(
        state.share.copy(), state.of_row.copy(), state.of_recall.copy(), state.of_length.copy()
    )
    share_total = np.zeros_like(state.share)
    row_total = np.zeros_like(state.of_row)
    recall_total = np.zeros_like(state.of_recall)
    length_total = np.zeros_like(state.of_length)
    gain = np.zeros(len(state.share))
    scratch = np.empty(len(game.step))
    for pattern in range(len(game.weight)):
        _add_gains(game, state.of_row[pattern], pattern, gain)
    for _ in range(steps):
        before = state.share.copy()
        _move_shares(game, state, gain)
        ahead = 2 * state.share - before
        _move_prices(game, state, ahead)
        gain[:] = 0
        for pattern in range(len(game.weight)):
            of_row = state.of_row[pattern]
            _move_multipliers(game, of_row, pattern, ahead, scratch)
            _add_gains(game, of_row, pattern, gain)
            for k in range(len(of_row)):
                row_total[pattern, k] += of_row[k]
        share_total += state.share
        recall_total += state.of_recall
        length_total += state.of_length
    return share_total / steps, row_total / steps, recall_total / steps, length_total / steps


@njit(cache=True, nogil=True)
def _add_gains(game: Game, of_row: Array, pattern: int, gain: Array) -> None:
    """Add what the rows of a pattern weigh for each polyhedron that holds them."""
    for k in range(len(of_row)):
        weight = of_row[k] * game.weight[pattern]
        if weight > 0:
            a, z = game.first[k], game.first[k + 1]
            signed = weight if game.own[pattern] == k else -weight
            _add_gain(game.inside[pattern, a:z], signed, gain[a:z])


@njit(cache=True, nogil=True)
def _add_gain(inside: Array, weight: float, gain: Array) -> None:
    for column in range(len(inside)):
        gain[column] += weight * inside[column]


@njit(cache=True, nogil=True)
def _move_multipliers(
    game: Game, of_row: Array, pattern: int, share: Array, scratch: Array
) -> None:
    """Move the multipliers of a pattern towards the clusters that get its rows wrong."""
    together = 0.0
    for k in range(len(of_row)):
        a, z = game.first[k], game.first[k + 1]
        held = _held(game.inside[pattern, a:z], share[a:z])
        fault = 1 - held if game.own[pattern] == k else held
        of_row[k] = max(0.0, of_row[k] + game.row_step[pattern] * fault)
        together += of_row[k]
    if together > 1:
        _to_simplex(of_row, scratch)


@njit(cache=True, nogil=True, fastmath={"reassoc"})  # so that several are added at a time
def _held(inside: Array, share: Array) -> float:
    """Return the shares of the polyhedra that hold a pattern, together."""
    held = 0.0
    for column in range(len(inside)):
        held += share[column] * inside[column]
    return held


@njit(cache=True, nogil=True)
def _move_shares(game: Game, state: State, gain: Array) -> None:
    """Move shares towards the heaviest polyhedra."""
    for k in range(len(game.step)):
        a, z = game.first[k], game.first[k + 1]
        worth = gain[a:z] + state.of_recall[k] * game.members[a:z]
        worth -= state.of_length[0] * game.length[a:z]
        state.share[a:z] += game.step[k] * worth
        _to_simplex(state.share[a:z], np.empty(z - a))


@njit(cache=True, nogil=True)
def _move_prices(game: Game, state: State, share: Array) -> None:
    """Move the prices of what has to be inside, and of conditions."""
    for k in range(len(game.step)):
        a, z = game.first[k], game.first[k + 1]
        missing = game.least_inside[k] - (share[a:z] * game.members[a:z]).sum()
        state.of_recall[k] = max(0.0, state.of_recall[k] + game.recall_step[k] * missing)
    if game.ceiling < np.inf:
        excess = (share * game.length).sum() - game.ceiling
        state.of_length[0] = max(0.0, state.of_length[0] + game.length_step * excess)


@njit(cache=True, nogil=True)
def _to_simplex(values: Array, falling: Array) -> None:
    """Replace numbers by the nearest that are at least zero and sum to one."""
    for i in range(len(values)):
        at = i
        while at > 0 and falling[at - 1] < values[i]:
            falling[at] = falling[at - 1]
            at -= 1
        falling[at] = values[i]
    total, excess = 0.0, 0.0
    for i in range(len(values)):
        total += falling[i]
        if falling[i] > (total - 1) / (i + 1):
            excess = (total - 1) / (i + 1)
    for i in range(len(values)):
        values[i] = max(0.0, values[i] - excess)

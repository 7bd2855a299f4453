"""What is proved of a description: in plain words, by whom it was checked, and exactly."""

from __future__ import annotations

from clusterscribe.description.core import BaseDescription
from clusterscribe.description.core.proof import Proof
from clusterscribe.description.words.text import proved
from clusterscribe.report.summary import Certainty

OTHER_ROWS = (
    "The proof is about the rows that were described; the figures here are of other rows, or of "
    "the same with other weights."
)
VERIFIED = "Verified by the checker: a program that knows nothing of the solver has confirmed it."
SOLVED = "Proved by the solver. No certificate was asked for, so no other program has confirmed it."
REFUTED = "Proved by the solver. The checker could not confirm it from its certificate."
NOT_SETTLED = "Not proved: the search ended before this was settled. What is proved stands below."


def certainty_of(description: BaseDescription, is_other: bool) -> Certainty:
    """Say what is proved of the rows that were described.

    Of figures of other rows nothing is proved, and so there is no headline for them.
    """
    proof = description.proof
    if proof is None:
        return Certainty()
    sentences = proved(description)
    if is_other:
        return Certainty(how=OTHER_ROWS, exact=sentences)
    return Certainty(proof.headline, proof.is_settled, _how(proof), sentences)


def _how(proof: Proof) -> str:
    if not proof.is_settled:
        return NOT_SETTLED
    if proof.verified is None:
        return SOLVED
    return VERIFIED if proof.verified else REFUTED

"""Faults where wishes are kept, or proofs are about them."""

from __future__ import annotations

from tests.faults.planting import Fault

EVERY, LUCK = "wishes/test_every_wish.py", "wishes/test_without_luck.py"
LAWS = "wishes/test_laws_of_wishes.py"

FAULTS = [
    Fault(
        "same rows, same polyhedron",
        "lists of polyhedra close a gap although the only better answer broke a wish",
        "search/whole/closing.py",
        {"if ranks.has_wishes or ranks.limits.most_conditions:": "if False:"},
        (LUCK,),
    ),
    Fault(
        "idle bounds are not listed",
        "bounds that exclude own rows alone are left out although a wish may need them",
        "problem/ladders.py",
        {"if ranks.wishes.want_every_bound(k, d):": "if False:"},
        (LAWS,),
    ),
    Fault(
        "pairs may share rows",
        "clusters that are to be separate are kept apart in no model",
        "search/wishes/in_model.py",
        {"for pair in wishes.separate:": "for pair in ():"},
        (EVERY,),
    ),
    Fault(
        "merged rows forget that they must be right",
        "a row that must be right may be wrong where it is merged with others",
        "problem/merging.py",
        {"merged[kind[right]] = True": "pass"},
        (LAWS,),
    ),
    Fault(
        "costs of conditions are forgotten",
        "what columns cost counts where they are used, and not in conditions",
        "search/goal.py",
        {
            "return self.complexity * (self.one + sum(map(self.cost, features)))": (
                "return self.complexity * (self.one + len(list(features)))"
            )
        },
        (EVERY,),
    ),
    Fault(
        "more is to blame than needed",
        "every wish is named where some are in conflict",
        "search/wishes/conflict.py",
        {"            needed = rest": "            pass"},
        ("wishes/test_conflicts.py",),
    ),
    Fault(
        "a wish says something of the class without it",
        "what is proved with wishes is taken for proved without them",
        "proof.py",
        {"if not all_implied(_but_recall(other.wishes), by=self.wishes):": "if False:"},
        ("wishes/test_class_of_wishes.py",),
    ),
    Fault(
        "constraints are verified",
        "a certificate is believed whose claims are about descriptions that keep to constraints",
        "checker/verify.py",
        {"if certificate.proof.wishes:": "if False:"},
        ("checker/test_forgeries.py",),
    ),
]

"""One colour per cluster: read as text, seen on its ground, and no neighbour looks the same.

Colour blindness is simulated after Machado, Oliveira and Fernandes (2009), and distances are those
of OKLab, in which 0.02 is about the least difference that can be seen.
"""

import re
from itertools import combinations, pairwise

import numpy as np
import pytest

from clusterscribe.charts.svg import colour_class

from .test_drawing_colours import CSS, SCHEMES, colours, contrast

COLOURS = [colour_class(place) for place in range(12)]
SEEN = {
    "by most": np.eye(3),
    "without red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "without green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "without blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
OKLAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def seen(colour, how):
    shares = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    simulated = np.clip(np.array(SEEN[how]) @ linear, 0, 1)
    return np.array(OKLAB) @ np.cbrt(np.array(CONES) @ simulated)


def distance(one, two, how):
    return float(np.linalg.norm(seen(one, how) - seen(two, how)))


def test_colours_repeat_after_twelve():
    assert len(set(COLOURS)) == 12
    assert colour_class(12) == colour_class(0)


def test_each_class_sets_both_colours_of_a_cluster():
    text = CSS.read_text(encoding="utf-8")
    for name in COLOURS:
        assert re.search(
            rf"\.{name} \{{ --own: var\(--{name}\); --own-soft: var\(--{name}-soft\) \}}", text
        )


@pytest.mark.parametrize("scheme", SCHEMES)
def test_colours_are_read_as_text_on_paper_and_on_their_own_ground(scheme):
    found = colours(scheme)
    for name in ("own", *COLOURS):
        assert contrast(found[name], found["paper"]) >= 4.5, name
        assert contrast(found[name], found[f"{name}-soft"]) >= 4.5, name
        assert contrast(found["ink"], found[f"{name}-soft"]) >= 4.5, name
        assert contrast(found[name], found["others-fill"]) >= 3, name


@pytest.mark.parametrize("how", SEEN)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_two_clusters_look_alike(scheme, how):
    found = colours(scheme)
    shown = [found[name] for name in COLOURS]
    assert min(distance(*pair, how) for pair in pairwise(shown)) >= 0.045
    assert min(distance(*pair, how) for pair in combinations(shown[:4], 2)) >= 0.06
    assert min(distance(*pair, how) for pair in combinations(shown[:8], 2)) >= 0.04
    assert min(distance(*pair, how) for pair in combinations(shown, 2)) >= 0.035

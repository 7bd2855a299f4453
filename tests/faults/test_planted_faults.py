"""Faults in the code that claims proofs are noticed, each by tests that are run every time."""

import ast
from dataclasses import replace

import pytest

from tests.faults.faults import FAULTS
from tests.faults.planting import PACKAGE, PROJECT, planted, try_out

NAMES = [fault.name for fault in FAULTS]
HARMLESS = {'"""What is proved, the laws': '"""What is proved; the laws'}


@pytest.mark.parametrize("fault", FAULTS, ids=NAMES)
def test_every_fault_has_a_place_to_be_planted(fault):
    """Code has moved where this fails: plant the fault where it is now."""
    source = (PACKAGE / fault.module).read_text(encoding="utf-8")
    for text, instead in fault.swaps.items():
        assert source.count(text) == 1, f"{fault.module} has {text!r} {source.count(text)} times"
        assert text != instead
        source = source.replace(text, instead)
    ast.parse(source)


@pytest.mark.parametrize("test", sorted({test for fault in FAULTS for test in fault.tests}))
def test_tests_that_notice_need_no_data_sets(test):
    source = (PROJECT / "tests" / test.split("::")[0]).read_text(encoding="utf-8")
    assert "def test_" in source
    assert "datasets" not in source


def test_every_fault_has_a_name_of_its_own():
    assert len(set(NAMES)) == len(NAMES)


def test_a_fault_without_a_place_is_said():
    nowhere = replace(FAULTS[0], swaps={"no such text": ""})
    assert not nowhere.is_in_place
    with pytest.raises(ValueError, match="does not have the text"), planted(nowhere):
        pass


@pytest.mark.slow
def test_what_is_no_fault_is_not_noticed():
    """So that a test that always fails does not count as one that notices."""
    harmless = replace(FAULTS[0], module="proof.py", swaps=HARMLESS)
    for tests in sorted({fault.tests for fault in FAULTS}):
        report = try_out(replace(harmless, tests=tests))
        assert not report.noticed, report.said


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=NAMES)
def test_every_fault_is_noticed(fault):
    report = try_out(fault)
    assert report.noticed, f"{fault.name}: {fault.why}, and {fault.tests} pass\n{report.said}"

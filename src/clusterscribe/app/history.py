"""The answers to one table: each is kept with its choices and files until it is deleted."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from clusterscribe.app.choices import Choices
from clusterscribe.app.task import DESCRIPTION, Outcome
from clusterscribe.app.wishing import in_words
from clusterscribe.errors import InputError


@dataclass(frozen=True, slots=True)
class Answer:
    """One description with its report: what was asked for, and what was found."""

    number: int  # from 1, in the order in which they were asked for
    choices: Choices
    outcome: Outcome
    outputs: Path  # its folder
    seconds: float  # that it took so far
    before: Choices | None = None  # the choices that it was asked for after
    is_whole: bool = False  # whether its frontier has been looked for

    @property
    def files(self) -> Path:
        """The folder with its report and its descriptions."""
        return self.outputs / self.outcome.folder

    @property
    def description(self) -> Path:
        """The file of the description that was asked for."""
        return self.files / DESCRIPTION.format(self.outcome.chosen)

    @property
    def figures(self) -> str:
        """Its errors and its length, and whether they are proved."""
        return self.outcome.points[self.outcome.chosen]

    @property
    def wishes(self) -> str:
        """What was asked for, in words; of a later answer, what was asked for differently."""
        return in_words(self.choices, self.before)


class History:
    """All answers to one table, by their numbers."""

    def __init__(self) -> None:
        self._answers: dict[int, Answer] = {}

    def __len__(self) -> int:
        return len(self._answers)

    def put(self, answer: Answer) -> None:
        """Keep an answer, in place of the same one with less."""
        self._answers[answer.number] = answer

    def end(self, number: int) -> None:
        """Take note that nothing will be added to an answer any more."""
        if number in self._answers:
            self._answers[number] = replace(self._answers[number], is_whole=True)

    @property
    def newest_first(self) -> list[Answer]:
        """The answers, the newest first."""
        return [self._answers[number] for number in sorted(self._answers, reverse=True)]

    @property
    def newest(self) -> Answer | None:
        """The newest answer, if there is any."""
        return next(iter(self.newest_first), None)

    def find(self, text: str) -> Answer:
        """Return the answer with a number."""
        for number, answer in list(self._answers.items()):  # another tab may add one
            if str(number) == text:
                return answer
        raise InputError(f"there is no answer {text[:20]!r} any more; choose another one")

    def delete(self, answer: Answer) -> None:
        """Forget an answer, and delete its files."""
        self._answers.pop(answer.number, None)
        shutil.rmtree(answer.outputs, ignore_errors=True)

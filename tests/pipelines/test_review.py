"""A reviewer's verdicts: out as tasks, back as decisions that stand, and as gold items."""

import json
from pathlib import Path
from typing import Any

import pytest
from tiny_lake import TINY, markdown, put
from typer.testing import CliRunner

from core.evaluate.gold import read_set
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from pipelines import cli


def factledger(*words: object) -> tuple[int, str]:
    """Exit code and output of a command."""
    result = CliRunner().invoke(cli.app, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, " ".join(result.output.split())


class Place:
    """Reports, their lake, and a file of tasks."""

    def __init__(self, root: Path) -> None:
        self.reports, self.lake, self.file = put(root / "reports", TINY), root / "lake", root / "tasks.jsonl"
        self.run()

    def run(self) -> None:
        """Run over all days."""
        assert factledger("run", "--reports", self.reports, "--lake", self.lake)[0] == 1  # one file is no report

    def tasks(self) -> list[dict[str, Any]]:
        """The exported tasks."""
        assert factledger("review", "export", self.file, "--limit", 99, "--lake", self.lake)[0] == 0
        return [json.loads(line) for line in self.file.read_text("utf-8").splitlines()]

    def import_(self, tasks: list[Any], *options: object) -> tuple[int, str]:
        """Import filled-in tasks; strings are lines as they are."""
        lines = [task if isinstance(task, str) else json.dumps(task, ensure_ascii=False) for task in tasks]
        self.file.write_text("\n".join(lines), "utf-8")
        return factledger("review", "import", self.file, "--reviewer", "Mara", "--lake", self.lake, *options)

    def decided(self, text: str) -> list[tuple[str, str | None, str]]:
        """(operation, target, who) of the decisions in force about a text."""
        known, _, _ = Ledger(Lake(self.lake)).log.known()
        return [
            (one.verdict.operation, one.verdict.target_note_id, one.decider.partition("/")[0])
            for one in known.values()
            if one.assertion.columns["fact_text"] == text
        ]

    def digests(self) -> dict[str, str]:
        """Content hashes of the tables."""
        return Ledger(Lake(self.lake)).digests()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A lake of the tiny corpus."""
    return Place(tmp_path)


NEW = "The CVSS score of CVE-2026-1111 is 9.8."


def answered(task: dict[str, Any], operation: str, target: str | None = None) -> dict[str, Any]:
    """A task with its verdict."""
    return task | {"verdict": {"operation": operation, "target_note_id": target, "reason": "两个评分来自不同的版本"}}


def test_a_verdict_stands_over_every_later_run_an_undo_and_a_rebuild(place):
    """The rules update the score; the reviewer says that both stand, and they do from then on."""
    (task,) = [one for one in place.tasks() if one["fact"]["text"] == NEW]
    assert (task["decided"]["operation"], task["candidates"][0]["text"][-4:]) == ("UPDATE", "7.5.")
    before = place.digests()
    code, printed = place.import_([answered(task, "ADD")])
    assert (code, "1 verdicts of Mara, 0 tasks left open" in printed) == (0, True)
    assert place.decided(NEW) == [("ADD", None, "person")]
    after = place.digests()
    assert after != before
    place.run()
    assert (place.digests(), place.decided(NEW)) == (after, [("ADD", None, "person")])
    factledger("undo", "--partition", "2026-02-03", "--lake", place.lake)
    assert place.decided(NEW) == []
    factledger("redo", "--partition", "2026-02-03", "--lake", place.lake)
    assert place.decided(NEW) == [("ADD", None, "person")]
    assert factledger("rebuild", "--lake", place.lake)[0] == 0
    assert factledger("fsck", "--lake", place.lake)[0] == 0
    assert NEW not in [one["fact"]["text"] for one in place.tasks()]


def test_a_verdict_waits_while_its_target_is_not_current(place):
    """A late report retires the target before the fact is said; when it is undone, the verdict counts again."""
    (task,) = [one for one in place.tasks() if one["fact"]["text"] == NEW]
    target = task["candidates"][0]["note_id"]
    place.import_([answered(task, "NOOP", target)])
    put(
        place.reports,
        {"advisories/2026-02-02/more.md": markdown("2026-02-02", "# Score", "", NEW.replace("9.8", "8.8"))},
    )
    place.run()
    ((operation, other, who),) = place.decided(NEW)
    assert (operation, who) == ("UPDATE", "rules")
    assert other not in (None, target)
    assert factledger("fsck", "--lake", place.lake)[0] == 0
    factledger("undo", "--report", "advisories/2026-02-02/more.md", "--lake", place.lake)
    assert place.decided(NEW) == [("NOOP", target, "person")]


def test_bad_rows_are_set_aside_with_a_reason_and_the_good_one_is_taken(place, tmp_path):
    """No JSON, a target that was not shown, a missing one, an unknown fact, a second answer; one task stays open."""
    first, second, *_ = place.tasks()
    target = first["candidates"][0]["note_id"]
    stranger = answered(second | {"fact_id": "fact_" + "0" * 20}, "ADD")
    rows = ["{", answered(second, "NOOP", "note_x"), answered(second, "UPDATE"), stranger]
    rows += [answered(first, "NOOP", target), answered(first, "ADD"), second, answered(second, "MERGE", target)]
    code, printed = place.import_(rows, "--gold", tmp_path / "mine")
    assert (code, "1 verdicts of Mara, 1 tasks left open" in printed) == (1, True)
    aside = [json.loads(line) for line in Path(f"{place.file}.quarantine").read_text("utf-8").splitlines()]
    assert [row["line"] for row in aside] == [1, 2, 3, 4, 6, 8]
    for row, words in zip(
        aside, ("no JSON", "not among", "name a candidate", "has no fact", "line 5", "operation"), strict=True
    ):
        assert words in row["reason"]
    (item,) = read_set(tmp_path / "mine").items
    assert (item.operation, item.target, item.fact.text) == ("NOOP", target, first["fact"]["text"])
    place.import_([answered(first, "ADD")], "--gold", tmp_path / "mine")
    assert [one.operation for one in read_set(tmp_path / "mine").items] == ["ADD"]

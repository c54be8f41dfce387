"""The command line: what it prints, and the three exit codes."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from tiny_lake import TINY, markdown, put
from typer.testing import CliRunner

from core.contracts.frames import to_frame
from core.contracts.tables import CHUNKS, NOTES, RAW_REPORTS
from core.errors import FactledgerError
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from pipelines import cli

GOOD = {name: text for name, text in TINY.items() if not name.endswith(".pdf")}


def factledger(*words: object) -> tuple[int, str]:
    """Exit code and output of a command, run in this process as ``main`` runs it."""
    result = CliRunner().invoke(cli.app, [str(word) for word in words])
    if isinstance(result.exception, FactledgerError):
        return cli.CANNOT_RUN, f"factledger: {result.exception}"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The tiny corpus without its broken file."""
    return put(tmp_path_factory.mktemp("tiny"), GOOD)


@pytest.fixture(scope="module")
def first_run(reports, tmp_path_factory):
    """(lake, exit code, output) of a first run."""
    lake = tmp_path_factory.mktemp("cli") / "lake"
    return lake, *factledger("run", "--reports", reports, "--lake", lake)


@pytest.fixture(scope="module")
def lake(first_run):
    """The lake of the first run; nobody changes it."""
    return first_run[0]


def notes_of(lake) -> list[dict]:
    """All notes of a lake."""
    return to_frame(Ledger(Lake(lake)).tables.read(NOTES)).to_dicts()


def test_a_clean_run_ends_in_0_and_shows_what_was_learned(first_run):
    """Sums with both sides, one chain with its reason, and what to try next."""
    lake, code, output = first_run
    assert code == cli.OK
    for words in ("What the ledger holds", "Conservation", "This run", "1 commit:", f"factledger fsck --lake {lake}"):
        assert words in output
    assert re.search(
        r"1\. .*2026-02-01, superseded 2026-02-03\)\n.*\n\s+↓ UPDATE: .*\n\s+2\. .*2026-02-03, current", output
    )
    assert "does not add up" not in output


def test_a_second_run_changes_nothing_and_says_so(reports, lake):
    """No call, no commit."""
    code, output = factledger("run", "--reports", reports, "--lake", lake)
    assert code == cli.OK
    assert "nothing changed: 0 extractor calls, 0 decider calls, no commit" in output


def test_a_quarantined_file_ends_in_1_and_is_counted(tmp_path):
    """Done, with issues; the message says where to look."""
    put(tmp_path / "reports", TINY)
    code, output = factledger("run", "--reports", tmp_path / "reports", "--lake", tmp_path / "lake")
    assert code == cli.WITH_ISSUES
    assert re.search(r"quarantined\s+unsupported_type 1", output)
    assert re.search(r"1 files? (is|are) quarantined and 0 chunks failed", output)
    assert str(tmp_path / "lake" / "quarantined_reports") in output.replace("\n", "")


def test_an_empty_folder_is_done_with_nothing(tmp_path):
    """A new team has no reports yet; that is no error."""
    (tmp_path / "reports").mkdir()
    code, output = factledger("run", "--reports", tmp_path / "reports", "--lake", tmp_path / "lake")
    assert code == cli.OK
    assert "nothing changed" in output


NO_LAKE = "there is no lake here. Run `factledger run` first"
NO_DAY = "is no day. Write it as YYYY-MM-DD."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "--reports", "{tmp}/none", "--lake", "{tmp}/lake"], "none: is no folder. Point --reports at"),
        (["run", "--from", "2026-02-30"], "2026-02-30: " + NO_DAY),
        (["run", "--to", "yesterday"], "yesterday: " + NO_DAY),
        (["run", "--from", "20260201"], "20260201: " + NO_DAY),
        (["run", "--to", "2026-W05-1"], "2026-W05-1: " + NO_DAY),
        (["run", "--profile", "two-fase"], "profile: 'two-fase' is unknown; did you mean 'two-phase'?"),
        (["run", "--settings", "{tmp}/none.toml"], "none.toml: cannot be read as TOML"),
        (["run", "--reports", "{reports}", "--lake", "{tmp}/file/lake"], "Choose a lake folder that you may write to"),
        (["notes", "--lake", "{tmp}/none"], NO_LAKE),
        (["show", "note_1", "--lake", "{tmp}/none"], NO_LAKE),
        (["history", "note_1", "--lake", "{tmp}/none"], NO_LAKE),
        (["fsck", "--lake", "{tmp}/none"], NO_LAKE),
        (["fsck", "--lake", "{lake}", "--profile", "zzz"], "profile: 'zzz' is unknown; known: "),
        (["show", "zzz", "--lake", "{lake}"], "zzz: no note has this id. `factledger notes --all` lists them."),
        (["history", "note_", "--lake", "{lake}"], "notes have ids that begin so; give more digits: note_"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_what_cannot_run_ends_in_2_with_one_line(tmp_path, reports, lake, words, told):
    """Where, what was found, what to do; and nothing was written."""
    (tmp_path / "file").write_bytes(b"")
    filled = [word.format(tmp=tmp_path, reports=reports, lake=lake) for word in words]
    code, output = factledger(*filled)
    assert code == cli.CANNOT_RUN
    assert told in output
    assert sorted(path.name for path in tmp_path.iterdir()) in (["file"], ["file", "lake"])


def main(*words: object, **env: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from pipelines.cli import main; main()", *map(str, words)],
        env=os.environ | env, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_known_error_is_one_line_and_2(tmp_path):
    """No traceback for what a person can mend."""
    done = main("notes", "--lake", tmp_path / "none")
    assert (done.returncode, done.stdout) == (cli.CANNOT_RUN, "")
    assert done.stderr == (
        f"factledger: {tmp_path}/none: there is no lake here. Run `factledger run` first, or name it with --lake.\n"
    )


def test_an_unknown_error_is_a_traceback_and_never_1(monkeypatch, capsys):
    """1 means done; a crash must not look like it."""

    def crash():
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(cli, "app", crash)
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == cli.CANNOT_RUN
    assert "ZeroDivisionError: a bug" in capsys.readouterr().err


def test_two_runs_at_once_end_in_one_hash(reports, lake, tmp_path):
    """Two processes on one new lake: both succeed, one result, nothing half done."""
    command = [sys.executable, "-c", "from pipelines.cli import main; main()", "run"]
    command += ["--reports", str(reports), "--lake", str(tmp_path / "lake")]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(2)]
    outputs = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    assert Ledger(Lake(tmp_path / "lake")).digests() == Ledger(Lake(lake)).digests()
    assert factledger("fsck", "--lake", tmp_path / "lake")[0] == cli.OK
    assert list((tmp_path / "lake").rglob("*.tmp")) == []


def test_notes_lists_the_current_ones(lake):
    """Each with id, day, domain and text; the superseded ones only when asked for."""
    code, output = factledger("notes", "--lake", lake)
    assert code == cli.OK
    current = [note for note in notes_of(lake) if note["status"] == "current"]
    assert all(note["note_id"] in output and note["text"] in output for note in current)
    assert f"{len(current)} notes" in output
    assert "is 7.5" not in output
    assert re.search(r"is 7\.5\. \[superseded\]", factledger("notes", "--all", "--lake", lake)[1])


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        (["--search", "cvss 9.8"], ["The CVSS score of CVE-2026-1111 is 9.8."]),
        (["--search", "CVSS", "--domain", "cti"], []),
        (["--domain", "通告", "--search", "cve-2026-2222 漏洞"], ["北辰网关 5.1 存在漏洞 CVE-2026-2222。"]),
        (["--search", "nowhere"], []),
    ],
)
def test_notes_can_be_searched(lake, words, texts):
    """All words must stand in the text, in any case; the domain is exact."""
    _, output = factledger("notes", "--json", "--lake", lake, *words)
    assert [json.loads(line)["text"] for line in output.splitlines()] == texts


def test_notes_as_json_are_lines_with_every_column(lake):
    """One object a line, all declared columns, times with their zone, no progress in between."""
    _, output = factledger("notes", "--all", "--json", "--lake", lake)
    listed = [json.loads(line) for line in output.splitlines()]
    assert {note["note_id"] for note in listed} == {note["note_id"] for note in notes_of(lake)}
    assert all(set(note) == {"exported_by", *NOTES.schema.names} for note in listed)
    assert all(isinstance(note["supports"][0]["evidence"][0]["char_start"], int) for note in listed)


def test_a_limit_keeps_the_newest(lake):
    """And says that there are more."""
    _, output = factledger("notes", "--limit", 1, "--lake", lake)
    assert len(re.findall(r"note_[0-9a-f]{20}", output)) == 1
    assert re.search(r"\d+ notes, the last 1 shown", output)


def note_that_says(lake, text: str) -> dict:
    """The note with a text."""
    return next(note for note in notes_of(lake) if note["text"] == text)


def test_show_prints_the_note_with_its_evidence(lake):
    """By the first digits of its id: text, dates, and the passage with its place in the report."""
    note = note_that_says(lake, "The CVSS score of CVE-2026-1111 is 9.8.")
    code, output = factledger("show", note["note_id"].removeprefix("note_")[:10], "--lake", lake)
    assert code == cli.OK
    start = note["supports"][0]["evidence"][0]["char_start"]
    for words in (note["note_id"], "2026-02-03", "document", f"advisories/2026-02-03/gateway.md, character {start}"):
        assert words in output


def test_the_place_that_is_shown_is_that_of_the_quote(lake):
    """In the text of the report, to the character, in every script and for every note."""
    texts = {row["path"]: row["text"] for row in Lake(lake).read_all(RAW_REPORTS).to_dicts()}
    shown = 0
    for note in notes_of(lake):
        quotes = [span["quote"] for support in note["supports"] for span in support["evidence"]]
        output = factledger("show", note["note_id"], "--lake", lake)[1]
        places = re.findall(r" — (.+), character (\d+)", output)
        assert len(places) == len(quotes)
        for quote, (path, at) in zip(quotes, places, strict=True):
            assert texts[path][int(at) :].startswith(quote)
            shown += 1
    assert shown > 10


def test_history_tells_the_chain_oldest_first(lake):
    """From either end: both notes, the operation and the reason between them."""
    old, new = (note_that_says(lake, f"The CVSS score of CVE-2026-1111 is {score}.") for score in ("7.5", "9.8"))
    found = [factledger("history", note["note_id"], "--lake", lake) for note in (old, new)]
    assert found[0] == found[1]
    code, output = found[0]
    assert code == cli.OK
    assert output.index(old["note_id"]) < output.index("UPDATE: ") < output.index(new["note_id"])
    assert "superseded 2026-02-03" in output


def test_text_of_a_report_is_never_markup(tmp_path):
    """Square brackets in a report are printed as they are; escape codes and turned writing are not."""
    text = "The CVSS score of CVE-2026-1111 is 7.5 [red]really[/red] \x1b[31mred\u202e."
    put(tmp_path / "reports", {"d/2026-02-01/a.md": markdown("2026-02-01", text)})
    factledger("run", "--reports", tmp_path / "reports", "--lake", tmp_path / "lake")
    (note,) = notes_of(tmp_path / "lake")
    for command in (["notes"], ["show", note["note_id"]], ["history", note["note_id"]]):
        code, output = factledger(*command, "--lake", tmp_path / "lake")
        assert code == cli.OK
        assert "[red]really[/red]" in output
        assert not set(output) & {"\x1b", "\u202e"}


def test_fsck_of_a_whole_lake_ends_in_0_with_the_hashes(lake):
    """Every check with its amount, and one hash a table."""
    code, output = factledger("fsck", "--lake", lake)
    assert (code, "fsck: whole" in output) == (cli.OK, True)
    for check in ("schemas", "conservation", "evidence", "chains", "log", "fold"):
        assert re.search(rf"{check}\s+[\d,]+ checked\s+ok", output)
    for name, digest in Ledger(Lake(lake)).digests().items():
        assert f"hash of {name}: {digest}" in output
    assert not re.search(r"fold\s+[\d,]+ checked", factledger("fsck", "--quick", "--lake", lake)[1])


DAMAGES = {
    "schemas": lambda lake: lake.path(CHUNKS, "2026-02-01").write_bytes(b"PAR1"),
    "conservation": lambda lake: lake.write(CHUNKS, "2026-02-01", []),
    "chains": lambda lake: change_note(lake, supersedes=["note_x"]),
    "log": lambda lake: change_note(lake, text="Another text."),
    "evidence": lambda lake: change_note(lake, supports=[]),
}


def change_note(lake: Lake, **columns) -> None:
    """Change a row of the note table; ``supports`` are moved by one character instead."""
    tables = Ledger(lake).tables
    row = to_frame(tables.read(NOTES)).to_dicts()[0]
    if "supports" in columns:
        span = row["supports"][0]["evidence"][0]
        moved = span | {"char_start": span["char_start"] + 1, "char_end": span["char_end"] + 1}
        columns["supports"] = [row["supports"][0] | {"evidence": [moved]}]
    tables._merge(NOTES, {row["note_id"]: row | columns}, [])


@pytest.mark.parametrize("check", DAMAGES)
def test_fsck_of_a_damaged_lake_ends_in_1_and_names_the_check(lake, tmp_path, check):
    """The check is marked in the table, and the problem is told below."""
    shutil.copytree(lake, tmp_path / "lake")
    DAMAGES[check](Lake(tmp_path / "lake"))
    code, output = factledger("fsck", "--lake", tmp_path / "lake")
    assert code == cli.WITH_ISSUES
    assert re.search(rf"^  {check}\s+[\d,]+ checked\s+\d+ problems?", output, re.MULTILINE)
    assert re.search(rf"^  {check}: ", output, re.MULTILINE)
    assert "fsck: problems found" in output


def test_days_are_inclusive_at_both_ends(reports, tmp_path):
    """One day is from itself to itself."""
    words = ["--from", "2026-02-02", "--to", "2026-02-02", "--reports", reports, "--lake", tmp_path / "lake"]
    assert factledger("run", *words)[0] == cli.OK
    assert Lake(tmp_path / "lake").days(CHUNKS) == ["2026-02-02"]

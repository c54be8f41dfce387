"""Other settings beside the lake: a shadow run of a day, and a priced sample of a re-extraction."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest
from model_lake import MODEL, many, reply_about
from scripted_server import ScriptedServer, Step
from tiny_lake import TINY, put
from typer.testing import CliRunner

from core.errors import FactledgerError
from core.planning.plan import Asked
from pipelines import cli
from pipelines.reextracting import stratified
from pipelines.resources import settings_from
from pipelines.running import run_corpus
from pipelines.shadowing import shadow


def factledger(*words: object) -> tuple[int, str]:
    """Exit code and output of a command."""
    result = CliRunner().invoke(cli.app, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, " ".join(result.output.split())


def digests(root: Path) -> dict[str, str]:
    """Every file of a folder by its bytes."""
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def lake(tmp_path: Path) -> tuple[Path, Path]:
    """Reports and a lake of them."""
    reports, lake = put(tmp_path / "reports", TINY), tmp_path / "lake"
    run_corpus(reports, lake, settings_from("", ""))
    return reports, lake


def test_a_shadow_leaves_the_lake_alone_and_tells_what_would_differ(lake, tmp_path):
    """A strict filter loses the newest day's facts: their notes vanish, and what they had replaced is current again."""
    reports, root = lake
    strict = tmp_path / "strict.toml"
    strict.write_text("[filter]\nmin_importance = 10\n", "utf-8")
    before = digests(root)
    code, printed = factledger("shadow", "--settings", strict, "--reports", reports, "--lake", root)
    assert (code, digests(root)) == (0, before)
    assert "- The CVSS score of CVE-2026-1111 is 9.8." in printed
    assert "status superseded → current" in printed
    assert "Grey Heron targets" not in printed  # of an earlier day


def test_a_shadow_of_the_same_settings_does_not_differ(lake, tmp_path):
    """Any day again under the settings in use: all notes are the same; a second shadow replaces the first."""
    reports, root = lake
    copy = tmp_path / "copy"
    for day in ("2026-02-02", ""):
        _, found = shadow((reports, root, copy), settings_from("", ""), day)
        assert (found.vanished, found.appeared, found.reworded, found.changed) == ([], [], [], [])
        assert found.same > 8


def test_a_shadow_overwrites_nothing_but_a_shadow(lake, tmp_path):
    """A folder with something in it, the lake itself, a folder above it, and a day without reports."""
    reports, root = lake
    settings, other = settings_from("", ""), put(tmp_path / "other", {"a.txt": "mine"})
    for copy, day, says in ((other, "", "no shadow"), (root, "", "is the lake"), (tmp_path, "", "is the lake")):
        with pytest.raises(FactledgerError, match=says):
            shadow((reports, root, copy), settings, day)
    with pytest.raises(FactledgerError, match="has no day 2026-01-01"):
        shadow((reports, root, tmp_path / "new"), settings, "2026-01-01")
    assert (other / "a.txt").read_text() == "mine"


def asked(number: int) -> Asked:
    """A chunk that would be asked about."""
    return Asked("2026-02-01", "p", f"chunk_{number}", "rpl", "new", (), 1, 1)


def test_a_sample_has_every_stratum_in_proportion_and_does_not_depend_on_order():
    """Eight of one, four of another, one of a third; six are drawn."""
    strata = {f"chunk_{n}": "a" if n < 8 else "b" if n < 12 else "c" for n in range(13)}
    listed = [asked(number) for number in range(13)]
    drawn = stratified(listed, 6, strata)
    assert Counter(strata[one.chunk_id] for one in drawn) == {"a": 3, "b": 2, "c": 1}
    assert stratified(list(reversed(listed)), 6, strata) == drawn
    assert stratified(listed, 99, strata) != drawn
    assert len(stratified(listed, 99, strata)) == 13


def test_a_changed_prompt_is_priced_sampled_and_then_run(tmp_path):
    """The price first; four chunks asked, their facts against the known ones; the rest by a run."""
    places = ("--reports", put(tmp_path / "reports", many(10)), "--lake", tmp_path / "lake")
    settings = tmp_path / "model.toml"
    with ScriptedServer(answer=lambda seen: Step(reply_about(seen.body["messages"][1]["content"]))) as server:
        head = f'[extract]\nextractor = "instructor"\nbase_url = "{server.base_url}"\nmodel = "{MODEL}'
        settings.write_text(f'{head}"\n', "utf-8")
        assert factledger("run", *places, "--settings", settings)[0] == 0
        settings.write_text(f'{head}-2026"\n', "utf-8")
        code, printed = factledger("reextract", *places, "--settings", settings)
        assert (code, "10 chunks to ask about (10 model)" in printed) == (0, True)
        assert len(server.requests) == 10
        code, printed = factledger("reextract", *places, "--settings", settings, "--sample", 4)
        assert (code, len(server.requests)) == (0, 14)
        assert "sample of 4 chunks: 4 calls" in printed
        assert "facts: 4 the same, 0 vanished, 0 appeared, 0 worded otherwise" in printed
        assert factledger("run", *places, "--settings", settings)[0] == 0
        assert len(server.requests) == 20

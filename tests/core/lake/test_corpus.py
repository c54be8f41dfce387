"""The files of a corpus folder: which are reports, and what lies beside them."""

import os

import pytest
from tiny_lake import put

from core.errors import LakeError
from core.lake.corpus import corpus_files
from core.stages.reports import file_kind


def paths(root) -> list[str]:
    """The paths of a corpus, in the order in which they come."""
    return [file.path for file in corpus_files(root)]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("cti/2026-01-02/a.md", "report"),
        ("a.md", "report"),
        ("cti/scan.pdf", "report"),  # nobody reads it, so it is quarantined, not passed over
        ("cti/no suffix", "report"),
        ("cti/a.md.part", "ignored"),
        ("cti/a.md.tmp", "ignored"),
        ("cti/a.md~", "ignored"),
        ("cti/.a.md", "ignored"),
        (".git/a.md", "ignored"),
        ("cti/.cache/deep/a.md", "ignored"),
        ("cti/a.md.meta.yaml", "sidecar"),
        ("cti/a.md.meta.yml", "sidecar"),
        ("cti/meta.yaml", "report"),
        ("manifest.jsonl", "manifest"),
        ("index.jsonl", "manifest"),
        ("cti/manifest.jsonl", "report"),  # a transcript may have this name; only the one at the root is special
        ("cti/a.part/b.md", "report"),
    ],
)
def test_what_a_file_is_shows_in_its_name(path, kind):
    """Hidden and half-written files are left alone, sidecars and the manifest are read beside, the rest are reports."""
    assert file_kind(path) == kind


def test_reports_come_in_order_of_path_whatever_the_folder_holds(tmp_path):
    """Only reports come, each once, ordered."""
    put(tmp_path, dict.fromkeys(["b/x.md", "a/y.md", "a/.hidden.md", "a/z.md.part", "a/y.md.meta.yaml", "c.md"], ""))
    assert paths(tmp_path) == ["a/y.md", "b/x.md", "c.md"]


def test_a_path_is_nfc_text_with_slashes(tmp_path):
    """A decomposed accent in a file's name is composed; Chinese, blanks and quotes stay."""
    put(tmp_path, {"cafe\u0301/2026-01-02/漏洞 'x' \"y\".md": ""})
    assert paths(tmp_path) == ["café/2026-01-02/漏洞 'x' \"y\".md"]


def test_a_name_that_is_no_utf8_is_escaped(tmp_path):
    """One file with an old byte in its name does not stop the run, and can be told from others."""
    for name in (b"caf\xe9.md", b"caf\xe8.md"):
        (tmp_path / os.fsdecode(name)).write_bytes(b"")
    assert paths(tmp_path) == [r"caf\xe8.md", r"caf\xe9.md"]


def test_a_missing_folder_is_an_error(tmp_path):
    """The message names the folder and the option."""
    with pytest.raises(LakeError, match=r"none: is no folder\. Point --reports at"):
        paths(tmp_path / "none")


def test_a_sidecar_wins_over_the_manifest_entry_by_entry(tmp_path):
    """What the sidecar does not say, the manifest still does; `path` is no metadata."""
    put(
        tmp_path,
        {
            "d/a.md": "",
            "d/b.md": "",
            "manifest.jsonl": '{"path": "d/a.md", "url": "https://m.example/a", "author": "Mara"}\n\n'
            '{"path": "d/b.md", "tlp": null, "size": 3}\n',
            "d/a.md.meta.yaml": "url: https://s.example/a\npublished: 2026-01-02\n",
        },
    )
    found = {file.path: dict(file.extra) for file in corpus_files(tmp_path)}
    assert found == {
        "d/a.md": {"url": "https://s.example/a", "author": "Mara", "published": "2026-01-02"},
        "d/b.md": {"size": "3"},
    }


def test_the_manifest_wins_over_the_index_and_names_are_compared_composed(tmp_path):
    """Either file will do; of two entries the manifest's counts; a decomposed path finds its file."""
    put(
        tmp_path,
        {
            "café.md": "",
            "index.jsonl": '{"path": "cafe\u0301.md", "domain": "index", "author": "Mara"}\n',
            "manifest.jsonl": '{"path": "café.md", "domain": "manifest"}\n',
        },
    )
    assert [dict(file.extra) for file in corpus_files(tmp_path)] == [{"domain": "manifest", "author": "Mara"}]


@pytest.mark.parametrize(
    "line",
    ["{broken", "[]", '"words"', "17", '{"file": "a.md"}', '{"path": 17}', '{"path": null}', b'{"path": "\xff"}'],
    ids=str,
)
def test_a_broken_manifest_names_the_line(tmp_path, line):
    """The run stops before anything is read: a manifest decides days and domains."""
    content = b'{"path": "a.md"}\n\n' + (line if isinstance(line, bytes) else line.encode()) + b"\n"
    put(tmp_path, {"a.md": "", "manifest.jsonl": content})
    with pytest.raises(LakeError, match=r"manifest\.jsonl: line 3 is no JSON object with a path"):
        paths(tmp_path)


def test_a_manifest_may_hold_any_character(tmp_path):
    """A byte order mark, Windows line ends, and characters that Unicode calls line ends."""
    put(tmp_path, {"a.md": "", "manifest.jsonl": '\ufeff{"path": "a.md", "title": "one\u2028two\x85"}\r\n'})
    assert [dict(file.extra) for file in corpus_files(tmp_path)] == [{"title": "one\u2028two\x85"}]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("a: [", "is no YAML"),
        ("- list", "is no mapping"),
        ("words", "is no mapping"),
        ("", "is no mapping"),
        ("published: 2026-13-45", "is no YAML"),  # the reader of YAML makes dates itself
        (b"title: caf\xe9", "is no YAML"),
        ("[" * 5000, "is no YAML"),
        ("!!python/object/apply:os.system [true]", "is no YAML"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_broken_sidecar_is_a_problem_of_its_file_only(tmp_path, content, problem):
    """The other reports are read; this one says which sidecar and what to do."""
    put(tmp_path, {"a.md": "", "a.md.meta.yaml": content, "b.md": ""})
    first, second = corpus_files(tmp_path)
    assert first.problem is not None
    assert first.problem.startswith("a.md.meta.yaml: " + problem)
    assert "fix it or remove it" in first.problem
    assert second.problem is None

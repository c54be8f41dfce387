"""Reading any file: the right reader, stable reasons, one precedence of dates and titles."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from core.errors import UnreadableReportError
from core.model import Precision, PublishedSource
from core.readers.registry import READERS, read

UNREADABLE = [
    ("a.pdf", b"x", "unsupported_type"),
    ("README", b"x", "unsupported_type"),
    ("a.txt", b"", "empty_file"),
    ("a.txt", b"\xef\xbb\xbf \r\n", "empty_file"),
    ("a.md", b"---\ntitle: x\n---\n\n", "empty_file"),
    ("a.txt", "élan café".encode("latin-1"), "not_utf8"),
    ("a.txt", b"\xff\xfe\x00\xd8x", "not_utf8"),
    ("a.txt", b"a\x00b", "binary_content"),
    ("a.md", b"%PDF-1.7 text", "binary_content"),
    ("a.txt", b"\x01\x02\x03text", "binary_content"),
    ("a.json", b"{bad", "broken_json"),
    ("a.json", b"[" * 50_000, "broken_json"),
    ("a.json", b"[1]", "broken_json"),
    ("a.jsonl", b'{"role":"user","content":"x"}\n{"role":', "broken_json"),
    ("a.jsonl", b"[1]\n", "broken_json"),
    ("a.json", b"{}", "no_messages"),
    ("a.json", b"[]", "no_messages"),
    ("a.json", b"3", "no_messages"),
    ("a.json", b'{"messages":[{"role":"user","content":" "}]}', "no_messages"),
    ("a.md", b"---\ntitle: a: b\n---\nBody", "broken_front_matter"),
    ("a.md", b"---\na: &x 1\nb: *x\n---\nBody", "broken_front_matter"),
    ("a.html", b"<html><body><script>x</script></body></html>", "broken_html"),
]


@pytest.mark.parametrize(("name", "data", "reason"), UNREADABLE)
def test_an_unreadable_file_has_a_stable_reason_and_its_name(name, data, reason):
    """Nothing half-read comes out: the reason is a fixed word, the detail names the file."""
    with pytest.raises(UnreadableReportError) as caught:
        read(name, data)
    assert (caught.value.reason, name in caught.value.detail) == (reason, True)


def test_a_broken_line_is_named():
    """A bad line of JSON Lines is never skipped; the message says which."""
    with pytest.raises(UnreadableReportError, match="line 3"):
        read("a.jsonl", b'{"role":"user","content":"x"}\n\nnope\n')


def test_a_file_over_the_limit_is_refused():
    """The limit is in bytes and can be chosen."""
    with pytest.raises(UnreadableReportError, match="too_large"):
        read("a.txt", b"12345", max_bytes=4)
    assert read("a.txt", b"1234", max_bytes=4).text == "1234"


@pytest.mark.parametrize("suffix", sorted(READERS))
def test_suffixes_match_in_any_case(suffix):
    """Every suffix of the table is lower case, and upper case finds the same reader."""
    assert suffix == suffix.casefold()
    body = b'{"role": "user", "content": "Hello."}' if "json" in suffix or "nd" in suffix else b"Hello."
    assert "Hello." in read("dir.d/A" + suffix.upper(), body).text


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"\xef\xbb\xbfhi\r\n", "hi\r\n", "utf-8-bom"),
        ("hi\u00a0\u200b".encode(), "hi\u00a0\u200b", "utf-8"),
        ("\ufeffhi".encode("utf-16-le"), "hi", "utf-16"),
        ("\ufeffhi".encode("utf-16-be"), "hi", "utf-16"),
        ("\ufeffhi".encode("utf-32-le"), "hi", "utf-32"),
        ("该组织攻击了财务主机。".encode("gb18030"), "该组织攻击了财务主机。", "gb18030"),
    ],
)
def test_text_is_kept_as_read(data, text, encoding):
    """The byte-order mark goes; line ends, no-break and invisible characters stay; the encoding is told."""
    document = read("a.txt", data)
    assert (document.text, document.metadata["encoding"]) == (text, encoding)


MD = b"---\ntitle: Own\ndate: 2026-05-01 00:30:00 +08:00\nurl: https://x.example\n---\nRelease date: 2026-04-01\n"
DATES = [
    ("2026-01-01-a.md", MD, {"published": "2026-06-01"}, datetime(2026, 6, 1, tzinfo=UTC), PublishedSource.METADATA),
    (
        "2026-01-01-a.md", MD, {},
        datetime(2026, 5, 1, 0, 30, tzinfo=timezone(timedelta(hours=8))), PublishedSource.FRONT_MATTER,
    ),
    (
        "2026-01-01-a.md", MD, {"date": "soon"},
        datetime(2026, 5, 1, 0, 30, tzinfo=timezone(timedelta(hours=8))), PublishedSource.FRONT_MATTER,
    ),
    (
        "2026-01-01-a.txt", b"Release date: 2026-04-01\n\nText.", {},
        datetime(2026, 4, 1, tzinfo=UTC), PublishedSource.DOCUMENT,
    ),
    ("x/2026-01-01-a.txt", b"Text only.", {}, datetime(2026, 1, 1, tzinfo=UTC), PublishedSource.FILE_NAME),
    ("a.json", b'{"date":"2026-02-03","text":"x"}', {}, datetime(2026, 2, 3, tzinfo=UTC), PublishedSource.METADATA),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "sidecar", "at", "source"), DATES)
def test_the_most_trusted_date_wins(name, data, sidecar, at, source):
    """Sidecar, then front matter, then a date line, then the file name; the offset is the source's own."""
    published = read(name, data, sidecar).published
    assert (published.at, published.at.utcoffset(), published.source) == (at, at.utcoffset(), source)


def test_an_undated_file_has_no_date():
    """Nothing is guessed."""
    assert read("notes.txt", b"They met.").published is None


def test_a_transcript_without_a_date_takes_the_day_of_its_first_dated_message():
    """The day is local to the message's own offset."""
    data = b'[{"role":"user","content":"a"},{"role":"user","content":"b","sent_at":"2026-05-01T00:30:00+08:00"}]'
    published = read("a.json", data).published
    assert published.at.isoformat() == "2026-05-01T00:00:00+08:00"
    assert (published.precision, published.source) == (Precision.DAY, PublishedSource.DOCUMENT)


def test_the_sidecar_wins_over_the_file():
    """Metadata of both is merged under our names, sorted by key."""
    document = read("a.md", MD, {"Source URL": "https://y.example", "TLP": "amber"})
    assert document.metadata["source_url"] == "https://y.example"
    assert (document.metadata["tlp"], document.title) == ("amber", "Own")
    assert list(document.metadata) == sorted(document.metadata)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("intro\n\n# The **head** #\n", "The **head**"),
        ("A short first line\nmore", "A short first line"),
        ("x" * 121, None),
    ],
)
def test_the_title_is_the_first_heading_else_a_short_first_line(text, title):
    """Without metadata the text is asked."""
    assert read("a.txt", text.encode()).title == title

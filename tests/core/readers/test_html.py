"""HTML: main text as lines, head as metadata, hidden text left out."""

import time

import pytest

from core.readers.registry import read

PAGE = """<html lang="en"><head><title>Kelp</title><meta name="author" content="Ana">
<meta property="article:published_time" content="2026-03-04T05:06:07+08:00">
<link rel="canonical" href="https://x.example/kelp"></head><body><nav>Menu</nav>
<main><h1>Kelp <em>tool</em></h1><p>One<br>two&nbsp;x</p>
<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul><ol><li>d<li>e</ol>
<table><tr><th>V</th><th>Fix</th></tr><tr><td>1<p>x</p></td><td>2|3</td></tr></table>
<pre>if x:
  y</pre><div style="display: none">hidden</div><p hidden>hidden</p></main><footer>Foot</footer></body></html>"""

TEXT = """# Kelp tool

One
two\u00a0x

- a
  - b
- c

1. d
2. e

| V | Fix |
| --- | --- |
| 1 x | 2\\|3 |

```
if x:
  y
```
"""


def test_a_page_becomes_lines_and_metadata():
    """Headings, items, rows and code keep their shape; menus and hidden text are left out."""
    document = read("a.html", PAGE.encode())
    assert document.text == TEXT.rstrip("\n")
    assert document.published.at.isoformat() == "2026-03-04T05:06:07+08:00"
    assert {key: document.metadata[key] for key in ("title", "author", "source_url", "language")} == {
        "title": "Kelp", "author": "Ana", "source_url": "https://x.example/kelp", "language": "en",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("plain words", "plain words"),
        ("<p>a</p>b<div>c</div>", "a\n\nb\n\nc"),
        ("<article>x</article><article>y</article>", "x\n\ny"),
        ("<ul><li><b>a</b> b</ul>c", "- a b\n\nc"),
        ("a &lt;b&gt; 。", "a <b> 。"),
        ("<table><tr><td>a<table><tr><td>b</table></td><td>c</table>", "| a b | c |"),
    ],
)
def test_fragments_are_read_too(html, text):
    """A page need not be complete."""
    assert read("a.htm", html.encode()).text == text


def test_our_own_export_keeps_its_marker():
    """The marker is a comment; it has to survive so that the text can be masked."""
    assert read("a.html", b"<!-- factledger:export --><p>x</p>").text == "<!-- factledger:export -->\n\nx"


def test_deep_nesting_is_ordinary_work():
    """A page nested 20,000 deep neither overflows nor stalls."""
    began = time.perf_counter()
    assert read("a.html", b"<div>" * 20_000 + b"x").text == "x"
    assert time.perf_counter() - began < 5

"""The coverage of a report as one HTML page that needs nothing else: no script, no font, no link to the outside."""

from collections.abc import Iterator, Sequence
from html import escape

from core.audit.coverage import COVERED, DROPPED, MASKED, STATES, UNTOUCHED, Coverage, DroppedFact, Stretch, ToldFact
from core.safety.injected import OWN_EXPORT_MARKER

_STYLE = """
:root{--ink:#1c2430;--dim:#6a7480;--paper:#fff;--line:#d8dde4;--card:#f6f7f9;--covered:#cdeccf;--covered-ink:#0d4a1b;
--dropped:#ffdf9e;--dropped-ink:#6b4300;--masked:#dcd3f5;--masked-ink:#45308a;--untouched:#e9edf2;--untouched-ink:#55606d}
@media(prefers-color-scheme:dark){:root{--ink:#e2e6eb;--dim:#98a3b0;--paper:#14181e;--line:#333b46;--card:#1c222a;
--covered:#17492a;--covered-ink:#c6f3cf;--dropped:#5d430c;--dropped-ink:#ffe3ab;--masked:#3a2f66;--masked-ink:#ddd3ff;
--untouched:#232a33;--untouched-ink:#a2adb9}}
*{box-sizing:border-box}html{scroll-padding-top:4rem}
body{font:15px/1.6 system-ui,"Noto Sans","Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;margin:0;
color:var(--ink);background:var(--paper)}
header{padding:1rem 1.5rem .6rem;border-bottom:1px solid var(--line)}h1{font-size:1.3rem;margin:0;line-height:1.3}
h2{font-size:1rem;margin:0 0 .5rem}header p{margin:.15rem 0;color:var(--dim);font-size:.85rem;overflow-wrap:anywhere}
.bar{display:flex;height:.7rem;margin:.7rem 0 .3rem;border-radius:.35rem;overflow:hidden;background:var(--untouched)}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;font-size:.85rem;margin:0;padding:0;list-style:none}
.legend b{padding:0 .45rem;border-radius:.2rem;font-weight:600}
.covered{background:var(--covered);color:var(--covered-ink)}.dropped{background:var(--dropped);color:var(--dropped-ink)}
.masked{background:var(--masked);color:var(--masked-ink)}.untouched{background:var(--untouched);color:var(--untouched-ink)}
main{display:grid;grid-template-columns:minmax(0,3fr) minmax(20rem,2fr);align-items:start}
.text{padding:1rem 1.5rem;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
.text a{text-decoration:none}.text a.covered{border-bottom:2px solid currentColor}
.text a.dropped{border-bottom:2px dotted currentColor}.text span.masked{text-decoration:line-through}
.chunk{content-visibility:auto;contain-intrinsic-size:auto 60rem;border-top:1px dashed var(--line);
padding:.2rem 0 .6rem}
.chunk>small.cut{display:block;color:var(--dim);font-size:.72rem;white-space:normal;margin-bottom:.2rem}
sup{line-height:0;font-size:.68em;margin-left:.1em}sup a{color:inherit;padding:0 .1em;background:none}
aside{position:sticky;top:0;max-height:100vh;overflow:auto;padding:1rem 1.2rem;border-left:1px solid var(--line);
background:var(--card);font-size:.88rem}
ol{list-style:none;margin:0 0 1.4rem;padding:0}
aside li{padding:.45rem .6rem;border-left:4px solid var(--line);margin:0 0 .45rem;background:var(--paper);
overflow-wrap:anywhere}aside li.f{border-color:var(--covered)}aside li.d{border-color:var(--dropped)}
li:target,.text :target+*{outline:3px solid #2f7de1;outline-offset:1px}li code{font-size:.78rem;color:var(--dim)}
li p{margin:.1rem 0}li p.how{color:var(--dim);font-size:.8rem}.none{color:var(--dim)}aside a{color:#2f7de1}
small.why{font-size:.7rem;padding:0 .35em;border-radius:.2rem;margin-right:.3em;white-space:nowrap}
@media(max-width:60rem){main{grid-template-columns:1fr}aside{position:static;max-height:none;border-left:0}}
"""
# What a text may hold that would change how the page reads: control characters, and marks of direction.
_NOT_SHOWN = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n\r"}
_NOT_SHOWN |= dict.fromkeys([*range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\ufffd")
_NOT_SHOWN |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_MEANING = {
    COVERED: "a kept fact rests on it",
    DROPPED: "only dropped facts rest on it",
    MASKED: "hidden from every extractor",
    UNTOUCHED: "no fact rests on it",
}
_LANGUAGES = {"zh": "zh-Hans", "en": "en"}


def coverage_page(found: Coverage) -> str:
    """Return the page of a report: its text in colours beside its facts, each linked with the other.

    Everything that comes from the report is escaped, and the page allows itself no script and no
    request. Each run of text links to its first fact, the small numbers after it to all of them.
    """
    report = found.report
    title = shown(report["title"] or report["path"])
    language = _LANGUAGES.get(report["language"], "und")
    return "".join(
        (
            f'<!doctype html>{OWN_EXPORT_MARKER}<html lang="{language}"><head><meta charset="utf-8">'
            f"<title>{title}</title>"
            '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
            f"<style>{_STYLE}</style></head><body>",
            *_head(found, title),
            f'<main><div class="text" lang="{language}">',
            *_text(found),
            '</div><aside lang="en">',
            *_facts(found.facts),
            *_drops(found.drops),
            "</aside></main></body></html>\n",
        )
    )


def shown(text: str) -> str:
    """Return text for a page: escaped, and with nothing in it that is not seen."""
    return escape(text.translate(_NOT_SHOWN))


def shares(found: Coverage) -> str:
    """Return the characters of a report by state, in words: ``62 % covered, 3 % dropped, …``."""
    total = max(found.report["n_chars"], 1)
    return ", ".join(f"{round(100 * count / total)} % {state}" for state, count in found.characters.items() if count)


def _head(found: Coverage, title: str) -> Iterator[str]:
    report, counts = found.report, found.characters
    total = max(report["n_chars"], 1)
    published = report["published_at"].date().isoformat() if report["published_at"] else "no date"
    yield f'<header lang="en"><h1>{title}</h1>'
    yield f"<p>{shown(report['path'])} · {shown(report['domain'])} · {published} · revision {report['revision']}</p>"
    yield f"<p><code>{report['report_id']}</code> <code>{report['revision_id']}</code></p>"
    yield '<div class="bar">'
    yield from (f'<i class="{state}" style="width:{100 * counts[state] / total:.2f}%"></i>' for state in STATES)
    yield '</div><ul class="legend">'
    for state in STATES:
        share = round(100 * counts[state] / total)
        yield f'<li><b class="{state}">{state}</b> {counts[state]:,} characters, {share} %: {_MEANING[state]}</li>'
    yield "</ul></header>"


def _text(found: Coverage) -> Iterator[str]:
    """The text chunk by chunk, so that a browser lays out only what is in view."""
    last = _last_stretch(found.stretches, len(found.facts))
    placed: set[int] = set()
    at, chunks = 0, found.chunks or ((0, found.report["n_chars"], ""),)
    for number, (start, end, ended) in enumerate(chunks, 1):
        how = f" · {shown(ended)}" if ended else ""
        yield f'<section class="chunk"><small class="cut" lang="en">chunk {number}{how}</small>'
        while at < len(found.stretches) and found.stretches[at].char_start < end:
            stretch = found.stretches[at]
            text = found.report["text"][max(start, stretch.char_start) : min(end, stretch.char_end)]
            ends_here = stretch.char_end <= end
            yield from _run(stretch, text, found, placed)
            if ends_here:
                yield _numbers([fact for fact in stretch.facts if last[fact] == at], found.facts)
                at += 1
            else:
                break
        yield "</section>"


def _run(stretch: Stretch, text: str, found: Coverage, placed: set[int]) -> Iterator[str]:
    body = shown(text)
    for fact in stretch.facts:
        if fact not in placed:
            placed.add(fact)
            yield f'<i id="at-{found.facts[fact].fact_id}"></i>'
    if stretch.state == COVERED:
        yield f'<a class="covered" href="#{found.facts[stretch.facts[0]].fact_id}">{body}</a>'
    elif stretch.state == DROPPED:
        yield f'<a class="dropped" href="#drop-{stretch.drops[0] + 1}">{body}</a>'
    elif stretch.state == MASKED:
        yield f'<small class="why masked" lang="en">{shown(stretch.why)}</small><span class="masked">{body}</span>'
    else:
        yield f'<span class="untouched">{body}</span>'


def _last_stretch(stretches: Sequence[Stretch], facts: int) -> list[int]:
    """For each fact the last stretch of it, after which its number stands."""
    last = [-1] * facts
    for at, stretch in enumerate(stretches):
        for fact in stretch.facts:
            last[fact] = at
    return last


def _numbers(ending: Sequence[int], facts: Sequence[ToldFact]) -> str:
    if not ending:
        return ""
    links = " ".join(f'<a href="#{facts[fact].fact_id}">{fact + 1}</a>' for fact in ending)
    return f'<sup class="covered">{links}</sup>'


def _facts(facts: Sequence[ToldFact]) -> Iterator[str]:
    yield f"<h2>{len(facts)} facts kept</h2>"
    if not facts:
        yield '<p class="none">None.</p>'
    yield "<ol>"
    for number, fact in enumerate(facts, 1):
        note = f" · <code>{fact.note_id}</code>" if fact.note_id else ""
        how = f"{fact.operation}{note}" if fact.operation else "not in the ledger"
        where = f'<a href="#at-{fact.fact_id}">in the text</a>' if fact.spans else "no place in the text"
        yield f'<li class="f" id="{fact.fact_id}"><p>{number}. {shown(fact.text)}</p>'
        yield f'<p class="how">{how} · importance {fact.importance} · {where} · <code>{fact.fact_id}</code></p>'
        if fact.reason:
            yield f'<p class="how">{shown(fact.reason)}</p>'
        if fact.unresolved:
            yield f'<p class="how">unresolved: {shown("; ".join(fact.unresolved))}</p>'
        yield "</li>"
    yield "</ol>"


def _drops(drops: Sequence[DroppedFact]) -> Iterator[str]:
    if not drops:
        return
    yield f"<h2>{len(drops)} facts dropped</h2><ol>"
    for number, fact in enumerate(drops, 1):
        detail = f" · {shown(fact.detail)}" if fact.detail else ""
        yield f'<li class="d" id="drop-{number}"><p>{shown(fact.text)}</p>'
        yield f'<p class="how">{shown(fact.reason)} · rule {shown(fact.rule_id)}{detail}</p></li>'
    yield "</ol>"

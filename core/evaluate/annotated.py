"""Files of annotation tools as rows of the importers' formats: BRAT, WebAnno, Label Studio, dialogues, TimeML.

A tool is a row of ``TOOLS``: the format that its rows have (see ``importers.FORMATS``), the ending of its files
and of the text that lies beside one, and a reader. What a reader cannot use becomes a ``Bad`` with a reason.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Bad:
    """Something in a file that makes no row."""

    reason: str
    raw: str


Read = Callable[[str, str], Iterator[Row | Bad]]


@dataclass(frozen=True, slots=True)
class Tool:
    """How the files of a tool are read: ``read(file, text beside it)``."""

    format: str
    about: str
    ending: str
    beside: str  # "" when the file holds the text
    read: Read


def rows_from(tool: str, content: str, beside: str = "") -> list[Row | Bad]:
    """Return what a file of a tool holds. A file that cannot be read at all is one ``Bad``."""
    try:
        return list(TOOLS[tool].read(content, beside))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, ElementTree.ParseError) as error:
        return [Bad(f"is no file of {tool}: {type(error).__name__}: {error}", content[:200])]


_BRAT = re.compile(r"(T\d+)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)\t(.*)")


def _brat(content: str, text: str) -> Iterator[Row | Bad]:
    """Text-bound annotations of one document; relations, events and notes are passed over."""
    spans: list[tuple[int, int]] = []
    labels = set()
    for line in content.splitlines():
        if not line.startswith("T"):
            continue
        match = _BRAT.fullmatch(line)
        if match is None:
            yield Bad("is no text-bound annotation (id, TAB, label start end, TAB, text)", line)
            continue
        parts = [tuple(map(int, part.split())) for part in match[3].split(";")]
        said = " ".join(text[start:end] for start, end in parts)
        if said != match[4].rstrip():
            yield Bad(f"the text has {said!r} there", line)
            return  # offsets that do not fit this text fit nowhere in it
        spans += [(start, end) for start, end in parts]
        labels.add(match[2])
    yield {"text": text, "label": int(bool(spans)), "spans": sorted(spans), "kind": _one(labels)}


def _one(labels: set[str]) -> str:
    return labels.pop().casefold() if len(labels) == 1 else ""


_TOKEN = re.compile(r"\d+-\d+\t(\d+)-(\d+)\t[^\t]*(?:\t(.*))?")


def _webanno(content: str, _: str) -> Iterator[Row | Bad]:
    """Sentences of a TSV 3 file with their labelled tokens; tokens of one numbered label are one span."""
    for block in re.split(r"\n\s*\n", content.replace("\r\n", "\n")):
        sentence = "\n".join(line[len("#Text=") :] for line in block.split("\n") if line.startswith("#Text="))
        if not sentence:
            continue
        tokens = [match for line in block.split("\n") if (match := _TOKEN.fullmatch(line))]
        if not tokens:
            yield Bad("is a sentence without tokens", block)
            continue
        first, labelled = int(tokens[0][1]), list[tuple[str, int, int]]()
        for token in tokens:
            label = next((cell for cell in (token[3] or "").split("\t") if cell not in ("", "_", "*")), None)
            if label is None:
                continue
            start, end = int(token[1]) - first, int(token[2]) - first
            if "[" in label and labelled and labelled[-1][0] == label:
                start = labelled.pop()[1]
            labelled.append((label, start, end))
        kinds = {label.partition("[")[0] for label, _, _ in labelled}
        spans = [(start, end) for _, start, end in labelled]
        yield {"text": sentence, "label": int(bool(spans)), "spans": spans, "kind": _one(kinds)}


def _tasks(content: str) -> Iterator[tuple[dict[str, Any], list[Mapping[str, Any]]]]:
    """The tasks of a Label Studio export (JSON) with the results of their first annotation that counts."""
    for task in json.loads(content):
        done = [one for one in task.get("annotations") or [] if not one.get("was_cancelled")]
        yield task, (done[0]["result"] if done else [])


def _studio_spans(content: str, _: str) -> Iterator[Row | Bad]:
    for task, results in _tasks(content):
        text = (task.get("data") or {}).get("text")
        found = [one["value"] for one in results if one.get("type") == "labels"]
        wrong = [one for one in found if one.get("text") not in (None, str(text)[one["start"] : one["end"]])]
        if not isinstance(text, str) or not any("result" in one for one in task.get("annotations") or []):
            yield Bad("is a task without data.text or without an annotation", json.dumps(task, ensure_ascii=False))
        elif wrong:
            yield Bad(f"the text has something else at {wrong[0]['start']}..{wrong[0]['end']}", json.dumps(wrong[0]))
        else:
            spans = sorted((one["start"], one["end"]) for one in found)
            kinds = {label for one in found for label in one["labels"]}
            yield {"text": text, "label": int(bool(spans)), "spans": spans, "kind": _one(kinds)}


def _studio_choices(content: str, _: str) -> Iterator[Row | Bad]:
    for task, results in _tasks(content):
        text = (task.get("data") or {}).get("text")
        chosen = [label for one in results if one.get("type") == "choices" for label in one["value"]["choices"]]
        if not isinstance(text, str) or len(chosen) != 1:
            yield Bad(f"is a task with {len(chosen)} choices; one is wanted", json.dumps(task, ensure_ascii=False))
        else:
            yield {"text": text, "label": chosen[0]}


_SESSION = re.compile(r"session_(\d+)")
_SAID_AT = ("%I:%M %p on %d %B, %Y", "%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")


def _dialogues(content: str, _: str) -> Iterator[Row | Bad]:
    """What was observed in dialogues, each fact with the turns that it names as evidence; turns are its text."""
    samples = json.loads(content)
    for sample in samples if isinstance(samples, list) else [samples]:
        turns, talk = dict[str, Row](), sample["conversation"]
        for name, session in talk.items():
            if _SESSION.fullmatch(name):
                at = _said_at(str(talk.get(f"{name}_date_time", "")))
                turns |= {turn["dia_id"]: {**turn, "at": at} for turn in session}
        cited: dict[tuple[str, ...], list[str]] = {}
        for observed in (sample.get("observation") or {}).values():
            for fact, evidence in (pair for pairs in observed.values() for pair in pairs):
                ids = (evidence,) if isinstance(evidence, str) else tuple(evidence)
                if unknown := [one for one in ids if one not in turns]:
                    yield Bad(f"no turn has the id {unknown[0]}", fact)
                else:
                    cited.setdefault(ids, []).append(fact)
        for ids, facts in cited.items():
            yield _turns([turns[one] for one in ids], facts)


def _turns(said: list[Row], facts: list[str]) -> Row:
    speakers = {str(turn["speaker"]) for turn in said}
    row = {"sentence": "\n".join(turn["text"] for turn in said), "facts": facts, "role": "user"}
    alone = {"speaker": speakers.pop()} if len(speakers) == 1 else {}
    return {**row, **alone, **({"published": said[0]["at"]} if said[0]["at"] else {})}


def _said_at(words: str) -> str | None:
    for form in _SAID_AT:
        try:
            return datetime.strptime(words, form).isoformat()  # noqa: DTZ007 - dialogues name no offset
        except ValueError:
            continue
    return None


def _timeml(content: str, _: str) -> Iterator[Row | Bad]:
    """The expressions of a document, line by line; its creation time is what relative ones count from."""
    if "<!ENTITY" in content:
        yield Bad("declares entities, which are not read", content[:200])
        return
    root = ElementTree.fromstring(content)  # noqa: S314 - no entities, see above
    created = next((one for one in root.iter("TIMEX3") if one.get("functionInDocument") == "CREATION_TIME"), None)
    at = created.get("value") if created is not None else None
    body = root.find("TEXT")
    text, found = _flat(body if body is not None else root)
    start = 0
    for line in text.split("\n"):
        own = [one for one in found if start <= one[0] < start + len(line) and one[2] is not created]
        for low, high, timex in own:
            yield {
                "doc": f"{start}",
                "text": line,
                "expression": text[low:high],
                "char_start": low - start,
                "value": timex.get("value", ""),
                "type": timex.get("type", ""),
                "reference_datetime": at,
                "anchor_source": "document",
            }
        start += len(line) + 1


def _flat(root: ElementTree.Element) -> tuple[str, list[tuple[int, int, ElementTree.Element]]]:
    """The characters of an element, and where in them its TIMEX3 elements stand."""
    parts, found, size = list[str](), list[tuple[int, int, ElementTree.Element]](), 0

    def walk(node: ElementTree.Element) -> None:
        nonlocal size
        start = size
        parts.append(node.text or "")
        size += len(parts[-1])
        for child in node:
            walk(child)
            parts.append(child.tail or "")
            size += len(parts[-1])
        if node.tag == "TIMEX3":
            found.append((start, size, node))

    walk(root)
    return "".join(parts), found


TOOLS: Mapping[str, Tool] = {
    "brat": Tool("injection", "BRAT: .ann with its .txt; text-bound annotations are spans.", ".ann", ".txt", _brat),
    "webanno": Tool("injection", "WebAnno / INCEpTION TSV 3: labelled tokens are spans.", ".tsv", "", _webanno),
    "labelstudio-spans": Tool("injection", "Label Studio JSON: labels are spans.", ".json", "", _studio_spans),
    "labelstudio-choices": Tool("labelled", "Label Studio JSON: a choice is the label.", ".json", "", _studio_choices),
    "dialogues": Tool("facts", "LoCoMo: observations with the ids of their turns.", ".json", "", _dialogues),
    "timeml": Tool("timex", "TimeML: TIMEX3 elements, counted from the creation time.", ".tml", "", _timeml),
}

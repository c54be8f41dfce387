"""What `data/README.md` says a run on the sample corpus must show, read from its tables.

The tables are the data: a row added there is a test here. This module adds only what a table for
people leaves out: the patterns by which a value, a subject or an attribute is told in a note.
"""

import re
from dataclasses import dataclass
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "data" / "README.md"
_CELL_BAR = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"`([^`]+)`")
Row = tuple[str, ...]


def _tables() -> dict[tuple[str, ...], list[Row]]:
    """Return the rows of every table by its header."""
    tables: dict[tuple[str, ...], list[Row]] = {}
    header: Row | None = None
    for line in README.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            header = None
            continue
        cells = tuple(cell.strip().replace("\\|", "|") for cell in _CELL_BAR.split(line)[1:-1])
        if header is None:
            header = cells
            tables[header] = []
        elif set("".join(cells)) - set("- :"):
            tables[header].append(cells)
    return tables


def codes(cell: str) -> list[str]:
    """Return what a cell sets in code, e.g. the files it names."""
    return _CODE.findall(cell)


def _unfolded(path: str) -> list[str]:
    """Return the paths that a path with alternatives in braces stands for."""
    match = re.match(r"^(.*)\{([^}]*)\}(.*)$", path)
    return [match[1] + one.strip() + match[3] for one in match[2].split(",")] if match else [path]


@dataclass(frozen=True)
class Topic:
    """An attribute of a subject that changes in the corpus."""

    id: str
    domain: str
    current: str


@dataclass(frozen=True)
class Step:
    """One statement of a topic's value, where it stands and in which words."""

    topic: str
    number: str
    asserted: str
    value: str
    report: str
    says: str

    @property
    def id(self) -> str:
        """Topic and number."""
        return f"{self.topic}.{self.number}"


_TABLES = _tables()
FILES = [
    path for row in _TABLES["file", "language", "what it is there to show"] for path in _unfolded(codes(row[0])[0])
]
TOPICS = {
    row[0]: Topic(row[0], row[1], row[5].strip("*"))
    for row in _TABLES["topic", "domain", "subject", "attribute", "values in order", "current"]
}
STEPS = [
    Step(row[0], row[1], row[2], row[3], codes(row[4])[0], row[5])
    for row in _TABLES["topic", "step", "asserted", "value", "report", "says"]
]
REDELIVERIES = _TABLES["files", "must happen"]
STATEMENTS = [(kind, codes(report)[0], text) for kind, report, text in _TABLES["kind", "report", "statement"]]
TIMES = [
    (codes(report)[0], expression, anchor.split()[0], resolved)
    for report, expression, anchor, resolved in _TABLES["report", "expression", "anchor", "resolves to"]
]
NEVER = [
    (why, codes(report)[0], text) for why, report, texts in _TABLES["why", "report", "strings"] for text in codes(texts)
]
SURVIVES = [(codes(report)[0], text) for report, text in _TABLES["report", "statement"]]
QUARANTINE = [(codes(file)[0], why) for file, why in _TABLES["file", "why"]]

# Topics whose claim and denial have different holders: they do not form one chain.
ATTRIBUTED_TOPICS = frozenset(("12a", "12b"))
# A report without a date stands beside the chain of its topic.
UNDATED_STEPS = frozenset(("8a.4",))

# How a value is told in a note, where its letters alone would also be found in another value.
VALUES = {
    ("1d", "affected"): r"(?<!not )affected",
    ("2a", "<= 03"): r"<= ?03\b",
    ("2a", "<= 05"): r"<= ?05\b",
    ("2b", "none"): r"No fixed version|none",
    ("2b", "06"): r"\b06\b",
    ("2d", "1"): r"Revision: 1\b",
    ("2d", "2"): r"Revision: 2\b",
    ("2d", "3"): r"Revision: 3\b",
    ("2d", "4"): r"Revision: 4\b",
    ("3b", "active"): r"(?<!no longer )\bactive\b",
    ("3c", "Velmora"): r"\bin Velmora\b(?<!no longer in Velmora)",
    ("3c", "Aldmoor"): r"\bin Aldmoor\b",
    ("10b", "活跃"): r"活跃",
    ("13", "受影响"): r"(?<!未)受(?:CVE-2026-91077)?影响",
    ("13", "未受影响"): r"未受(?:CVE-2026-91077)?影响",
    ("13", "未受影响（通告已撤销）"): r"未受(?:CVE-2026-91077)?影响",
}

# What a note must name to be about a topic: its subject, then its attribute.
SUBJECTS = {
    "1a": r"CVE-2026-90412",
    "1b": r"CVE-2026-90412",
    "1c": r"Meridian Gateway(?! Lite)",
    "1d": r"Meridian Gateway Lite",
    "2a": r"Larkspur L4",
    "2b": r"Larkspur L4",
    "2c": r"CVE-2026-90455|TARN-SA-2026-02|Larkspur L4",
    "2d": r"TARN-SA-2026-02",
    "3a": r"Copper Lantern",
    "3b": r"Copper Lantern",
    "3c": r"Copper Lantern",
    "4a": r"(?i:Central Bank of Aldmoor)",
    "4b": r"(?i:Central Bank of Aldmoor)",
    "4c": r"海澜国中央银行",
    "4d": r"海澜国中央银行",
    "4e": r"National Bank of Velmora",
    "5a": r"Project Kestrel",
    "5b": r"Project Kestrel",
    "5c": r"Project Kestrel",
    "5d": r"Project Kestrel",
    "6a": r"岚汐协同OA|CVE-2026-91033|LYSA-2026-0107",
    "6b": r"CVE-2026-91033|岚汐协同OA|LYSA-2026-0107",
    "6c": r"岚汐协同OA|LYSA-2026-0107",
    "7a": r"青鸾项目",
    "7b": r"青鸾项目",
    "7c": r"青鸾项目",
    "7d": r"青鸾项目",
    "8a": r"Saltmarsh",
    "8b": r"Saltmarsh",
    "9a": r"灰潮木马",
    "9b": r"灰潮木马",
    "10a": r"赤帆组织",
    "10b": r"赤帆组织",
    "11a": r"砚海云",
    "11b": r"砚海云",
    "11c": r"砚海云",
    "12a": r"Port of Velmora",
    "12b": r"Northwind Labs",
    "13": r"栖枫邮件网关",
}
ATTRIBUTES = {
    "1a": r"CVSS",
    "1b": r"(?i:severity)",
    "1c": r"(?i:fixed version|fixed in)",
    "1d": r"affected by",
    "2a": r"Affected versions",
    "2b": r"(?i:fixed version)",
    "2c": r"CVSS",
    "2d": r"Revision",
    "3a": r"(?i:main tool|uses)",
    "3b": r"(?i:status|active)",
    "3c": r"rents",
    "4a": r"(?i:policy rate)",
    "4b": r"(?i:inflation forecast)",
    "4c": r"政策利率",
    "4d": r"存款准备金率",
    "4e": r"policy rate",
    "5a": r"(?i:leads|\blead\b)",
    "5b": r"(?i:uses|database)",
    "5c": r"(?i:launch)",
    "5d": r"(?i:budget)",
    "6a": r"状态",
    "6b": r"CVSS",
    "6c": r"修复版本",
    "7a": r"负责人(?:为|是|：|现|仍)",
    "7b": r"数据库|使用",
    "7c": r"上线",
    "7d": r"预算",
    "8a": r"(?i:c2 domain)",
    "8b": r"(?i:current version)",
    "9a": r"C2域名",
    "9b": r"当前版本",
    "10a": r"主要工具",
    "10b": r"状态|活跃|活动",
    "11a": r"状态",
    "11b": r"处置负责人(?:为|是|：|现|仍)|接任.*处置负责人",
    "11c": r"影响",
    "12a": r"ransom",
    "12b": r"attribut",
    "13": r"影响",
}

# Words of a note that tells a value as history: it may stay.
TOLD_AS_HISTORY = re.compile(
    r"\b(?:was|were|before|earlier|had|from|moved|replaced|no longer|not)\b|此前|当时|原来?|由.{1,20}[改变调换]|不再|曾"
    r"|\d{1,2}月\d{1,2}日：|\b(?:January|February|March)\b(?=.*:)"
)

# Another subject that a report of the topic gives the same attribute and value.
OTHER_SUBJECTS = {"3b": re.compile(r"Pale Anchor")}

# What a careless cut makes of a sentence of the corpus: none of it is said in a report.
MISREAD = (
    "栖枫科技否认其产品提供",  # it denied a flaw and provided records
    "受修复版本",
    "曾应当修改口令",
    "功通过409",
    "例行也可能",
    "是否受雇是否受雇",
    "上调的原因攻击者",
    "处置公布结果",
    "Marcus is Marcus",
    "The server behind parcel-desk[.]example's SHA-256",  # the download's
)

# The reason that the quarantine must name, by what the table says of the file.
QUARANTINE_REASONS = {
    "not valid JSON": "broken_json",
    "not valid UTF-8": "not_utf8",
    "0 bytes": "empty_file",
}


def says_value(topic: str, value: str) -> re.Pattern[str]:
    """Return the pattern of a topic's value in a note's text."""
    pattern = VALUES.get((topic, value))
    if pattern is None:
        start = r"(?<![\d.])" if value[:1].isdigit() else ""
        end = r"(?![\d]|\.\d)" if value[-1:].isdigit() else ""
        pattern = start + re.escape(value) + end
    return re.compile(pattern)

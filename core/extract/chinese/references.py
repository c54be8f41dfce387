"""Say who 它, 他 and 该组织 are, where one reading is open; else say that none is."""

import re

from core.extract.chinese.clauses import subject_of

_PRONOUN = re.compile(
    r"^(?P<word>它们?|他们?|她们?|其(?!中|他|它|余|实)|该(?P<noun>组织|漏洞|恶意软件|木马|团伙|团队"
    r"|公司|工具|产品|病毒|样本|活动|机构|平台|系统|勒索软件|后门))"
)
_BARE = re.compile(r"^(?:这|那|此|上述|我们|咱们|本次)")
_NAMING = re.compile(
    r"(?:名为|叫做?|称为|称作|命名为|代号(?:为"
    r"|是)?)[“\"「]?(?P<name>[^\s，。；、“”\"「」（）]{2,16})[”\"」]?(?:的|$|[，。；])"
)
_LEAD = re.compile(r"^(?:[^，]{2,20}[年月日]|近日|目前|随后)，")


class References:
    """Follows the subject from sentence to sentence."""

    def __init__(self) -> None:
        self._topic = ""

    def forget(self) -> None:
        """Start anew, as after a heading."""
        self._topic = ""

    def observe(self, sentence: str) -> None:
        """Take note of what a sentence is about."""
        body = _LEAD.sub("", sentence)
        naming = _NAMING.search(body)
        subject = subject_of(body)
        if naming:
            self._topic = naming["name"]
        elif subject and not _PRONOUN.match(subject) and not _BARE.match(subject) and subject[0] not in "我你您":
            self._topic = subject

    def resolve(self, statement: str, identifier: str = "") -> tuple[str, bool]:
        """Return the statement with its opening pronoun named, and whether it stands alone now."""
        match = _PRONOUN.match(statement)
        if match is None:
            return statement, _BARE.match(statement) is None
        word, noun, rest = match["word"], match["noun"] or "", statement[match.end() :]
        if noun == "漏洞":
            return (identifier + rest, True) if identifier else (statement, False)
        if not self._topic or word.endswith("们"):
            return statement, False
        if noun and self._topic.startswith(("CVE", "CNVD")):
            return statement, False
        return (f"{self._topic}的{rest}" if word == "其" else self._topic + rest), True

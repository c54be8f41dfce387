"""Say who *it*, *he* and *this vulnerability* are, where one reading is open; else say that none is."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.extract.english.sentence import Sentence, finite_verb, is_plural, read_sentence
from core.extract.english.words import ADVERBS, AUXILIARIES
from core.extract.verbs import Form, forms_of
from core.extract.wordlists import word_set
from core.text.pattern_set import PatternSet

_PRONOUN = re.compile(
    r"^(?P<word>He|She|It|They|His|Her|Its|Their|it|he|she|they|his|her|its|their)(?P<rest>['’](?:s|re|ve|ll|d))?(?= )"
)
_THIS_NOUN = re.compile(
    r"^(?P<word>(?:This|The|Such an?|These) (?:(?:security|critical|high[- ]severity|zero[- ]day|same"
    r"|specific|criminal|extortion|intrusion|hacking|ransomware|threat) )?(?P<noun>vulnerability"
    r"|vulnerabilities|flaws?|issues?|bug|weakness|defect"
    r"|malware|ransomware|stealer|backdoor|loader|trojan|botnet|implant|worm|wiper|dropper|spyware"
    r"|group|gang|crew|actors?|collective"
    r"|tool|campaign|product|device|company|vendor|manufacturer|organi[sz]ation|bank|port|project"
    r"|platform|service|software|firm|agency))(?= )"
)
# After the noun: its own verb, so that no "of …" or "in …" says which one is meant.
_GOES_ON = re.compile(
    r"^ (?:\w+ly |also |still |then |now |first |later |often )*(?P<verb>[a-z]+(?:n't)?)(?: (?P<next>\w+))?"
)
_KINDS: Mapping[str, str] = {
    **dict.fromkeys(("group", "gang", "crew", "actor", "actors", "collective"), "actor"),
    **dict.fromkeys(
        (
            "malware",
            "ransomware",
            "stealer",
            "backdoor",
            "loader",
            "trojan",
            "botnet",
            "implant",
            "worm",
            "wiper",
            "dropper",
            "spyware",
        ),
        "malware",
    ),
    **dict.fromkeys(
        ("company", "vendor", "manufacturer", "organisation", "organization", "firm", "agency", "bank", "port"),
        "company",
    ),
    **dict.fromkeys(("product", "device", "platform", "service", "software", "tool"), "product"),
}
_IS_A = re.compile(
    r"^(?:The )?(?P<name>[A-Z][\w'’.&-]*(?: [A-Z][\w'’.&-]*){0,4}) (?:is|was|remains) (?:an?|the"
    r"|one of the|another) (?:[\w-]+ ){0,6}?(?P<noun>"
    + "|".join(sorted(_KINDS))
    + r"|appliance|application|software|programme?|manufacturer)\b"
)
_OF_KIND = re.compile(
    r"\b(?P<noun>"
    + "|".join(sorted(_KINDS))
    + r")(?: (?:called|named|dubbed|known as|tracked as))? [\"“]?(?P<name>[A-Z][\w-]*(?: [A-Z][\w-]*){0,3})"
    r"|\b[Tt]he (?P<name2>[A-Z][\w-]*(?: [A-Z][\w-]*){0,2}) (?P<noun2>" + "|".join(sorted(_KINDS)) + r")\b"
)
_MAY_NAME = PatternSet([r"\b(?:" + "|".join(sorted(_KINDS)) + r")\b"])
_COMPANY_END = re.compile(
    r"(?:Labs?|Inc|Ltd|Corp|GmbH|Security|Systems|Research|Automation|Hosting|Freight|Technologies"
    r"|Networks|Software|Group|Media|IT)\.?$"
)
_BARE_THIS = re.compile(
    r"^(?:This|That|These|Those|Such)(?= (?:[a-z]+s|can|could|may|might|will|would|was|were|has|had|is"
    r"|are|allows?|[a-z]+ed)\b)"
)
_NAMING = re.compile(
    r"\b(?:called|named|dubbed|known as|tracked as|nicknamed"
    r"|referred to as) [\"“'‘]?(?P<name>[A-Z0-9][\w.-]*(?: [A-Z0-9][\w.-]*){0,4})"
)
_FLAW = word_set(
    """
    vulnerability vulnerabilities flaw flaws issue issues bug weakness defect
    """
)
# A subject that tells of others: after it, "it" may be what it told of.
_TELLS_OF = re.compile(
    r"^(?:The|This|That|Our|An?|[A-Z]\w+['’]s) (?:[\w-]+ ){0,3}(?:report|advisory|alert|article|blog|post|bulletin"
    r"|paper|document|analysis|study|notice|statement|memo|presentation|indictment|announcement)$"
)
_WE = re.compile(r"^(?:We|Our|we|our)\b")
_HAS_NAME = re.compile(r"^(?:[A-Z0-9][\w'’.&/-]*)(?: (?:[A-Z0-9][\w'’.&/-]*|of|the|and|&|for))*$")
_CONTRACTED = {"'s": " is", "'re": " are", "'ve": " have", "'ll": " will", "'d": " would"}
_MOST_SUBJECT_WORDS = 9


@dataclass(slots=True)
class Topic:
    """What the last sentences were about: a noun phrase as written, its number, and whether it is a person."""

    name: str = ""
    plural: bool = False
    kind: str = ""  # person | thing | ""


def subject_phrase(s: Sentence) -> str:
    """Return the words before the main verb, or '' when they are no plain subject."""
    verb = finite_verb(s, 0, len(s.words))
    if (
        verb is None
        or not 1 <= verb <= _MOST_SUBJECT_WORDS
        or {",", ";", ":", "that", "who", "which"} & set(s.lower[:verb])
    ):
        return ""
    while verb > 1 and (s.lower[verb - 1].endswith("ly") or s.lower[verb - 1] in ADVERBS):
        verb -= 1
    return s.slice(0, verb)


def named_kinds(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield the names that a sentence says the kind of ("X is a loader", "the group X"), with the kind."""
    match = _IS_A.match(sentence)
    if match:
        yield match["name"], _KINDS.get(match["noun"], "product")
    if not _MAY_NAME.holds(sentence):
        return
    for found in _OF_KIND.finditer(sentence):
        yield found["name"] or found["name2"], _KINDS[found["noun"] or found["noun2"]]


@lru_cache(maxsize=8_192)  # a sentence is heard again before the next chunk, and in the next revision
def _told(sentence: str) -> tuple[Mapping[str, str], str, str, bool]:
    """Return the kinds of a sentence's names, its subject, whom it names, and whether the subject ends in a plural."""
    s = read_sentence(sentence)
    subject, naming = subject_phrase(s), _NAMING.search(sentence)
    ends_plural = bool(subject) and is_plural(s.lower[len(subject.split()) - 1])
    return dict(named_kinds(sentence)), subject, naming["name"].rstrip(".") if naming else "", ends_plural


class References:
    """Follows the subject from sentence to sentence, and keeps which names are of which kind."""

    def __init__(self, leading: str = "", flaw: str = "") -> None:
        self._topic = Topic()
        self._flaw = flaw
        self._leading = leading
        self._names: dict[str, str] = {leading: ""} if leading else {}  # name: kind

    def forget(self) -> None:
        """Start anew, as after a heading; names once given stay known."""
        self._topic = Topic()

    def know(self, names: Mapping[str, str]) -> None:
        """Take over names and their kinds from elsewhere in the report."""
        for name, kind in names.items():
            self._names[name] = self._names.get(name) or kind

    def observe(self, sentence: str) -> None:
        """Take note of what a sentence is about."""
        named, subject, naming, ends_plural = _told(sentence)
        self.know(named)
        if naming:
            self._topic = Topic(naming, plural=False)
            self._names.setdefault(naming, "other")
        elif (
            subject
            and not _PRONOUN.match(subject + " ")
            and subject.split()[0].lower()
            not in ("i", "you", "we", "there", "this", "that", "these", "those", "who", "what", "it")
        ):
            if _TELLS_OF.match(subject) and named:
                self._topic = Topic()  # "The report names the crew X. It …": the report, or the crew?
                return
            plural = ends_plural if subject[:1].islower() or not _is_name(subject) else " and " in subject
            self._topic = Topic(subject, plural)
            if _is_name(subject) and not plural:
                self._names.setdefault(subject, "company" if _COMPANY_END.search(subject) else "")
        elif not subject:
            self._topic = Topic()

    def resolve(self, statement: str, identifier: str = "") -> tuple[str, bool]:
        """Return the statement with its opening pronoun named, and whether it stands alone now.

        ``identifier`` is what the heading above says "this vulnerability" is.
        """
        match = _PRONOUN.match(statement)
        if match:
            return self._pronoun(statement, match)
        match = _THIS_NOUN.match(statement)
        if match:
            return self._noun(statement, match, identifier)
        return statement, not (_BARE_THIS.match(statement) or _WE.match(statement))

    def _pronoun(self, statement: str, match: re.Match[str]) -> tuple[str, bool]:
        word, topic = match["word"].lower(), self._topic
        needed = {"he": "person", "she": "person", "his": "person", "her": "person", "it": "thing", "its": "thing"}.get(
            word, ""
        )
        fits = bool(topic.name) and (
            (word in ("they", "their") and (topic.plural or not topic.kind))
            or (
                bool(needed)
                and not topic.plural
                and topic.kind in ("", needed)
                and (needed == "thing" or _is_name(topic.name))
            )
        )
        if not fits or (
            word == "it"
            and re.match(
                r"it (?:is|was|has been|remains) (?:\w+ )?(?:\w+ )?(?:that|to|important|recommended|possible"
                r"|unclear|not|worth|believed|likely|necessary|critical)\b",
                statement.lower(),
            )
        ):
            return statement, word == "it" and not fits and bool(
                re.match(
                    r"It (?:is|was) (?:\w+ )?(?:important|recommended|advised|believed|possible|estimated|unclear)",
                    statement,
                )
            )
        topic.kind = needed or topic.kind
        owner = word in ("his", "her", "its", "their")
        name = _possessive(topic.name) if owner else topic.name
        rest = statement[match.end() :]
        if match["rest"]:
            rest = _CONTRACTED.get(match["rest"].replace("’", "'"), "") + rest
        return name + rest, True

    def _noun(self, statement: str, match: re.Match[str], identifier: str) -> tuple[str, bool]:
        noun, word = match["noun"], match["word"]
        rest = statement[match.end("word") :]
        if not _alone(rest):
            return statement, word.startswith("The ")
        if noun.endswith("s") and noun not in ("weakness",):
            return statement, False
        named = (identifier or self._flaw) if noun in _FLAW else self._of_kind(noun)
        if not named or named in statement:
            return statement, bool(named)
        return named + rest, True

    def _of_kind(self, noun: str) -> str:
        """Return the one name that such a noun can mean: the last subject when it fits, else the only one that does."""
        kind, topic = _KINDS.get(noun, noun), self._topic
        holds = noun.capitalize()  # "the port" may be the Port of Norland
        named = _is_name(topic.name.removeprefix("The ")) and not topic.plural
        if named and (self._names.get(topic.name, "") == kind or holds in topic.name.split()):
            return topic.name
        fitting = [name for name, of in self._names.items() if of == kind or holds in name.split()]
        untyped = not self._names.get(self._leading, "") and self._leading not in fitting
        if len(fitting) == 1:
            return "" if self._leading and untyped else fitting[0]
        if fitting or kind not in ("actor", "malware"):
            return ""
        # No name is known to be of the kind: the last subject, or what the report is about, when it is of no other.
        last = topic.name if named and not self._names.get(topic.name, "") else ""
        return last if not self._leading or last == self._leading else ""


def _alone(rest: str) -> bool:
    """Return whether a verb follows at once: nothing else says which thing is meant."""
    match = _GOES_ON.match(rest)
    if match is None:
        return False
    verb = match["verb"]
    return (
        verb in AUXILIARIES
        or bool(forms_of(verb) & Form.THIRD)
        or (bool(forms_of(verb) & Form.PAST) and match["next"] != "by")
    )


def _is_name(phrase: str) -> bool:
    return (
        bool(phrase)
        and bool(_HAS_NAME.match(phrase))
        and phrase.split()[0].lower()
        not in (
            "the",
            "a",
            "an",
            "this",
            "some",
            "many",
            "all",
            "no",
            "in",
            "i",
            "it",
            "he",
            "she",
            "they",
            "we",
            "you",
        )
    )


def _possessive(name: str) -> str:
    return name + ("'" if name.endswith("s") else "'s")

"""Say who *it*, *he* and *this vulnerability* are, where one reading is open; else say that none is."""

import re
from dataclasses import dataclass

from core.extract.english.sentence import Sentence, finite_verb, is_plural, read_sentence
from core.extract.english.words import ADVERBS
from core.extract.wordlists import word_set

_PRONOUN = re.compile(
    r"^(?P<word>He|She|It|They|His|Her|Its|Their|it|he|she|they|his|her|its|their)(?P<rest>['’](?:s|re|ve|ll|d))?(?= )"
)
_THIS_NOUN = re.compile(
    r"^(?P<word>(?:This|The|Such an?|These) (?:(?:security|critical|high[- ]severity|zero[- ]day|same"
    r"|specific) )?(?P<noun>vulnerability|vulnerabilities|flaw|flaws|issue|issues|bug|weakness|defect"
    r"|malware|ransomware|group|actor|actors|threat actor|tool|backdoor|loader|trojan|campaign|botnet"
    r"|product|device|company|organi[sz]ation))(?= )"
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


class References:
    """Follows the subject from sentence to sentence."""

    def __init__(self) -> None:
        self._topic = Topic()

    def forget(self) -> None:
        """Start anew, as after a heading."""
        self._topic = Topic()

    def observe(self, sentence: str) -> None:
        """Take note of what a sentence is about."""
        s = read_sentence(sentence)
        subject = subject_phrase(s)
        naming = _NAMING.search(sentence)
        if naming:
            self._topic = Topic(naming["name"].rstrip("."), plural=False)
        elif (
            subject
            and not _PRONOUN.match(subject + " ")
            and subject.split()[0].lower()
            not in ("i", "you", "we", "there", "this", "that", "these", "those", "who", "what", "it")
        ):
            plural = (
                is_plural(s.lower[len(subject.split()) - 1])
                if subject[:1].islower() or not _is_name(subject)
                else " and " in subject
            )
            self._topic = Topic(subject, plural)
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
        plural = noun.endswith("s")
        if identifier and noun in _FLAW and not plural:
            return identifier + statement[match.end("word") :], True
        if word.startswith("The ") or noun in _FLAW:
            return statement, word.startswith("The ")
        if self._topic.name and _is_name(self._topic.name) and not plural:
            return self._topic.name + statement[match.end("word") :], True
        return statement, False


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

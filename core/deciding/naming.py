"""Whether a sentence or a heading is about something that it names, and not about "the group" or "updates"."""

import re

from core.deciding.terms import opens_with_name, plain_text, without_asides
from core.entities.wordset import word_set
from core.statements import is_generic, is_series, opens_bare

_HAN = re.compile("[\u3400-\u9fff]")
_FIRST_PERSON = re.compile(
    r"^(?:I|I['’][a-z]+|[Mm]y|[Tt]he user|User)\b|^(?:我(?!们)|用户(?=[^，。]{0,3}(?:住|在|喜欢|对)))"
)
# The noun phrase that opens a sentence: a name, maybe after an article or after "the hosts of".
_OPENING = re.compile(
    r"^(?P<article>(?:[Tt]he|[Aa]n?|[Ii]ts|[Aa]ll) )?"
    r"(?P<head>(?:[A-Za-z][a-z'-]{0,30} ){1,3}(?:of|for|behind|from|with|between) (?:the |an? )?)?"
    r"(?P<name>[A-Z0-9\u00c0-\u024f\u3400-\u9fff][\w.&'/-]{0,60}"
    r"(?: (?:and |of |the |de |for |with |in |on |to ){0,2}[A-Z0-9][\w.&'/-]{0,60}){0,7})"
)
# A noun without article before a singular verb is a name ("Tool is a film", "Bones was cancelled").
_DEFINED = re.compile(
    r"^(?!(?:It|This|That|He|She|There|Who|What|Which|Here)\b)[A-Za-z0-9][\w.&'/-]{1,60}(?: ?\([^()]{1,80}\))?"
    r"(?: (?:is|was) (?:an?|the) |(?<=[^s]s) (?:is|was|has) )"
)
# Words that open a sentence and are no part of a name.
_OPENERS = word_set(
    """
    After All Although Another Any As At Be Because Before Both But By Do Each Every Few For From He Here How However
    If In It Its Many May More Most No Not Note On Once One Only Other Others Our Please Section See She Since Some
    Several Such Table That The Their There These They This Those Though To Until Use We What When Where Which While
    Who Why With You Your
    """
)
_VERSION = re.compile(r"[0-9][0-9.,xX*-]{0,20}")  # "all versions of 14.x" names no product
_MARKED = re.compile("[0-9A-Z\u3400-\u9fff]")  # beyond a first letter: the mark of a name
_SHOUTED = re.compile(r"^[^a-z\u3400-\u9fff0-9]{2,20} [^a-z\u3400-\u9fff0-9]{12,}")
# A lone word with a capital that opens a sentence is a common noun when it is a plural or ends like one.
_COMMON = re.compile(r"^[A-Z][a-z]+(?:[^s]s|tion|sion|ment|ness|ity|ing|ance|ence|ship|age|ism|ware|cy)$")
_LEAD_IN = re.compile(
    r"^(?:(?:in|on|at|since|by|from|during|until|as of|after|before|following|according to) [^,]{2,40}|meanwhile|also"
    r"|however|currently|now|reportedly), "
    r"|^(?:in|on|since|during) (?:[0-9]{1,2} )?(?:early |late |mid-)?(?:[A-Z][a-z]{2,8} )?"
    r"(?:[0-9]{1,2}(?:st|nd|rd|th)?,? )?"
    r"(?:[0-9-]{4,10}|[0-9]{4})?,? (?=[A-Z\u3400-\u9fff]|the )"
    r"|^[0-9]{4}-[0-9]{2}-[0-9]{2} ?[,，] ?"
    r"|^(?:截至|据|根据)[^，]{1,30}，"
    r"|^(?=[0-9今昨去上本])(?:[0-9]{4}年)?(?:[0-9]{1,2}月)?(?:[0-9]{1,2}[日号])?"
    r"(?:[今昨]天|[去今]年|上[周月]|本[周月])?[，,]?(?=[\u3400-\u9fffA-Z])",
    re.IGNORECASE,
)
_MARKS = re.compile(r"``|''|`")
_APPOSITION = re.compile(r"^([^,，。.]{2,60}?) ?, [^,.]{1,100} ?, ")  # "Kelp, once called Wrack, is …"
_CLASSED = re.compile(
    r"^[A-Z][\w.-]{1,40} (?:ransomware|malware|backdoor|trojan|loader|botnet|worm|stealer|framework|group|team|campaign"
    r"|project|service|database|server)\b"
    r"|^[A-Z][\w.-]{1,40} ?[\u3400-\u9fff]"
)
_QUOTES = " \"“'`《「"


def sentence_names(text: str) -> bool:
    """Return whether the subject of a sentence is a name or the speaker, past adjuncts and quotation marks."""
    plain = " ".join(_MARKS.sub("", without_asides(plain_text(text))).split())
    bare = _APPOSITION.sub(r"\1 ", _LEAD_IN.sub("", plain.lstrip(_QUOTES), count=1).lstrip(_QUOTES), count=1)
    if _FIRST_PERSON.match(bare):
        return True
    if _HAN.match(bare):
        return not opens_bare(bare) and opens_with_name(bare)
    return _names(bare)


def _names(text: str) -> bool:
    """Return whether the noun phrase that opens an English sentence holds a name."""
    if _DEFINED.match(text):
        return True
    match = _OPENING.match(text)
    if (
        match is None
        or _VERSION.fullmatch(match["name"])
        or match["name"].split(" ")[0] in _OPENERS
        or is_generic(match["name"])
        or _SHOUTED.match(text)
    ):
        return False
    alone = not match["article"] and not match["head"] and " " not in match["name"]
    if not alone or _MARKED.search(match["name"], 1):
        return True
    return (opens_with_name(text) or _CLASSED.match(text) is not None) and not _COMMON.match(match["name"])


def is_name(words: str, text: str = "") -> bool:
    """Return whether a subject as written is a name and not a noun or a series of documents.

    ``text`` is the sentence it stands in: a lone plural at its start has a capital for that reason alone.
    """
    if (
        not words
        or is_generic(words)
        or _VERSION.fullmatch(words)
        or (is_series(words) and not re.search("[0-9]", words))
    ):
        return False
    if is_series(words) and _HAN.search(words):
        return False
    if _HAN.search(words):
        return not opens_bare(words)
    if text.startswith(words) and " " not in words and _COMMON.match(words):
        return False
    return any(char.isupper() or char.isdigit() for char in words)

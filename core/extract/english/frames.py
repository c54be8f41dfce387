"""What stands around the statements of a sentence: connectives, opening adjuncts, order at the end."""

import re

LABEL = re.compile(r"[^\"“:]{0,60}: ")


_CONNECTIVE = re.compile(
    r"^(?:(?:However|Additionally|Furthermore|Moreover|In addition|Also|Overall|Similarly|For example"
    r"|For instance|Notably|Finally|Meanwhile"
    r"|In fact|Indeed|Importantly|Interestingly|Besides|Nevertheless|Nonetheless|On the other hand"
    r"|By the way|Instead|Specifically|In particular"
    r"|In conclusion|In summary|Of note|Unfortunately|Fortunately|Therefore|Thus"
    r"|Hence|As such|Lastly|First|Firstly|Second|Secondly|Third|Thirdly|Plus"
    r"|Anyway|Actually|Well|So|Oh|Yes|And|But|Okay|Ok|OK|Yeah|Hi|Hello|Hey|Hmm|Thanks|Hi there"
    r"|Hello there|Anyways|Speaking of which|Oh, and by the way|And by the way), ?"
    r"|Speaking of [\w' ]{2,30}, |(?:Hi|Hello|Hey), (?:AI companion|friend|there)[,.!] |(?:And|But"
    r"|Also|So) (?=[a-zA-Z]))",
)


def leading_adjunct(text: str) -> tuple[str, str]:
    """Return an opening time, place or attribution with its comma, and the rest."""
    match = _ADJUNCT.match(text) or _CLAUSE_LEAD.match(text)
    if match is None or len(match.group()) > 120:
        return "", text
    return match.group(), text[match.end() :]


_ADJUNCT = re.compile(
    r"(?:In|On|Since|During|By|At|From|As of|Between|Around|Throughout|Until|According to|For|Over"
    r"|Under|Prior to|Following|Within|Off|Outside|Beyond|Across|Early in|Late in|Later in)(?: [^\s,]+){1,9}?(?:, (?:19"
    r"|20)\d\d)?, (?=(?:the|a|an|he|she|it|they|we|his|her|its|their|this|these|[A-Z“\"])(?: |[a-z]))",
)


_CLAUSE_LEAD = re.compile(
    r"(?:If|When|Whenever|While|After|Before|Once|Because|Since|Although|Though|Unless|As|Upon|Without"
    r"|With|Despite|Due to|By|Through|To|Until|Even)"
    r" [^,;:]{6,110}, (?=(?:the|a|an|he|she|it|they|we|his|her|its|their|this|these|[A-Z“\"])(?: |[a-z]))"
)


_ORDER_TAIL = re.compile(r",? (?:before|after|until|when|while) [^,;]{8,140}$")


def trailing_order(text: str) -> tuple[str, str]:
    """Return a clause and the *before …* or *after …* at its end, which stays with the last statement."""
    match = _ORDER_TAIL.search(text)
    if match is None or " and " in match.group():
        return text, ""
    return text[: match.start()], match.group()


def strip_connective(text: str) -> str:
    """Return the sentence without the word that only ties it to the one before."""
    for _ in range(3):
        match = _CONNECTIVE.match(text)
        if match is None or match.end() >= len(text):
            break
        text = text[match.end() :]
    return text[:1].upper() + text[1:] if text[:1].islower() and text[1:2].islower() else text


_CONTRACTION = re.compile(
    r"\b(?P<who>[Ii]|[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Ww]e|[Yy]ou|[Tt]here|[Tt]hat|[Ww]ho)['’](?P<end>m|ve"
    r"|ll|re|d|s)\b(?= (?P<next>[a-z]\w*))"
)


_QUOTED = re.compile(r"(\"[^\"]*\"|“[^”]*”)")
_FULL = {"m": "am", "ve": "have", "ll": "will", "re": "are"}


def _full_form(match: re.Match[str]) -> str:
    end, after = match["end"], match["next"].lower()
    if end == "s":
        full = "has" if after in ("been", "got", "had") else "is"
    elif end == "d":
        full = "had" if after in ("been", "had", "better", "gone") else "would"
    else:
        full = _FULL[end]
    return f"{match['who']} {full}"


def expanded(text: str) -> str:
    """Return the text with *I'm* written as *I am* and the like, so that subject and verb are two words."""
    if "'" not in text and "’" not in text:
        return text
    pieces = _QUOTED.split(text)  # every second piece is a quotation, which stays as it is
    return "".join(piece if n % 2 else _CONTRACTION.sub(_full_form, piece) for n, piece in enumerate(pieces))

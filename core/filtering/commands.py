"""Commands to the listener, in English.

These shapes count only in transcripts. In a report an imperative is advice and may be a fact.
"""

import re

from core.extract.verbs import BASES
from core.extract.wordlists import word_set
from core.filtering.asked import ASKED_TO_ACT
from core.filtering.rule import FilterRule, found
from core.filtering.standing import STANDING
from core.filtering.view import View

_POLITE = re.compile(
    r"^(?:(?:please|pls|kindly|just|now|then|go ahead and|go ahead|let's|lets|let us|alexa|siri"
    r"|computer|assistant|ai|google|thanks|sorry|excuse me|also|first|quickly|quick|yes|no)[,!.:]? )+"
)
# Bare verbs that open a command. A word that is also a noun counts only before an object.
_COMMANDS = word_set(
    """
    tell show give send set turn play add remove delete put make create start stop pause resume skip find get
    locate look search check call dial text message email ping remind schedule book reserve order buy purchase
    cancel confirm change update switch open close read list name define spell translate convert calculate
    compute explain describe compare recommend suggest help freeze block unblock unlock lock activate report pay
    transfer move roll flip toss pick choose save note write take mark clear erase reset sync share speak talk
    say repeat sing tune mute increase decrease raise lower dim adjust shut begin launch run pull bring direct
    navigate route map track submit request ask inform notify let wake use keep provide insert include redeem
    rollover roll renew replace refill recite download install connect disconnect pair draft count estimate
    verify review rate follow put acquire aquire obtain fetch research google investigate figure determine
    identify see hear learn teach keep prevent program enter type print scan copy paste edit fix shuffle rewind
    queue log record restart shutdown reboot refer address never always don't don’t stop please kindly lookup
    recall remember forget whisper volume louder quieter lookup answer respond reply undo redo scroll zoom swipe tap
    dismiss collapse attach highlight
    """
)
_NOUN_TOO = word_set(
    """
    name list book order map play run call report text message email program note show track volume mark share
    rate set start stop change update switch use copy print block lock look help help talk research record log
    review
    """
)
_OBJECT = word_set(
    """
    a an the my me it this that these those some any all up off on out in for to with from into us him her them
    over at by about user user's your their his another more me if how what when where why who which one two
    three four five six seven eight nine ten every each down back away through
    """
)
_FINITE = word_set(
    """
    is are was were has have had will can may must should would could does did
    """
)

# Commands that want to be told something, rather than have something done.
_TELL = (
    r"(?:show (?:me|us|user)|tell (?:me|us|user)|give (?:me|us|user) (?:the|a list|some info|details|information|"
    r"an? (?:overview|summary|explanation|definition|example))|"
    r"find (?:out|me)|search|look up|lookup|spell|translate|convert|calculate|compute|explain|describe|compare|"
    r"recommend|suggest|define|summari[sz]e|"
    r"recite|list|google|estimate|what's)"
)


# Verbs that take a person's name at once: "Tell Omar …" is a command, "Bring It On" a title.
_TO_PERSON = word_set("""tell text call remind email ask message notify send invite""")


def titled(view: View) -> bool:
    """Return whether the text opens with two capitalised words, like the name of a film or an organisation."""
    words = view.text.split(maxsplit=2)
    return len(words) > 1 and words[0][0].isupper() and words[1][0].isupper() and words[1].lower() != "i"


def _is_command(view: View) -> bool:
    if STANDING.search(view.lower):
        return False
    lower = _POLITE.sub("", view.lower)
    words = lower.split(maxsplit=2)
    if not words or (titled(view) and words[0] not in _TO_PERSON):
        return False
    first, second = words[0].strip(",.!:"), words[1].strip(",.!") if len(words) > 1 else ""
    if first not in _COMMANDS:
        return first in BASES and second in _OBJECT
    if second in _FINITE or words[0].endswith(":"):
        return False
    return first not in _NOUN_TOO or second in _OBJECT or second[:1].isdigit() or lower != view.lower


_ASK_TO_TELL = re.compile(rf"{_TELL}\b", re.ASCII)


COMMAND_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="en-asked-to-act",
        reason="ephemeral_intent",
        language="en",
        scope="any",
        test=found(ASKED_TO_ACT, unless=STANDING.pattern),
        why="A question that wants something done is a request, spent once it is served.",
        hits=("Could you play some soft music?", "Can you set an alarm for six?"),
        keeps=("Omar asked Priya to send the contract", "You can reach the cluster through the bastion"),
    ),
    FilterRule(
        id="en-ask-to-tell",
        reason="query_intent",
        language="en",
        scope="transcript",
        test=lambda view: _is_command(view) and _ASK_TO_TELL.match(_POLITE.sub("", view.lower)) is not None,
        why="A command that wants to be told something is a question.",
        hits=(
            "Show me the three best cafes",
            "Translate 'good night' into Finnish for me",
            "please look up the train times",
        ),
        keeps=("List prices rose in May", "Search Guard is a product of Kelp"),
    ),
    FilterRule(
        id="en-command",
        reason="ephemeral_intent",
        language="en",
        scope="transcript",
        test=_is_command,
        why="A command to the listener states nothing.",
        hits=("Turn the bathroom lights on", "please cancel my reservation", "book me a flight to Memphis"),
        keeps=(
            "Bring It On is a film",
            "Book club meets on Mondays",
            "Call volume is down 20%",
            "Use of Kelp was stopped in May",
        ),
    ),
)

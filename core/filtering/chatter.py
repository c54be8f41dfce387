"""Greetings, thanks and assent, in English."""

from core.filtering.rule import FilterRule, found

_CHATTER = (
    r"^(?:yes|yeah|yep|yup|no|nope|nah|ok|okay|sure|fine|right|exactly|correct|true|false|great|good"
    r"|cool|nice|awesome|perfect|wonderful|excellent|amazing|wow|alright"
    r"|thanks?|thank you|thx|cheers|hello|hi|hey|bye|goodbye|good (?:morning|afternoon|evening|night"
    r"|day)|see you|talk to you|sorry|please|welcome|you're welcome|no problem|never ?mind"
    r"|sounds (?:good|great|fun|like)|maybe|perhaps|absolutely|definitely|certainly|of course|indeed"
    r"|got it|understood|i see|haha|lol|hmm+|um+|oh"
    r"|(?:morning|evening|afternoon)(?= (?:everybody|everyone|all|team|folks|guys|there)\b|[,!.]|$)"
    r"|good luck|congrats|congratulations|ditto|agreed|noted|same here|welcome back|you too|that makes sense|good point"
    r"|let (?:me|user) think|no worries|happy (?:birthday|new year|holidays|anniversary)|merry christmas|next please"
    r"|(?:have|enjoy) (?:a|an|your|the) (?:[a-z]+ ){0,2}(?:day|weekend|evening|night|one|trip|holiday))\b"
)


CHATTER_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="en-chatter",
        reason="boilerplate",
        language="en",
        scope="transcript",
        test=found(
            rf"^\+\d$|^thank(?:s| you)\b|^(?:um,? )?user is (?:not |n't )?(?:completely |quite |entirely |totally "
            rf"|really |so )?(?:sure|certain)$|^user has (?:an?|another|one"
            rf"|some)(?: [a-z]+){{0,2}} questions?\b|^user (?:thinks?|guess|guesses) user (?:will|might)\b"
            rf"|{_CHATTER}(?:[,.! ]+(?:{_CHATTER[1:]}|[a-z']+)){{0,6}}[.! ]*$|^user (?:will|would|can"
            rf"|could)(?: definitely| certainly| also)? (?:check|try|look|think|consider|see|keep|take|let"
            rf"|get back|give|do that|remember)\b"
            r"|^user (?:agrees?|thinks? so|hopes? so|guesses|do not know|don't know|doesn't know|see|sees"
            r"|understands?|appreciates?|is (?:sorry|glad|happy to|excited to hear|afraid|grateful"
            r"|thankful))\b|^user appreciate",
            unless=r"\b(?:my|user's) name is\b|\bbecause\b|^no (?:[a-z]+ ){1,4}(?:is|are|was|were|has|have|can|will)\b",
        ),
        why="Greetings, thanks and assent hold for the moment only.",
        hits=("great, thanks!", "Thank you very much", "ok sounds good", "I'll try that"),
        keeps=("My name is Emily", "No VPN is allowed in the staging network of Kelp"),
    ),
)

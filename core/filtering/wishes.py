"""Wishes that a service answers at once, in English, and the aims that outlast a conversation."""

from core.filtering.rule import FilterRule, found

# After a wish, these verbs begin something that outlasts the conversation.
_LASTING = (
    r"become|becoming|learn|start (?:an? |the |user's |work|learning|studying|school|college|running)"
    r"|found|launch|open (?:an? |user's )|build|create an?|move to|relocate"
    r"|study|retire|quit|get married|marry"
    r"|have (?:children|kids|a baby)|adopt|write an?|publish|run (?:a|the) |set up an?|lose (?:weight"
    r"|\d)|gain|live|work as|work for|work in|eat (?:vegan|vegetarian|healthier|less)|stop smoking"
    r"|improve|save (?:up|money|for)|invest|switch careers|change careers|graduate|finish user's"
    r"|apply to|hire|recruit|train|raise|migrate|replace the|adopt|expand|teach"
)
_SERVICES = (
    r"(?:hotel|room|car|ride|taxi|cab|uber|lift|flight|ticket|table|reservation|reminder|alarm|timer|recipe|translation"
    r"|info|information|help|advice|number|directions|checks?|card|one|quote|loan|suggestions?"
    r"|recommendations?|tips|ideas?"
    r"|inspiration|instructions|reviews|dish|roll|deposit|time zone|money|food|places?|song|music|list"
    r"|copy|answer|explanation|appointment|mechanic|plumber|status|balance|rate|details|options"
    r"|resources)"
)
# What somebody looks for longer than a conversation lasts.
_SOUGHT = (
    r"(?:job|role|position|apartment|flat|house|home|school|therapist|co-?founder|investors?|roommate"
    r"|internship|partner|successor)"
)
WISH = (
    r"^(?:at [\w: ]{1,10}, |for [\w: ]{1,12}, )?user (?:really |just |also |still |now |actually |do "
    r"|does |do not |does not |don't |doesn't "
    r"|is |would |will (?=need|want)|going to (?=need|want))*"
)
_WISHED = (
    rf"{WISH}(?:wants?|needs?|needed|wanna|like|love|wish|wishes|hoping|trying|ready|supposed|have got"
    rf"|has got|have|has|got|must)(?: not)? to\b"
    rf"|{WISH}(?:wants?|needs?|needed|would like|like|could use|in need of|looking for|searching for|after)"
    rf"(?: (?:an?|some|the|my|user's|more|new|good|any|few|help|[a-z-]+)){{0,4}} {_SERVICES}\b"
    rf"|{WISH}(?:wanna\b|needs? (?:for|what)\b)|^(?:at [\w: ]{{1,10}}, )?(?:user|we) would like (?:an?|some|the|for)\b"
    rf"|{WISH}looking (?:for|to|at|into|forward)\b|{WISH}(?:must|wondering|curious|wish|needs? user's"
    rf"|wants? user's|needs? the|wants? the|likes? the|like user's)\b"
    r"|^must [a-z]+ |^(?:user's|this|the) (?:[a-z]+ ){1,3}(?:needs? to|should|must) be (?:[a-z]+ed"
    r"|paid|put|frozen|sent|set)\b"
)


WISH_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="en-wish-for-service",
        reason="ephemeral_intent",
        language="en",
        scope="transcript",
        test=found(
            _WISHED,
            unless=rf"{WISH}(?:[a-z]+ ){{0,3}}(?:to )?(?:{_LASTING})\b|\b(?:since|for (?:about |over |almost "
            rf"|nearly )?"
            r"(?:\d+|an?|one|two|three|many|several) (?:years?|months?|weeks?|days?))\b"
            rf"|\blooking for (?:an? |new |user's |bigger |smaller |[a-z]+ ){{0,3}}{_SOUGHT}\b|\bdeadline\b"
            r"|\b(?:every|each|daily|weekly|twice|always|allerg[a-z]+)\b|\bby (?:mon|tues|wednes|thurs|fri"
            r"|satur|sun)day\b"
            r"|\bwith (?:[a-z]+ ){0,2}(?:wife|husband|friends?|family|sister|brother|son|daughter|mother"
            r"|father|mom|dad|partner|team|colleagues?)\b"
            r"|\buser(?:'s)? (?:[a-z]+ ){0,3}(?<!would )(?:likes?|loves?|enjoys?) (?!to (?:know|see|hear|have"
            r"|get|book|order|make|talk|change|pay))|\binterested in\b",
        ),
        why="A wish that a service answers at once; a wish with company, a deadline or a lasting aim is kept.",
        hits=(
            "i need to rent a car for may 8th",
            "I'd like to pay $40 to my water bill",
            "I want to talk English",
            "I am looking for some tips",
            "this song needs to be added to the playlist",
        ),
        keeps=(
            "I want to become a nurse",
            "I have a dog called Rex",
            "I would like to start a charity",
            "I need to file the report by Friday",
            "I am looking for a new job",
            "I need a wheelchair",
        ),
    ),
)

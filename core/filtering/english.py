"""English guards: short-lived statements that are no durable fact, whatever a model calls them.

Order matters: the first rule that hits names the reason. Every pattern is anchored or made of
bounded gaps, so that reading a fact stays linear in its length.
"""

import re

from core.filtering.rule import FilterRule, Screened, Test, found
from core.filtering.view import View

# A question that wants something done.
ASKED_TO_ACT = (
    r"^(?:hey,? |please,? )?(?:could|can|would|will) (?:you|user|we) (?:please |just |also |quickly )*"
    r"(?:play|turn|set|open|close|book|send|call|stop|start|pause|remind|add|remove|delete|cancel|order|buy|"
    r"schedule|make|put|create|switch|"
    r"change|mute|move|pay|transfer|freeze|block|write|draft|save|log|record|rename|run|restart|print|download|"
    r"upload|share|post|skip|dim|"
    r"lock|unlock|reset|update|reply|forward|e-?mail|text|message|invite)\b(?!.{0,80}\b(?:was|were)\b)"
)
DETERMINER = (
    r"(?:an? |the |this |that |these |those |my |his |her |their |our |your |user's |another |some "
    r"|new |temporary |current |last )"
)
SHORT_CUE = (
    r"\b(?:now|currently|today|tonight|tomorrow|yesterday|right now|this (?:morning|afternoon|evening)"
    r"|last night|(?:the )?day before yesterday|just)\b"
)
CURRENT_CUE = r"\b(?:now|currently|today|right now|at the moment|this (?:morning|afternoon|evening))\b"

# Companions and places make an event of a meal. Food and drink after "with" do not.
_FOOD = (
    "juice|milk|water|coffee|tea|rice|bread|oats|oatmeal|yogh?urt|eggs?|protein|creatine|honey|fruit|sauce"
    "|sugar|salad|beans|soup|butter|cheese|banana|berries|toast|noodles|wine|beer|cream|salt|pepper|chicken"
)
SOCIAL = (
    rf"\bwith (?!(?:(?:an? |some |the |my |user's |no |extra |whole |almond |orange |apple "
    rf"|skim )*(?:{_FOOD})\b|an? (?:device|watch|app|tracker)\b))[a-z]"
    r"|\b(?:at|in) (?!home\b|noon\b|night\b|midnight\b|bed\b|the (?:morning|afternoon|evening|gym)\b"
    r"|\d|work\b|lunch\b|dinner\b|breakfast\b|least\b|total\b)[a-z]"
    r"|\bfor (?:[a-z]+ ){0,2}(?:birthday|anniversary|wedding|funeral|farewell)\b"
)
YEAR = r"\b(?:19|20)\d\d\b|\b\d+ years? ago\b|\bsince\b"
HABIT = r"\b(?:usually|always|often|every|each|daily|weekly|regularly|never|times an? (?:day|week)|default|prefers?)\b"

_MEAL = (
    r"(?:breakfast|lunch|dinner|supper|brunch|(?:an? )?(?:light |small |big )?(?:meal|snack)"
    r"|protein (?:powder|shake)|creatine)"
)
_CONSUME = (
    r"^(?:user )?(?:is )?(?:wants?|needs?|plans?|intends?|planning|considering|thinking (?:about|of)"
    r"|going|will|might|may"
    r"|should|could|trying|would like)(?: to)? "
    rf"(?:eat|eating|consume|consuming|drink|drinking|work out|working out|exercise|exercising|(?:have"
    rf"|having|take|taking) {_MEAL})\b"
)
_ACTIVITY_NOUN = (
    r"\b(?:weight|protein (?:powder|shake)|creatine|workout|fitness session|breakfast|lunch|dinner|meal|snack|sleep"
    r"|slept|hunger|hungry|activity(?! (?:on|in|from|of|by|at)\b)|cosmetic procedure|botulinum|filler|calories|steps)\b"
)
_QUANTITY = r"\b\d+(?:[.,]\d+)? ?(?:kg|lbs?|pounds?|bpm|kcal|calories?)\b"


def _consumption(view: View) -> bool:
    lower = view.lower
    return (
        _CONSUME_RE.search(lower) is not None
        and _SHORT_RE.search(lower) is not None
        and _SOCIAL_RE.search(lower) is None
        and _HABIT_RE.search(lower) is None
    )


def _recorded(view: View) -> bool:
    match = _RECORDED_RE.match(view.lower)
    if match is None or _YEAR_RE.search(view.lower):
        return False
    rest = view.lower[match.end() :]
    return bool(_NOUN_RE.search(rest) or _QUANTITY_RE.search(rest)) and not _HABIT_RE.search(view.lower)


def _plain_log(pattern: str) -> Test:
    """Return a test for a log line that no companion, place, year or habit makes an event."""
    hit = re.compile(pattern, re.ASCII)

    def test(view: View) -> bool:
        lower = view.lower
        if hit.search(lower) is None:
            return False
        return not (_SOCIAL_RE.search(lower) or _YEAR_RE.search(lower) or _HABIT_RE.search(lower))

    return Screened(pattern, test)


_CONSUME_RE = re.compile(_CONSUME, re.ASCII)
_SHORT_RE = re.compile(SHORT_CUE, re.ASCII)
_SOCIAL_RE = re.compile(SOCIAL, re.ASCII)
_HABIT_RE = re.compile(HABIT, re.ASCII)
_YEAR_RE = re.compile(YEAR, re.ASCII)
_NOUN_RE = re.compile(_ACTIVITY_NOUN, re.ASCII)
_QUANTITY_RE = re.compile(_QUANTITY, re.ASCII)
_RECORDED_RE = re.compile(r"^(?:user )?(?:has )?(?:just )?(?:recorded|logged|weighed|tracked)\b", re.ASCII)

_WANTS = (
    r"\buser (?:really |just |also |now |still |is )*(?:wants?|needs?|would like|asks|asked|is asking"
    r"|intends?|wishes|requested|requests|wanting)(?: (?:me|us|you|the assistant|it|them))?(?: to)? "
)

ENGLISH_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="en-one-time-request",
        reason="ephemeral_intent",
        language="en",
        scope="any",
        test=found(
            rf"{_WANTS}(?:(?:restart|restore|resume|reset|stop|cancel|rerun) {DETERMINER}{{0,3}}(?:task"
            rf"|conversation|session|workflow|working condition|job|run)\b"
            rf"|(?:remove|pin|save|delete|forget) {DETERMINER}{{0,3}}(?:memory|memories|fact|insight)\b"
            rf"|send {DETERMINER}{{0,3}}hand-?off\b"
            rf"|(?:record|log|track) {DETERMINER}{{0,3}}(?:meal|weight|workout|sleep|activity(?! (?:on|in|from"
            rf"|of|by)\b))\b"
            rf"|(?:create|set up|set|add) {DETERMINER}{{0,3}}(?:monitoring|alert|reminder|alarm|timer)\b)"
        ),
        why="A request to the assistant is spent once it is served.",
        hits=(
            "User wants to restore a session",
            "User wants to pin a memory",
            "User wants to log a meal towards the yearly target",
            "User wants to restart the task",
            "User wants to set up a reminder",
            "I want to restart the workflow so it works again",
        ),
        keeps=("User wants to create a charity", "User wants to set up a bakery"),
    ),
    FilterRule(
        id="en-short-lived-consumption",
        reason="ephemeral_intent",
        language="en",
        scope="any",
        test=_consumption,
        why="What someone may eat or train within the day is no lasting knowledge; company makes it an event.",
        hits=(
            "The user is considering having creatine tonight",
            "User might exercise tomorrow",
            "User is thinking about having creatine tonight with juice",
            "I might work out tomorrow",
        ),
        keeps=(
            "User plans to work out three times a week",
            "User will have a court hearing tomorrow",
            "User plans to train two interns tomorrow",
            "User is working out tomorrow",
            "User plans lunch with Priya tomorrow",
            "User plans to have dinner at Priya's house tomorrow",
            "User plans to eat lunch with priya tomorrow",
            "User will eat dinner with family tomorrow",
        ),
    ),
    FilterRule(
        id="en-momentary-activity",
        reason="transient_status",
        language="en",
        scope="any",
        test=found(
            r"^(?:right now|now|currently|today|at the moment)?,? ?(?:user )?(?:is|am|are) (?:currently |now "
            r"|right now |still |just )*"
            r"(?:working out|exercising|resting|napping|using voice input|typing|on the bus|in bed)\b",
            unless=r"\btomorrow\b|\bnext\b|\bwith (?!voice)[a-z]|\bevery\b|\busually\b",
        ),
        why="What someone is doing at this moment is over before it can be looked up.",
        hits=(
            "Is working out now",
            "User is currently resting",
            "I'm currently using voice input",
            "Right now the user is working out",
        ),
        keeps=(
            "Priya is working out now",
            "User is working out tomorrow",
            "User is training two interns tomorrow",
        ),
    ),
    FilterRule(
        id="en-momentary-state",
        reason="transient_status",
        language="en",
        scope="any",
        test=found(
            r"^(?:right now|now|currently|today)?,? ?(?:user )?(?:is|am|feels|is feeling) (?:currently |now "
            r"|still |just |so |very |really |a bit |a little |too |pretty )*"
            r"(?:hungry|thirsty|tired|sleepy|starving|full|bored|awake|exhausted|cold|hot|busy)\b",
            unless=rf"{HABIT}|{YEAR}|\bof\b|\bbecause\b|\bwith (?!the food)[a-z]",
        ),
        why="Hunger, tiredness and the like pass within hours.",
        hits=("User is hungry", "I'm so tired today", "User is hungry now"),
        keeps=("User is always tired since the surgery", "User is tired of the night shifts"),
    ),
    FilterRule(
        id="en-weather-now",
        reason="transient_status",
        language="en",
        scope="transcript",
        test=found(
            r"^(?:it is|it's|the weather is|it was)(?: [a-z]+){0,4} (?:raining|snowing|sunny|cloudy|windy|hot"
            r"|cold|warm|nice|lovely)\b"
            r"|^(?:the )?weather (?:is|was|today)\b"
        ),
        why="Today's weather in a chat is small talk.",
        hits=("It's raining today", "The weather is really nice today"),
        keeps=("Priya was caught in the snow in Oslo in 2019",),
    ),
    FilterRule(
        id="en-recorded-measurement",
        reason="activity_log",
        language="en",
        scope="any",
        test=_recorded,
        why="A single self-tracking entry belongs in the tracker.",
        hits=(
            "User weighed 64.2kg",
            "Logged sleep with a Garmin watch",
            "User recorded weight with a device",
            "I logged a workout",
        ),
        keeps=(
            "User recorded a podcast in 2021",
            "Logged the outage for the retro",
            "User logged activity on the staging account",
            "User's birth weight is 2.9kg",
        ),
    ),
    FilterRule(
        id="en-sleep-log",
        reason="activity_log",
        language="en",
        scope="any",
        test=found(
            r"^(?:(?:last night|yesterday|today),? )?(?:user )?(?:only |just )?(?:slept|got)(?: (?:for|about"
            r"|only|around|roughly))*"
            r" (?:(?:\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten)(?: and a half)? ?(?:h"
            r"|hrs?|hours?|mins?|minutes?)(?: of sleep)?\b|well\b|poorly\b|badly\b|terribly\b|great\b)",
            unless=rf"{YEAR}|{HABIT}|\bgot (?:well|great|badly)\b",
        ),
        why="One night's sleep is a log entry.",
        hits=(
            "Slept 4 hours",
            "Slept poorly",
            "User slept 5 hours last night",
            "Last night I slept five hours",
        ),
        keeps=(
            "User slept in Osaka yesterday",
            "Slept at an airport hotel yesterday",
            "Usually sleeps under 6 hours",
            "User completed a sleep assessment",
        ),
    ),
    FilterRule(
        id="en-meal-log",
        reason="activity_log",
        language="en",
        scope="any",
        test=_plain_log(
            r"^(?:(?:today|yesterday|this morning|last night|tonight),? )?(?:user )?(?:has )?(?:just )?(?:ate"
            r"|eaten|had|drank|consumed|took)\b"
            rf"(?: [\w.-]+){{0,6}} ?(?:(?:for|at) )?(?:{_MEAL}|calories|kcal|hunger)\b"
        ),
        why="A single meal is a log entry; company or a place makes it an event.",
        hits=("Ate two eggs for breakfast", "User had noodles for dinner", "I had lunch"),
        keeps=(
            "Had dinner with Priya yesterday",
            "User had dinner with priya yesterday",
            "Had lunch at Noma yesterday",
            "User had weight loss surgery in 2018",
            "Had lunch with her husband",
            "Priya had dinner with Omar yesterday",
            "Default creatine dose is 5g",
            "Lost 15kg after treatment in 2012",
        ),
    ),
    FilterRule(
        id="en-exercise-log",
        reason="activity_log",
        language="en",
        scope="any",
        test=_plain_log(
            r"^(?:(?:today|yesterday|this morning|last night),? )?(?:user )?(?:has )?(?:just )?(?:ran|walked"
            r"|jogged|cycled|swam|did|completed|took|woke up|stayed up|worked out)\b"
            r"(?=.{0,80}(?:\d+(?:[.,]\d+)? ?(?:km|k|miles?|steps|laps|reps|sets|push-?ups|sit-?ups|squats"
            r"|minutes|min|hours?|g|mg|ml|am|pm)\b|\b(?:creatine|workout|yoga|gym|late|early)\b))"
            rf"(?=.{{0,120}}{SHORT_CUE})"
        ),
        why="A single day's exercise is a log entry.",
        hits=("User did 30 push-ups today", "I walked 10000 steps yesterday", "Woke up late today"),
        keeps=("User ran the Boston marathon in 2019", "User ran 5 km with Priya yesterday"),
    ),
    FilterRule(
        id="en-cosmetic-log",
        reason="activity_log",
        language="en",
        scope="any",
        test=_plain_log(
            rf"^(?:user )?(?:has )?(?:just )?(?:had|got|received|did) (?:[\w-]+ ){{0,3}}(?:botox|botulinum"
            rf"|fillers?|facial|cosmetic procedure)\b(?=.{{0,80}}{SHORT_CUE})"
        ),
        why="A single beauty treatment is a log entry.",
        hits=("User had a botulinum treatment today",),
        keeps=("User had a cosmetic procedure in 2015",),
    ),
    FilterRule(
        id="en-temporary-workspace",
        reason="operational_log",
        language="en",
        scope="any",
        test=found(
            r"\btemporary (?:workspace|monitoring)\b"
            r"|\b(?:created|creating|cleaned(?: up)?|dropped|deleted|removed|opened|truncated) (?:an? "
            r"|the )?temporary table\b"
            r"|\btemporary table (?:was|has been|is being) (?:created|cleaned|dropped|deleted|removed|truncated)\b"
        ),
        why="Scratch space is gone after the task.",
        hits=("Uses a temporary workspace for this run", "Created a temporary table for the import"),
        keeps=("ETL design uses a temporary table for dedup",),
    ),
    FilterRule(
        id="en-agent-runtime",
        reason="operational_log",
        language="en",
        scope="any",
        test=found(
            r"\bplanning-only turn\b|\breported (?:an? )?tracking event error\b"
            r"|\breceived (?:an? )?service error\b|\bselected model is at capacity\b"
            r"|\b(?:assistant|system)(?:'s)? (?:eta (?:is|tomorrow)|is due tomorrow|requires confirmation today)\b"
            r"|\bfunctioning correctly (?:now|today)\b"
        ),
        why="The state of the assistant's own machinery is no knowledge about the world.",
        hits=(
            "Assistant ETA is Friday",
            "System requires confirmation today",
            "The selected model is at capacity",
        ),
        keeps=("User's tax return is due tomorrow", "Loan application requires confirmation today"),
    ),
    FilterRule(
        id="en-task-status",
        reason="operational_log",
        language="en",
        scope="any",
        test=found(
            r"\b(?:import|upload|export|sync|download) (?:task|job)s? (?:has |have |was |is |got )?(?:now "
            r"|just )?(?:started|completed|failed|queued|running|finished)\b"
            r"|\bsmoke[- ]tests? (?:have |has |were |was )?(?:passed|failed|completed)\b"
            r"|\bcron (?:job |task )?(?:failed|finished|completed|just ran|is running)\b"
        ),
        why="A task's progress is stale at the next line of the log.",
        hits=("Upload task queued", "Import task completed", "The smoke test passed"),
        keeps=("Backup cron runs nightly", "The smoke-test implementation detail is a fixture per suite"),
    ),
    FilterRule(
        id="en-debug-trace",
        reason="operational_log",
        language="en",
        scope="transcript",
        test=found(
            r"\bdebug(?:ging)? (?:log|trace|session|command|output|run|task)s? (?:has |have |was |is |now |just )*"
            r"(?:shows?|showed|showing|report(?:s|ed)|returned|failed|failing|completed|started|ended|finished"
            r"|running|printed|says|said|crashed|timed out)\b"
        ),
        why="One debugging step is chatter about the work, not its result.",
        hits=("Debugging session reported an error",),
        keeps=(
            "Debugging a race condition in the scheduler",
            "Prefers debug log level in staging",
        ),
    ),
    FilterRule(
        id="en-asked-about",
        reason="query_intent",
        language="en",
        scope="any",
        test=found(
            r"^user (?:has |just |is |also )*(?:asked|asks|asking|inquired|inquires|wondered|wonders|wondering"
            r"|queried|searched|searching|looked up|is curious|curious)\b"
            r"(?: (?:me|you|us|the (?:assistant|ai|bot)))?(?: for (?:information|details|help|advice"
            r"|an explanation|recommendations?|suggestions?|tips)| about| whether| if| how| what| why| where"
            r"| when| which| who)\b"
            r"|^user (?:really |just |also )*(?:wants?|needs?|would like|would love|is trying"
            r"|tried)(?: to)? (?:know|find out|understand|see|hear|learn|figure out"
            r"|check)(?: more)?(?: about)? (?:whether|if|how|what|why|where|when|which|who)\b"
            r"|^user (?:wants?|wanted|needs?|needed|would like|asked|asks|requested) (?:an explanation|information|"
            r"details|help|advice)\b"
            r"|^user (?:really |just |also )*(?:wants?|wanted|needs?|needed|would like|wished|asks?|asked|was "
            r"trying)(?: to)? (?:know|understand|learn|find out|see|hear)(?: more| all)?(?: about)? "
            r"(?:the |a |an |some )?(?:differences?|meaning|reasons?|causes?|definition|price|weather|time|capital|"
            r"population|distance|costs?|steps|status|news|history of|latest|forecast|results? of|score)\b"
            r"|^user (?:wants?|wanted|needs?|needed|would like|asked|asks|requested|requests)(?: for)? (?:an? |the |"
            r"some )(?:[a-z]+ )?(?:summary|translation|explanation|definition|comparison|overview|recipe|quote|"
            r"draft|joke|poem|synonym|list)\b(?! (?:of (?:all|every)|by)\b)"
            r"|^user (?:has |just |is )*(?:searched|searching|googled|looked|looking|checked|checking) (?:for nearby"
            r"|for (?:cheap |good )?(?:hotels?|flights?|restaurants?|recipes?|tickets?)|up\b|online for|the web for"
            r"|the weather|the news|the forecast)"
            r"|^user (?:wants?|wanted|asked|asks|requested|would like) (?:the assistant |me |you |it )?to "
            r"(?:write an? (?:poem|story|joke|song|e-?mail|essay|haiku)|summari[sz]e|translate|explain|compare|"
            r"define|look up|search|describe|recommend|calculate|"
            r"convert)\b"
        ),
        why="Known only because it was asked; nothing about the world was said.",
        hits=(
            "User wanted to know the difference between a mole and a vole.",
            "User asked to summarise the attached paper",
            "User asked about the weather in Paris",
            "User wants to know how to reset a router",
            "User searched for information on visas",
        ),
        keeps=("User asked Priya to marry him in May", "User asked for a raise in March"),
    ),
    FilterRule(
        id="en-question",
        reason="query_intent",
        language="en",
        scope="any",
        test=found(r"\?[\"'”’)\]]*$", unless=ASKED_TO_ACT),
        why="A question states nothing.",
        hits=("Does the backup cron run nightly?",),
        keeps=("The backup cron runs nightly.",),
    ),
)

"""English guards: meals, sleep, exercise and states of the day, whatever a model calls them.

Order matters: the first rule that hits names the reason. Every pattern is anchored or made of
bounded gaps, so that reading a fact stays linear in its length.
"""

import re

from core.filtering.cues import HABIT, SHORT_CUE, SOCIAL, YEAR
from core.filtering.rule import FilterRule, Screened, Test, found
from core.filtering.view import View

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


DAILY_RULES: tuple[FilterRule, ...] = (
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
)

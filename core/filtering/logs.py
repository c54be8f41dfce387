"""Guards for lines that a person or a machine jots down for the day: measurements, chores, jobs, retries."""

import re

from core.filtering.cues import HABIT, SOCIAL, YEAR
from core.filtering.rule import FilterRule, Screened, Test
from core.filtering.view import View

_CLOCK = re.compile(r"\bat (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b")
_COUNT = r"(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty)"
_EXERCISE = (
    r"(?:push-?ups?|sit-?ups?|pull-?ups?|squats?|crunch(?:es)?|burpees?|lunges?|laps?|reps?|sets?|planks?|jumping "
    r"jacks|km|miles?|steps)"
)
_VITAL = (
    r"(?:(?:resting |fasting |morning |evening |average )?(?:heart rate|pulse|blood (?:sugar|pressure|glucose)|"
    r"glucose|body temperature|temperature|"
    r"weight|bmi|step count|steps(?= today|:)|calories|water intake|oxygen|spo2))"
)
_CHORE = (
    r"(?:fed|walked|watered|brushed|cleaned|washed|took|changed|charged|emptied|cooked|ironed|vacuumed|swept|"
    r"showered|shaved|meditated|"
    r"stretched|napped|skipped|weighed|refilled|drank|ate|had|did|made|snacked|bathed|groomed|folded|mowed|ran|"
    r"jogged|swam|cycled)"
)
_HOUSEHOLD = (
    r"(?:cat|dog|kitten|puppy|fish|hamster|rabbit|plants?|dishes|laundry|bins?|trash|rubbish|floor|windows?|bed|"
    r"teeth|hair|vitamins?|pills?|"
    r"tablets?|medication|meds|ibuprofen|painkillers?|aspirin|litter(?: box)?|lawn|sheets|clothes|shower|nap|coffee|"
    r"tea|water|toast|soup|eggs?|"
    r"snack|biscuits?|cookie|apple|banana|salad|noodles|rice|pasta|sandwich|porridge|oats|lunch|dinner|breakfast|"
    r"supper|yoga|workout|minutes)"
)
_DAY = (
    r"\b(?:today|tonight|yesterday|this (?:morning|afternoon|evening)|last night|just now|already|again|at (?:noon|"
    r"midnight|\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|before (?:bed|breakfast|"
    r"lunch|dinner)|after (?:breakfast|lunch|dinner|work))"
)
_JOB = (
    r"(?:build|job|task|pipeline|deploy(?:ment)?|run|batch|test(?: run| suite)?|container|pod|worker|step|stage|"
    r"backup|import|export|sync|upload|download|crawl|scan|"
    r"migration|rollout|reindex(?:ing)?|indexing|snapshot|restore|script|cron(?: job)?|query|request|healthcheck|"
    r"health check|workflow|render|transcode|compile)"
)
_DONE = (
    r"(?:finished|failed|passed|started|queued|succeeded|completed|running|cancell?ed|aborted|retrying|timed out|"
    r"skipped|pending|restarted|exited|crashed|"
    r"in progress|done|ok|green|red|stuck|paused|resumed)"
)


def _day_log(pattern: str) -> Test:
    """Return a test for a line of a diary that no company, place, year or habit makes an event."""
    hit = re.compile(pattern, re.ASCII)
    keep = re.compile(rf"{SOCIAL}|{YEAR}|{HABIT}|\bnormal\b|\blimit\b|\btarget\b", re.ASCII)
    return Screened(
        pattern, lambda view: hit.search(view.lower) is not None and keep.search(_CLOCK.sub("", view.lower)) is None
    )


_MORE_THAN_A_LINE = 160  # characters; a log line is short


def _log_line(pattern: str) -> Test:
    hit = re.compile(pattern, re.ASCII)

    def test(view: View) -> bool:
        return len(view.lower) <= _MORE_THAN_A_LINE and hit.search(view.lower) is not None

    return Screened(pattern, test)


LOG_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="en-vital-reading",
        reason="activity_log",
        language="en",
        scope="transcript",
        test=_day_log(
            rf"^(?:user's )?{_VITAL}(?: (?:this|last|before|after|at|today|yesterday|of user)(?: "
            r"[a-z]{2,12}){0,2})?\s?(?::|=| was| is| at| reads?| of)? ?(?:at )?\d"
            rf"|^(?:user )?(?:just )?(?:walked|ran|cycled|swam|trained|did|drank) (?:about |some )?(?:{_COUNT} "
            rf")?(?:(?:thousand|hundred) )?(?:{_EXERCISE}|legs|arms|back|chest|shoulders|glasses of water|litres? "
            rf"of water)\b.{{0,20}}(?:{_DAY}|$)"
            rf"|^(?:{_COUNT} )?(?:glasses of |cups of |bowl of |slices? of )?(?:{_HOUSEHOLD}|dumplings|cereal|steak|"
            r"curry|pizza) (?:for (?:breakfast|lunch|dinner|supper)|today|this morning)[.!]?$|^(?:log|logged|note "
            r"to self|diary)[:,]|^user (?:went to bed|woke up|got up|fell asleep) (?:at|late|early|"
            r"around)\b.{0,30}$"
            rf"|^(?:user )?(?:did |has done )?{_COUNT} {_EXERCISE}\b.{{0,30}}(?:\bdone\b|\bdown\b|\bto go\b|"
            r"\bleft\b|\bfinished\b|\bso far\b|$)"
        ),
        why="A single reading of a scale or a watch belongs in the tracker.",
        hits=("Resting heart rate this morning: 58 bpm.", "40 sit-ups done, one set to go.",
        "Blood pressure 120 over 80"),
        keeps=("User's normal weight is 70 kg", "Steps 2 and 3 of the plan were merged", "Kelp sold 30 laps of track"),
    ),
    FilterRule(
        id="en-chore-log",
        reason="activity_log",
        language="en",
        scope="transcript",
        test=_day_log(
            rf"^(?:user )?(?:has )?(?:just |only |already )?{_CHORE}\b(?: [a-z0-9.'-]+){{0,3}}? "
            rf"?\b{_HOUSEHOLD}\b(?:(?=.{{0,60}}{_DAY})|[.!]?$)"
            rf"|^(?:user )?(?:just |only |already )?{_CHORE} (?:at|again|twice|for) [a-z0-9: ]{{1,30}}[.!]?$"
        ),
        why="A chore of the day is no knowledge about anyone.",
        hits=("Fed the dog at six and again at noon.", "Skipped lunch today", "I watered the plants this morning"),
        keeps=("User took a job at Kelp", "User made the plants bloom in 2031",
        "User washed dishes at Noma as a student"),
    ),
    FilterRule(
        id="en-job-line",
        reason="operational_log",
        language="en",
        scope="any",
        test=_log_line(
            rf"^(?:the )?(?:[a-z_-]{{2,20}} )?{_JOB} (?:#|no\.? ?|id )?\d*(?:/\d+)?:? ?(?:has |have |was |is |got |"
            rf"just |now |already |again )*{_DONE}(?:[.:;,!]|$| (?:in|after|with|at) \d| with (?:exit|error|status|"
            r"code|warnings?)| (?:again|now|successfully|today)[.!]?$)"
            r"|^(?:retry|attempt|try|batch|chunk|epoch|worker) ?#?\d+ ?(?:/|of) ?\d+\b|^(?:retrying|reconnecting|"
            r"rescheduling|restarting|resuming) (?:in|job|task|worker|connection|\d|after)\b"
            r"|\bconnection (?:reset by peer|refused|timed out|closed by)\b.{0,40}$|\btimed out after \d+ ?(?:s|ms|"
            r"sec|seconds|minutes)\b.{0,20}$"
            r"|^(?:heartbeat|ping|pong|health ?check|probe|watchdog) (?:ok|missed|lost|received|failed|sent|"
            r"passed)\b|\blag (?:of )?\d+ ?ms\b"
            r"|^(?:processed|ingested|indexed|imported|exported|synced|copied|uploaded|downloaded|deleted|scanned|"
            r"wrote|read|fetched|loaded) \d[\d,.]* (?:rows?|records?|files?|items?|documents?|pages?|objects?|"
            r"chunks?|messages?|bytes|[kmg]b)\b"
            r"|^(?:the )?(?:assistant|agent|bot) (?:has |is |was )?(?:switched|switching|entered|entering) (?:to|"
            r"into)?|^(?:subtask|sub-task|part|todo) ?#?\d+ ?/ ?\d+\b|^(?:service|compilation|compile|container|"
            r"server|daemon|worker|instance|temporary files?|temp files?|logs?|artifacts?|api|endpoint) (?:has |"
            r"have |was |were |is |are |been )*(?:restarted|passed|cleaned up|uploaded|removed|rotated|returned "
            r"\d{3}|started|stopped|timed out)(?: successfully| again| now)?[.!]?$|^deployed to (?:staging|"
            r"production|test|prod|dev)\b.{0,20}$"
            r"|^(?:exit|return|status) (?:code|status):? ?\d+\b|\bexited with (?:code|status) \d+\b.{0,20}$|"
            r"^checkpoint (?:saved|written|restored)\b"
        ),
        why="A job's progress is stale at the next line of the log.",
        hits=(
            "retry 2/5 failed: connection refused",
            "Build #77 finished, logs uploaded",
            "Heartbeat ok, lag 4 ms",
            "Processed 4,000 rows in 3 s",
        ),
        keeps=(
            "The scan failed to find the implant that Kelp had left on two hosts in May.",
            "Build 22631 of Kelp is affected.",
            "The backup of the bank was encrypted.",
            "Step 2 of the plan is a merger.",
        ),
    ),
    FilterRule(
        id="en-log-level",
        reason="operational_log",
        language="any",
        scope="any",
        test=_log_line(
            r"^(?:\d{4}-\d\d-\d\d[t ])?(?:\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,6})?z? )?\[?(?:info|debug|warn|warning|"
            r"error|trace|fatal|notice)\]?(?::| [-|] |\] )\s?[a-z_]"
            r"|^\[?\d\d:\d\d:\d\d\]? [a-z_.-]{2,30}[:\[]"
        ),
        why="A line with a log level is written for whoever watches the machine.",
        hits=("INFO: cache warmed", "[WARN] queue is long", "2031-05-03 10:00:01 ERROR: socket closed"),
        keeps=("Error handling in Kelp leaks a key.", "Debug builds of Kelp print the key."),
    ),
    FilterRule(
        id="en-session-state",
        reason="operational_log",
        language="en",
        scope="any",
        test=_log_line(
            r"^(?:the )?(?:token|context|rate)(?: window)? (?:limit|quota|budget) (?:was |has been |is |got "
            r")?(?:reached|exceeded|hit|reset)\b|^reporting (?:the )?(?:tracking )?event (?:failed|timed out)\b|"
            r"\bcontext (?:window )?(?:too long|too large|overflow)\b|\bcontext (?:window )?(?:was|has been|is|got) "
            r"(?:auto-?)?(?:compacted|truncated|summari[sz]ed|full|trimmed|cleared)\b"
            r"|^(?:the )?(?:cache|buffer|queue|index|session|workspace|scratchpad|log)s? (?:was |were |has been |"
            r"have been |is |are )?(?:now |just )?(?:cleared|flushed|purged|warmed|emptied|drained|rebuilt|expired|"
            r"restored|closed|reset|rotated|compacted)\b(?=[.,;!]|$| (?:and|now|successfully|after))"
            r"|\b(?:page|service|server|site|app|tool|api) (?:is |works? |loads? |seems? )(?:back|fine|ok|"
            r"normal(?:ly)?|again)(?: (?:again|now|online|to normal)){0,2}[.!]?$|^\d{1,3}(?:\.\d+)? ?% (?:done|"
            r"complete|completed|finished)\b"
            r"|^(?:all )?(?:\d+ )?(?:unit |integration )?tests? (?:are |is )?(?:now )?(?:pass(?:ed|ing)?|fail(?:ed|"
            r"ing)?|green|red)\b.{0,30}$|^(?:no )?tool calls? (?:failed|returned|succeeded|made|timed out)\b|"
            r"^switching to (?:plan|planning|agent|edit) mode\b"
        ),
        why="The state of a session or a cache is no knowledge about the world.",
        hits=("Token limit reached, context was compacted.", "Cache cleared, page loads again now.",
        "All tests are green."),
        keeps=("The cache was poisoned through CVE-2031-1.", "The index closed 2% lower.",
        "The court session was closed to the press."),
    ),
)  # fmt: skip

"""English guards for what is over within the hour: where somebody is, how they feel, what they are about to do."""

import re

from core.filtering.cues import HABIT, SHORT_CUE, SOCIAL, YEAR
from core.filtering.rule import FilterRule, Screened, Test, found
from core.filtering.view import View

_NOW = (
    r"\b(?:now|right now|currently|at the moment|today|tonight|this (?:morning|afternoon|evening)|already|just|again)\b"
)
_SOON = (
    r"\b(?:in (?:a|one|two|five|ten|\d{1,2}) (?:minutes?|mins?|secs?|seconds?|bit|moment|while|few minutes)|soon|"
    r"later(?: today| on)?|"
    r"now|tonight|today|tomorrow morning|real quick|quickly|after (?:this|that|the call|the meeting|lunch|work)|"
    r"this (?:afternoon|evening)|"
    r"before (?:dinner|lunch|bed)|first|then|for a (?:minute|second|moment|bit))\b"
)
_PLACE = (
    r"(?:meeting|call|queue|line|shower|bath|tub|train|bus|tram|car|taxi|cab|plane|traffic|elevator|lift|bed|couch|"
    r"sofa|gym|toilet|"
    r"bathroom|kitchen|garden|balcony|way|road|phone|supermarket|shop|store|park|waiting room|hurry|rush|break|office)"
)
_ACTION = (
    r"(?:waiting|queueing|queuing|sitting|standing|lying|walking|driving|cycling|riding|eating|drinking|cooking|"
    r"typing|watching|looking (?:at|out|around)|"
    r"staring|listening|showering|getting (?:ready|dressed|changed)|having (?:lunch|dinner|breakfast|a (?:break|"
    r"coffee|nap|snack))|"
    r"heading|leaving|running (?:late|behind)|about to|making (?:coffee|tea|lunch|dinner|breakfast)|doing (?:the "
    r")?(?:dishes|laundry)|"
    r"brushing user's|freezing|sweating|yawning|coughing|sneezing|stepping (?:out|away)|hopping off|searching for "
    r"user's|looking "
    r"for user's)"
)
_SMALL = (
    r"(?:coffee|tea|water|juice|beer|wine|soda|smoothie|shake|snack|sandwich|bun|roll|bagel|salad|soup|pizza|burger|"
    r"noodles|rice|pasta|toast|eggs?|"
    r"fruit|apple|banana|biscuits?|cookies?|cake|ice cream|chips|crisps|curry|sushi|kebab|meal|bite|food|breakfast|"
    r"lunch|dinner|supper|nap|shower|bath|"
    r"break|walk|run|jog|swim|stroll|ride|cigarette|umbrella|jacket|charger|parcel|groceries|milk|bread|creatine|"
    r"protein powder|to eat|to drink)"
)
_CLOCK = re.compile(
    r"\b(?:in (?:a|one|two|five|ten|\d{1,2}) (?:few )?(?:minutes?|mins?|secs?|seconds?|bit|moment|while)|at (?:one|"
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))\b"
)
_STILL = r"(?:currently |now |right now |still |just |already |also |only |kind of |sort of |so |literally |all )*"
_FIRST = (
    rf"^(?:(?:right now|currently|now|today|at the moment|sorry|so),? )?(?:user (?:is|am) {_STILL}|(?:currently|"
    r"right now|still) )"
)
_GADGET = (
    r"(?:phone|laptop|computer|tablet|battery|internet|wi-?fi|connection|camera|mic|microphone|screen|headset|"
    r"headphones?|mouse|keyboard|"
    r"coffee|tea|food|lunch|dinner|soup|tyre|tire|car|fan|heating|signal|reception|browser|vpn|audio|sound|video|chair)"
)
_LASTING = (
    rf"{HABIT}|{YEAR}|\bsince\b|\bchronic|\bbecause of\b|\bevery\b|\bunder warranty\b|\bfor (?:years|months|weeks|"
    r"life)\b"
)


def _passing(pattern: str, *also: str) -> Test:
    """Return a test for a passing moment: no company, year, habit or cause makes it last."""
    hit, needed = re.compile(pattern, re.ASCII), tuple(re.compile(cue, re.ASCII) for cue in also)
    keep = re.compile(_LASTING, re.ASCII)

    def test(view: View) -> bool:
        lower = view.lower
        return hit.search(lower) is not None and all(cue.search(lower) for cue in needed) and keep.search(lower) is None

    return Screened(pattern, test)


def _alone(pattern: str, *also: str) -> Test:
    """Return the same for what company or a named place makes an event."""
    passing, social = _passing(pattern, *also), re.compile(SOCIAL, re.ASCII)
    return Screened(pattern, lambda view: passing(view) and social.search(_CLOCK.sub("", view.lower)) is None)


MOMENT_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="en-whereabouts",
        reason="transient_status",
        language="en",
        scope="any",
        test=_passing(
            rf"{_FIRST}(?:(?:stuck |caught |sitting |standing )?(?:in|on|at|off to) (?:an? |the |another |user's |"
            rf"yet another )?(?:[a-z]+ )?{_PLACE}\b(?! (?:of|for|with|committee|team))"
            r"|out of (?:breath|time|battery)\b|on (?:mute|hold|the go|foot)\b|at the (?:window|door|counter|bus "
            r"stop|gate|desk|gym|shop)\b(?! of)|(?:at )?home\b(?! to)|in a (?:good|bad|great|terrible|foul|weird) "
            r"mood\b|away from "
            r"(?:user's )?(?:desk|keyboard)\b|stuck\b|running late\b|in a (?:hurry|rush)\b)"
        ),
        why="Where someone stands or sits at this moment is over within the hour.",
        hits=(
            "I'm in a meeting, talk later.",
            "User is stuck in traffic on the ring road",
            "Currently on the train",
            "I am out of breath",
        ),
        keeps=(
            "User is in a meeting of the board every Monday",
            "User is on the board of Kelp",
            "User is in the office since 2019",
            "Priya is in a meeting",
        ),
    ),
    FilterRule(
        id="en-passing-action",
        reason="transient_status",
        language="en",
        scope="any",
        test=_alone(rf"{_FIRST}(?:{_ACTION})\b(?! (?:list|for (?:the )?(?:court|results?|approval|visa|verdict|"
        r"(?:[a-z]+ )?surgery|(?:[a-z]+ )?transplant|grant|donor)))",
        rf"{_NOW}|waiting for|about to|running late|for user's|stepping|hopping|{_FIRST}(?:heading|leaving)"),
        why="What someone does at this moment is over before it can be looked up.",
        hits=("User is waiting for the lift", "I'm eating noodles right now", "Currently I'm watching the rain"),
        keeps=(
            "User is waiting for a verdict in the Kelp case",
            "User is leaving Kelp in 2031",
            "User is watching the market closely",
        ),
    ),
    FilterRule(
        id="en-passing-ailment",
        reason="transient_status",
        language="en",
        scope="any",
        test=_passing(
            r"^(?:right now|now|currently|today)?,? ?user (?:has|has got|is having|gets|got) (?:such )?(?:an? |the "
            r")?(?:bit of an? |slight |bad |terrible |little |awful )*"
            r"(?:runny nose|blocked nose|headache|sore throat|stomach ?ache|tummy ache|hiccups|cramps?|stiff neck|"
            r"itch|sneez\w{0,4}|cough|cold|craving|yawn)\b"
            r"(?=.{0,40}(?:$|[.!,]|\b(?:now|today|tonight|this))"
        ")"),
        why="A runny nose is gone in a week.",
        hits=("User has a headache today", "I have a sore throat this morning."),
        keeps=("User has had a headache every day since the accident", "User has chronic cramps"),
    ),
    FilterRule(
        id="en-gadget-state",
        reason="transient_status",
        language="en",
        scope="transcript",
        test=_passing(
            rf"^(?:sorry,? )?(?:user's|the|this|your) (?:[a-z]+ )?{_GADGET} (?:is|was|keeps|has|seems|looks|just|"
            rf"went|feels)\b (?:{_STILL})(?:a bit |really |very |too |pretty |at |down to |almost |nearly |getting |"
            r"gone |on )*"
            r"(?:slow|cold|dead|low|frozen|freezing|lagging|laggy|muted|full|charging|dying|died|hot|warm|out|down|"
            r"off|flat|blurry|empty|choppy|breaking up|cutting out|cut out|dropping|unstable|acting up|"
            r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)(?: ?%| per ?cent)|wobbly|noisy|loud)\b"
        ),
        why="Batteries, lines and cups change by the hour.",
        hits=("My phone is at five percent", "User's internet is slow today", "My tea is cold already"),
        keeps=("User's laptop is a Kelp 3", "The battery is rated at 5 percent loss per year", "User's car was stolen"),
    ),
    FilterRule(
        id="en-around-here",
        reason="transient_status",
        language="en",
        scope="transcript",
        test=found(
            r"^(?:it is|it's) (?:just |really |still )?(?:pouring|drizzling|hailing|raining cats and dogs)\b|^(?:it "
            r"is|it's|the (?:room|office|place|flat|house|street|kitchen|light|sun) is|there is|there's) "
            r"(?:a bit |a little |so |really |too |very |quite |pretty |getting |still |freezing )*"
            r"(?:cold|hot|warm|noisy|loud|dark|bright|stuffy|quiet|freezing|crowded|chilly|late|early|draught|a "
            r"draught|smelly)\b(?: in here| here| outside| in the room| now| today| already| tonight)?[.! ]*$"
        ),
        why="Heat, noise and light in the room are small talk.",
        hits=("It's freezing in here.", "The room is a bit cold"),
        keeps=("The room is a bit cold because the heating failed on 3 May", "The house is quiet about the deal"),
    ),
    FilterRule(
        id="en-errand",
        reason="ephemeral_intent",
        language="en",
        scope="any",
        test=_alone(
            r"^(?:maybe |then )?user (?:needs? (?=an?)|could use (?=an?)|wants (?=an?)|might |may |will |could |"
            r"should |wants? to |would like to |needs? to |plans? to |is going to |is gonna |gonna |going to |is "
            r"about to |has to |is off to |must )(?:just |quickly |also |probably |go (?:and )?|pop out and |maybe "
            r")*"
            r"(?:(?:(?<=needs )|(?<=use )|(?<=wants )|grab|get|fetch|make|heat up|warm up|order|pick up|take|have|"
            r"eat|drink|buy|brew|cook|go for) (?:an? |some |another |the |user's |something |one |more "
            rf")*(?:[a-z-]+ )?{_SMALL}\b"
            r"|(?:pop|step|head|go) (?:out|away|downstairs|upstairs|home|to (?:bed|the (?:shop|kitchen|toilet|"
            r"bathroom)))\b|stretch\b|call (?:you |him |her )?back\b|(?:hop|log) off\b|lie down\b|nap\b|shower\b|"
            r"smoke\b|refill\b|close user's laptop\b)",
            rf"{_SOON}|{SHORT_CUE}",
        ),
        why="An errand of the day is done or forgotten by tomorrow; company or a place makes it an event.",
        hits=(
            "I might grab a bun in a minute",
            "User plans to have a protein shake tonight",
            "I'm going to make some tea first",
        ),
        keeps=(
            "User plans to get a degree soon",
            "User will have surgery tomorrow",
            "User plans to buy a house soon",
            "User plans to take the bar exam tomorrow",
            "User might get a coffee with Omar later",
        ),
    ),
    FilterRule(
        id="en-come-back-later",
        reason="transient_status",
        language="en",
        scope="transcript",
        test=found(
            r"^(?:sorry,? )?(?:[a-z]+,? )?(?:you are|you're|user is) (?:still )?(?:on mute|muted|breaking up|frozen|"
            r"cutting out|too quiet)\b|^heads up\b|^user (?:just )?(?:woke up|got up|sat down|got (?:home|back|in)|"
            r"came back|logged (?:on|in|off))(?: now| just now| late| early)?[.!]?$"
            r"|\b(?:we|user|i|let's|lets)(?: will|'ll| can| could| should|'d)? (?:also |just |probably )?(?:come|"
            r"get|circle|go|loop|turn|return) back to (?:that|this|it|the (?:topic|point|question|item))\b"
            r"|\b(?:let's|lets|let us|we (?:can|should|will)|user (?:will|would)) (?:park|table|skip|move on|wrap "
            r"(?:this )?up|take (?:this|that|it) offline|leave it (?:there|at that)|pick (?:this|it) "
            r"up)\b(?!.{0,40}\d)"
            r"|\b(?:talk|see you|catch you|speak|write|call you|more) (?:later|soon|in a bit|tomorrow)[.! ]*$|"
            r"\b(?:be right back|brb|one (?:sec|second|moment|minute)|give (?:me|user) a (?:sec|second|moment|"
            r"minute)|hang on|hold on|bear with me)\b"
        ),
        why="Steering a talk says nothing of the world.",
        hits=("We'll come back to that next time.", "Let's park this."),
        keeps=("We came back to Oslo in May.", "Kelp parked the fund in Oslo."),
    ),
)  # fmt: skip

"""English guards: what is known only because it was asked, and what was asked of the assistant for once."""

from core.filtering.cues import DETERMINER
from core.filtering.rule import FilterRule, found

# A question that wants something done.
ASKED_TO_ACT = (
    r"^(?:hey,? |please,? )?(?:could|can|would|will) (?:you|user|we) (?:please |just |also |quickly )*"
    r"(?:play|turn|set|open|close|book|send|call|stop|start|pause|remind|add|remove|delete|cancel|order|buy|"
    r"schedule|make|put|create|switch|"
    r"change|mute|move|pay|transfer|freeze|block|write|draft|save|log|record|rename|run|restart|print|download|"
    r"upload|share|post|skip|dim|"
    r"lock|unlock|reset|update|reply|forward|e-?mail|text|message|invite)\b(?!.{0,80}\b(?:was|were)\b)"
)
_WANTS = (
    r"\buser (?:really |just |also |now |still |is )*(?:wants?|needs?|would like|asks|asked|is asking"
    r"|intends?|wishes|requested|requests|wanting)(?: (?:me|us|you|the assistant|it|them))?(?: to)? "
)


ASKED_RULES: tuple[FilterRule, ...] = (
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

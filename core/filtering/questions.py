"""Questions to the listener, in English: with a mark, without one, or put as a statement."""

from core.filtering.commands import titled
from core.filtering.rule import FilterRule, found
from core.filtering.standing import STANDING
from core.filtering.view import View

_AUX = (
    r"(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|may|might|has|have|had|isn't|aren't"
    r"|don't|doesn't|didn't|can't|won't|wouldn't|shouldn't|couldn't|hasn't|haven't)"
)
_PERSON = (
    r"(?:user|you|it|there|this|that|these|those|the|an?|any|anyone|someone|everyone|user's|your|we|they|he|she"
    r"|our|their|his|her|all|some|both|other|most|to|people|[a-z]+'s|[a-z]+(?= [a-z]+(?: (?:by|in|on"
    r"|at|for|to|of|the)\b|$)))"
)
_WH = r"(?:what|whats|what's|why|how|hows|how's|when|when's|where|wheres|where's|who|whos|who's|whom|whose|which)"

_QUESTION = found(
    rf"^(?!is an? (?:[\w-]+ ){{0,6}}(?:that|which|used|of|type|tool|appears)\b)(?!what (?:we|user|they"
    rf"|he|she) [a-z]+ (?:is|was|were) )(?:(?:and|so|in|on|at|for|from|to|about"
    rf"|with|by|until) )?{_WH} ?(?:(?:kind|sort|type|types|kinds|time|day|date|year|size|color|much"
    rf"|many|long|far|old|often|big|tall|high|hot|cold|fast|soon|late|well|busy"
    rf"|[a-z]+) ){{0,3}}?{_AUX}\b"
    rf"|^(?:what's|whats|how's|where's|who's|when's|wheres|whos)\b|^(?:what|how|why|where) (?:about|to"
    rf"|come|do|does|did|if)\b|^how (?:much|many|long|far|old|often)\b|^(?:who|what"
    rf"|which) (?:[a-z]+ ){{1,2}}(?:in|of|for|to|on|at|the|an?)\b"
    rf"|^(?!is an? (?:[\w-]+ ){{0,6}}(?:that|which|used|of|type|tool"
    rf"|appears)\b){_AUX} {_PERSON}\b(?! has\b)|^(?:do|does|did|can|could|would|should|may|shall) [a-z]"
    rf"|^(?:for|at|in|on|after|before|with|from|by|to) (?:[a-z]+ ){{0,4}}(?:{_WH}|how much|how many) "
    rf"|\b(?:is|are|was|at|by|have|for|got)(?: [a-z]+){{0,4}} (?:what|which|when|who|where|how (?:much"
    rf"|many))(?: [a-z]+){{0,5}}$"
    rf"|^(?:what|who|which) (?:[a-z]+ ){{1,3}}(?:this|that|it)$|^what [a-z]+s [a-z]+$|^how soon\b|\bwhen$"
    r"|,? (?:right|correct|huh|yeah|isn't it|aren't they|doesn't it|don't they|won't it|or not|or no"
    r"|is it|does it)$"
)


def _unmarked_question(view: View) -> bool:
    return not titled(view) and _QUESTION(view)


QUESTION_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="en-ask-listener",
        reason="query_intent",
        language="en",
        scope="transcript",
        test=found(
            r"\b(?:can|could|would|will|do|did|are|have|should|may|might|shall) (?:you|u|ya|we"
            r"|user)\b.{0,200}$(?<=[?])|^(?:can|could|would|will) (?:you|u|ya|we|i|user|someone|anyone)\b"
            r"|\b(?:tell|show|give|help|teach|remind|let) me\b|\band tell (?:him|her|them)\b|\blet me know\b"
            r"|\bany (?:idea|ideas|tips|advice"
            r"|suggestions|recommendations|thoughts|chance)\b"
            r"|\b(?:can|could|would) you (?:please |also |just |maybe )?[a-z]+|\bdo you (?:know|have|think"
            r"|recommend|happen)\b|\bwould you (?:know|mind|say)\b"
            r"|\buser (?:wonders?|wondering|is wondering|was wondering|is curious|was hoping|is hoping you)\b"
            r"|\b(?:need|needs|want|wants|like) you to\b|\bneeds? to (?:know|find out|see|figure out)\b"
            r"|\bwants? to know\b|\bwould like to know\b"
            r"|\b(?:cannot|can't|don't|doesn't|do not|does not) (?:remember|recall|find|figure)\b"
            r"|\buser (?:forgot|forgets) (?:what|how|when|where|which)\b"
            r"|\b(?:can|should|do|what do|may|shall) (?:user|u)\b|\b(?:so|, ?)(?:will|would|does|is) (?:user"
            r"|that|it|my)\b"
            r"|\bplease$|\bplease\b(?! (?:call|contact) (?:him|her)\b)",
            unless=STANDING.pattern,
        ),
        why="Asked of the listener; known only because it was asked.",
        hits=("can you see my bank account", "I was wondering about my credit score", "any idea if it rains"),
        keeps=("Priya asked Omar to lead the migration", "You can reach the cluster through the bastion"),
    ),
    FilterRule(
        id="en-unmarked-question",
        reason="query_intent",
        language="en",
        scope="transcript",
        test=_unmarked_question,
        why="A question without its mark is still a question.",
        hits=(
            "what time is my meeting scheduled for",
            "how do i unlock my account",
            "is insomnia curable by the doctor",
            "did my vacation get approval",
            "the museum takes reservations right",
        ),
        keeps=(
            "Do Something is a charity",
            "Is a loader that Heron has used",
            "When Priya moved to Oslo, she sold the car",
            "What we chose was Postgres",
        ),
    ),
)

"""Closed word classes of English, as the clause rules need them. All words are lower case."""

from core.extract.wordlists import word_set

MODALS = word_set(
    """
    can could will would may might must shall should cannot can't couldn't won't wouldn't shouldn't mustn't
    """
)
BE = word_set(
    """
    is are was were isn't aren't wasn't weren't am
    """
)
HAVE = frozenset(["has", "have", "had", "hasn't", "haven't", "hadn't"])
DO = frozenset(["does", "do", "did", "doesn't", "don't", "didn't"])
AUXILIARIES = MODALS | BE | HAVE | DO

DETERMINERS = word_set(
    """
    a an the this that these those his her its their our my your some any each every no another several many few
    most all both various multiple numerous certain other such
    """
)
POSSESSIVES = frozenset(["his", "her", "its", "their", "our", "my", "your"])
PREPOSITIONS = word_set(
    """
    of in on at by for from to with without within into onto over under through throughout against among between
    during before after about as via per across along around behind below beneath beside besides beyond despite
    down inside near off out outside past since toward towards until till upon up like unlike including
    excluding using regarding concerning following versus amid
    """
)
PRONOUN_SUBJECTS = word_set(
    """
    he she it they we i you who this that these those there
    """
)
PLURAL_PRONOUNS = frozenset(["they", "we", "you", "i", "these", "those"])
RELATIVES = frozenset(["who", "which", "that", "whose", "whom", "where", "when"])
CONJUNCTIONS = frozenset(["and", "or", "but", "nor", "yet", "so"])
SUBORDINATORS = word_set(
    """
    because since if unless although though while whereas when whenever until once whether so that as after
    before than where why how what lest provided
    """
)
ADVERBS = word_set(
    """
    also then later subsequently often usually always never still now currently already just only recently
    previously typically further furthermore even eventually thereby therefore not soon again instead together
    once first mainly mostly largely primarily frequently sometimes generally widely actively successfully
    later-on thus both either n't
    """
)

# Cause, condition and order hold a sentence together: what they join is one fact.
BINDING = (
    r", so (?=[a-z])|, then\b|\bfirst\b.{0,80}\bthen\b|\b(?:because|since (?=[a-z]+ (?:is|are|was|were"
    r"|has|have|had|[a-z]+ed)\b)"
    r"|so that|in order to|unless|if|although|though|whereas|as a result of|due to|owing to|thanks to"
    r"|thereby|provided that"
    r"|even though|(?:by|upon|without) (?=[a-z]+ing\b))\b"
)
NEVER_PAIRS = frozenset(
    [
        "terms conditions",
        "command control",
        "research development",
        "trial error",
        "tactics techniques",
        "back forth",
        "up down",
        "men women",
        "black white",
        "pros cons",
        "supply demand",
        "client server",
        "more more",
        "hardware firmware",
        "search rescue",
        "salt pepper",
        "law order",
    ]
)

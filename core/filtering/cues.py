"""Words that tell the passing from the lasting, in English, as pattern pieces over the normalised text."""

DETERMINER = (
    r"(?:an? |the |this |that |these |those |my |his |her |their |our |your |user's |another |some "
    r"|new |temporary |current |last )"
)
SHORT_CUE = (
    r"\b(?:now|currently|today|tonight|tomorrow|yesterday|right now|this (?:morning|afternoon|evening)"
    r"|last night|(?:the )?day before yesterday|just)\b"
)

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

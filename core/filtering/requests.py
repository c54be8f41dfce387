"""What a speaker says *to* the listener: requests, commands, questions without a mark, small talk.

These shapes count only in transcripts. In a report an imperative is advice and may be a fact.
"""

import re

from core.extract.verbs import BASES
from core.extract.wordlists import word_set
from core.filtering.english import ASKED_TO_ACT
from core.filtering.rule import FilterRule, found
from core.filtering.view import View

_POLITE = re.compile(
    r"^(?:(?:please|pls|kindly|just|now|then|go ahead and|go ahead|let's|lets|let us|alexa|siri"
    r"|computer|assistant|ai|google|thanks|sorry|excuse me|also|first|quickly|quick|yes|no)[,!.:]? )+"
)
# Bare verbs that open a command. A word that is also a noun counts only before an object.
_COMMANDS = word_set(
    """
    tell show give send set turn play add remove delete put make create start stop pause resume skip find get
    locate look search check call dial text message email ping remind schedule book reserve order buy purchase
    cancel confirm change update switch open close read list name define spell translate convert calculate
    compute explain describe compare recommend suggest help freeze block unblock unlock lock activate report pay
    transfer move roll flip toss pick choose save note write take mark clear erase reset sync share speak talk
    say repeat sing tune mute increase decrease raise lower dim adjust shut begin launch run pull bring direct
    navigate route map track submit request ask inform notify let wake use keep provide insert include redeem
    rollover roll renew replace refill recite download install connect disconnect pair draft count estimate
    verify review rate follow put acquire aquire obtain fetch research google investigate figure determine
    identify see hear learn teach keep prevent program enter type print scan copy paste edit fix shuffle rewind
    queue log record restart shutdown reboot refer address never always don't don’t stop please kindly lookup
    recall remember forget whisper volume louder quieter lookup answer respond reply undo redo scroll zoom swipe tap
    dismiss collapse attach highlight
    """
)
_NOUN_TOO = word_set(
    """
    name list book order map play run call report text message email program note show track volume mark share
    rate set start stop change update switch use copy print block lock look help help talk research record log
    review
    """
)
_OBJECT = word_set(
    """
    a an the my me it this that these those some any all up off on out in for to with from into us him her them
    over at by about user user's your their his another more me if how what when where why who which one two
    three four five six seven eight nine ten every each down back away through
    """
)
_FINITE = word_set(
    """
    is are was were has have had will can may must should would could does did
    """
)


# What holds from now on is a wish for good, not a request that is served once.
_STANDING = re.compile(
    r"\b(?:always|never|from now on|going forward|in (?:the )?future|every time|each time|whenever|by default|as a "
    r"rule)\b",
    re.ASCII,
)
_ZH_STANDING = "以后|今后|往后|一直|始终|每次|总是|永远|默认|必须|从不|务必|一律|时[,，]"
# Commands that want to be told something, rather than have something done.
_TELL = (
    r"(?:show (?:me|us|user)|tell (?:me|us|user)|give (?:me|us|user) (?:the|a list|some info|details|information|"
    r"an? (?:overview|summary|explanation|definition|example))|"
    r"find (?:out|me)|search|look up|lookup|spell|translate|convert|calculate|compute|explain|describe|compare|"
    r"recommend|suggest|define|summari[sz]e|"
    r"recite|list|google|estimate|what's)"
)


# Verbs that take a person's name at once: "Tell Omar …" is a command, "Bring It On" a title.
_TO_PERSON = word_set("""tell text call remind email ask message notify send invite""")


def _titled(view: View) -> bool:
    """Return whether the text opens with two capitalised words, like the name of a film or an organisation."""
    words = view.text.split(maxsplit=2)
    return len(words) > 1 and words[0][0].isupper() and words[1][0].isupper() and words[1].lower() != "i"


def _is_command(view: View) -> bool:
    if _STANDING.search(view.lower):
        return False
    lower = _POLITE.sub("", view.lower)
    words = lower.split(maxsplit=2)
    if not words or (_titled(view) and words[0] not in _TO_PERSON):
        return False
    first, second = words[0].strip(",.!:"), words[1].strip(",.!") if len(words) > 1 else ""
    if first not in _COMMANDS:
        return first in BASES and second in _OBJECT
    if second in _FINITE or words[0].endswith(":"):
        return False
    return first not in _NOUN_TOO or second in _OBJECT or second[:1].isdigit() or lower != view.lower


_ASK_TO_TELL = re.compile(rf"{_TELL}\b", re.ASCII)
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
_WISH = (
    r"^(?:at [\w: ]{1,10}, |for [\w: ]{1,12}, )?user (?:really |just |also |still |now |actually |do "
    r"|does |do not |does not |don't |doesn't "
    r"|is |would |will (?=need|want)|going to (?=need|want))*"
)
_WISHED = (
    rf"{_WISH}(?:wants?|needs?|needed|wanna|like|love|wish|wishes|hoping|trying|ready|supposed|have got"
    rf"|has got|have|has|got|must)(?: not)? to\b"
    rf"|{_WISH}(?:wants?|needs?|needed|would like|like|could use|in need of|looking for|searching for|after)"
    rf"(?: (?:an?|some|the|my|user's|more|new|good|any|few|help|[a-z-]+)){{0,4}} {_SERVICES}\b"
    rf"|{_WISH}(?:wanna\b|needs? (?:for|what)\b)|^(?:at [\w: ]{{1,10}}, )?(?:user|we) would like (?:an?|some|the|for)\b"
    rf"|{_WISH}looking (?:for|to|at|into|forward)\b|{_WISH}(?:must|wondering|curious|wish|needs? user's"
    rf"|wants? user's|needs? the|wants? the|likes? the|like user's)\b"
    r"|^must [a-z]+ |^(?:user's|this|the) (?:[a-z]+ ){1,3}(?:needs? to|should|must) be (?:[a-z]+ed"
    r"|paid|put|frozen|sent|set)\b"
)

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
_ZH_CHATTER = (
    r"^(?:你好|您好|大家好|谢谢|多谢|感谢|好的|好吧|好啊|好呀|嗯+|哦+|啊+|不客气|再见"
    r"|拜拜|晚安|早安|早上好|下午好|晚上好|哈哈+|不用了|明白了|知道了|(?:是的?|对的?|没错|可以|行|当然"
    r"|没问题|收到|明白)(?=[,，。.!！呀啊哦]|$))"
    r"(?:[^我]|我(?:知道|明白|会|了解|试)){0,30}$"
)

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
    return not _titled(view) and _QUESTION(view)


REQUEST_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="en-asked-to-act",
        reason="ephemeral_intent",
        language="en",
        scope="any",
        test=found(ASKED_TO_ACT, unless=_STANDING.pattern),
        why="A question that wants something done is a request, spent once it is served.",
        hits=("Could you play some soft music?", "Can you set an alarm for six?"),
        keeps=("Omar asked Priya to send the contract", "You can reach the cluster through the bastion"),
    ),
    FilterRule(
        id="en-ask-to-tell",
        reason="query_intent",
        language="en",
        scope="transcript",
        test=lambda view: _is_command(view) and _ASK_TO_TELL.match(_POLITE.sub("", view.lower)) is not None,
        why="A command that wants to be told something is a question.",
        hits=(
            "Show me the three best cafes",
            "Translate 'good night' into Finnish for me",
            "please look up the train times",
        ),
        keeps=("List prices rose in May", "Search Guard is a product of Kelp"),
    ),
    FilterRule(
        id="en-command",
        reason="ephemeral_intent",
        language="en",
        scope="transcript",
        test=_is_command,
        why="A command to the listener states nothing.",
        hits=("Turn the bathroom lights on", "please cancel my reservation", "book me a flight to Memphis"),
        keeps=(
            "Bring It On is a film",
            "Book club meets on Mondays",
            "Call volume is down 20%",
            "Use of Kelp was stopped in May",
        ),
    ),
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
            unless=_STANDING.pattern,
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
    FilterRule(
        id="en-wish-for-service",
        reason="ephemeral_intent",
        language="en",
        scope="transcript",
        test=found(
            _WISHED,
            unless=rf"{_WISH}(?:[a-z]+ ){{0,3}}(?:to )?(?:{_LASTING})\b|\b(?:since|for (?:about |over |almost "
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
    FilterRule(
        id="zh-ask-listener",
        reason="query_intent",
        language="zh",
        scope="transcript",
        test=found(
            r"^(?:请|麻烦|帮|给我|告诉我|提醒我|能不能|能否|可不可以|可以帮|可以请|你能|你可以|您能|怎么|如何"
            r"|怎样|什么|为什么|为啥|哪里?|哪个|谁|多少|几点|有没有|是不是|会不会|要不要)"
            r"|(?:有什么|有没有什么)(?:好的?)?(?:建议|推荐|方法|办法)|你(?:觉得|认为|知道|喜欢|推荐)|该怎么办"
            r"|怎么办[。!！]?$|呢[。!！]?$|可以(?:给|帮)我|推荐(?:一下|一些|几)"
            r"|^(?:你|您)(?:帮我|给我|替我|来|再)|^[^,，。是的和与及对把被了]{1,8}(?:怎么|如何|"
            r"怎样)(?:[^,，。]{1,10})[.。]?$(?<!样)|"
            r"^(?:查查|查一?下|搜一?下|搜搜|看看|找找|找一?下|算一?下|算算|翻译一?下|讲讲|说说|介绍一?下|解释一?下)",
            unless=_ZH_STANDING,
        ),
        why="向对方提的问题或请求，没有陈述事实。",
        hits=("请帮我查一下天气", "你觉得时间管理很重要", "有什么好的建议"),
        keeps=("用户在2020年请李雷担任顾问", "我最近在学习攀岩"),
    ),
    FilterRule(
        id="zh-command",
        reason="ephemeral_intent",
        language="zh",
        scope="transcript",
        test=found(
            r"^(?:再说一遍|再讲一遍|重复一遍|慢一点|快一点|大声点|小声点|等一下|稍等|[上下]一[首个页条步张集]|"
            r"(?:声音|音量|亮度|温度|字)(?:再)?[大小高低亮暗]一?[点些]|让我(?:想想|看看)|我想想|继续|停)[.。!！]*$|"
            r"^(?:把|"
            r"将)[^,，。]{1,10}?(?:关掉|关了|打开|调[高低大小亮暗]|删掉|删了|发给我|放大|缩小|静音|暂停|保存一下|"
            r"改一下|念一遍|读一下)(?:一?点|一些|吧|一下)?[.。!！]?$"
            r"|^用户(?:要求|请求|想|让|想让|希望)(?:助手|你)?(?:帮忙)?(?:把|将)[^,，。]{1,10}?(?:关掉|关了|打开|"
            r"调[高低大小亮暗]|放大|缩小|静音|暂停)(?:一?点|一些)?[.。!！]?$"
            r"|^(?:请|麻烦|快|先|再|帮忙)?(?:撤销|重做|撤回|往[上下左右]翻|向[上下左右]滑|滚动|放大|缩小|截图|"
            r"截个图|暂停|播放|放一?首|跳过|快进|静音|刷新|返回上|回到上|翻到|切到|切换到|关掉|打开|关上|"
            r"调[高低大小亮暗]|换一?[首个张]|删掉|删除|保存|发送|取消)"
            r"(?![率量者后时了])[^,，。]{0,14}[.。!！]?$",
            unless=rf"{_ZH_STANDING}|漏洞|攻击|公司|协议|合同|成功|可以|能够|会|需要|要求|之后",
        ),
        why="对助手的操作指令，做完就没有意义。",
        hits=("撤销上一步。", "往上翻一点", "播放一首安静的歌"),
        keeps=("取消了三份合同", "打开率提高了8%", "删除日志之后木马退出"),
    ),
    FilterRule(
        id="zh-chatter",
        reason="boilerplate",
        language="zh",
        scope="transcript",
        test=found(
            rf"{_ZH_CHATTER}|^(?:大家|各位|同事们|你们?|朋友们)?(?:早上|上午|中午|下午|晚上|早|晚)?(?:好|安)(?:啊|"
            r"呀|各位|大家)?[.。!！]*$|^(?:\\+1|赞|顶|辛苦了?|加油|(?:一会儿?|待会儿?|明天|回头|下周|"
            r"周[一二三四五六日])见|同意|同上|附议|没事|(?:周末|节日|新年|生日|中秋|国庆|假期|旅途)(?:快乐|愉快)|"
            r"说得对|说得好|没问题|有道理|厉害|不错|太好了|真棒|祝你[^,，。]{1,8})(?:啊|呀|大家|各位|!|！|。|\\.)*$|"
            r"^(?:很|非常)?(?:有道理|感谢|"
            r"高兴认识)|^用户(?:会|也会|一定会|一定"
            rf"|可以)?(?:去)?(?:试试|试一试|尝试一下|注意|考虑|看看|好好实践)|^用户(?:明白|知道|懂|同意"
            rf"|理解)了?[。!！]?$|^用户(?:真的)?(?:很|非常)(?:感激|感谢|高兴认识)|^这(?:听起来|真是|(?:个"
            rf"|些)?(?:建议|方法|主意|想法|推荐).{{0,4}}(?:很|真|非常|不错|好))"
            rf"|^你(?:真|说|是|的)|^听起来|^用户(?:已经|都)?(?:记下来?|记住|收到|学到)了|(?:和|跟)你(?:聊|分享"
            rf"|说)|你的?(?:建议|推荐|陪伴|祝福|分享)|^(?:有空|也许|或许)用户?(?:可以|会)"
        ),
        why="寒暄、致谢和应答只属于当下。",
        hits=("你好", "谢谢你的建议", "我会试试", "好的，我知道了"),
        keeps=("我叫王峰", "对外接口由李雷负责，我只管数据库"),
    ),
)

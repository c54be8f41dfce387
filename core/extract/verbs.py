"""English verb forms: what a word can be, read off a list of verbs and the rules of spelling."""

from collections.abc import Mapping
from functools import lru_cache

from core.extract.wordlists import word_set


class Form:
    """The readings a word form has as a verb; plain numbers to be joined with ``|``, for speed."""

    NONE = 0
    BASE = 1
    THIRD = 2  # he moves
    PAST = 4
    PARTICIPLE = 8
    ING = 16


# base, past, participle where spelling rules do not give them
_IRREGULAR = """
arise arose arisen|awake awoke awoken|be was been|bear bore borne|beat beat beaten|become became become
begin began begun|bend bent bent|bet bet bet|bid bid bid|bind bound bound|bite bit bitten|bleed bled bled
blow blew blown|break broke broken|breed bred bred|bring brought brought|broadcast broadcast broadcast
build built built|burst burst burst|buy bought bought|catch caught caught|choose chose chosen|cling clung clung
come came come|cost cost cost|cut cut cut|deal dealt dealt|dig dug dug|do did done|draw drew drawn
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt
fight fought fought|find found found|flee fled fled|fly flew flown|forbid forbade forbidden
forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone
grow grew grown|hang hung hung|have had had|hear heard heard|hide hid hidden|hit hit hit|hold held held
hurt hurt hurt|keep kept kept|know knew known|lay laid laid|lead led led|leave left left|lend lent lent
let let let|lie lay lain|lose lost lost|make made made|mean meant meant|meet met met|outdo outdid outdone
overcome overcame overcome|oversee oversaw overseen|overtake overtook overtaken|overwrite overwrote overwritten
pay paid paid|put put put|quit quit quit|read read read|rebuild rebuilt rebuilt|ride rode ridden|ring rang rung
rise rose risen|run ran run|say said said|see saw seen|seek sought sought|sell sold sold|send sent sent
set set set|shake shook shaken|shoot shot shot|show showed shown|shut shut shut|sing sang sung|sink sank sunk
sit sat sat|sleep slept slept|speak spoke spoken|spend spent spent|split split split|spread spread spread
stand stood stood|steal stole stolen|stick stuck stuck|strike struck struck|swear swore sworn|sweep swept swept
swim swam swum|take took taken|teach taught taught|tear tore torn|tell told told|think thought thought
throw threw thrown|undergo underwent undergone|understand understood understood|undertake undertook undertaken
wake woke woken|wear wore worn|win won won|withdraw withdrew withdrawn|withstand withstood withstood
write wrote written|rewrite rewrote rewritten|foresee foresaw foreseen
"""

_REGULAR = """
abandon abort absorb abuse accelerate accept access accompany account accrue accuse achieve acknowledge acquire act
activate adapt add address adhere adjust administer admit adopt adorn advance advertise advise advocate affect
aggregate agree aid aim air alert align allege allocate allow allude alter amass amend analyse analyze annex
announce answer anticipate appeal appear appease apply appoint appreciate apprehend approach approve archive argue
arm arrange arrest arrive ascend ask aspire assassinate assault assemble assert assess assign assist associate
assume assure attach attack attain attempt attend attest attract attribute audit authenticate author authorise
authorize automate avoid await award back bake balance ban bar bargain base beacon behave believe belong benefit
bless block blog boast bomb bookmark boost borrow bounce boycott brand breach breathe brief broaden browse bundle
burn bury bypass calculate call campaign cancel capture care carry cast cater cause caution cease celebrate chain
chair challenge champion change characterise characterize charge chart chase check cherish circumvent cite claim
clarify clash classify clean clear click climb clone close co-found coach coin collaborate collapse collect combine
commemorate commence comment commission commit communicate compare compel compete compile complain complete comply
compose comprise compromise compute concatenate conceal conceive concentrate concern conclude condemn conduct
confess configure confirm conform connect conquer consent consider consist consolidate conspire constitute construct
consult consume contact contain contend contest continue contract contrast contribute control convene converse
convert convey convict convince cook cooperate coordinate cope copy correct correlate correspond corrupt count
counter cover craft crash crawl create credit criticise criticize cross crown crush crypt culminate cultivate curate
cure cycle damage dance date deactivate debate debut decide declare decline decode decommission decorate decrease
decrypt dedicate deem default defeat defend define defraud degrade delay delegate delete deliver delve demand
demonstrate deny denylist depart depend depict deploy deport depose deprecate dereference derive descend describe
deserialise deserialize deserve design designate desire destroy detail detain detect deteriorate determine develop
devise diagnose die differ differentiate direct disable disagree disappear disassociate disband disclose disconnect
discontinue discover discuss disguise dismiss dispatch displace display dispute disrupt disseminate dissolve
distribute dive diversify divide divorce document dominate donate double download draft drain drop dump duplicate
earn ease educate elaborate elect elevate eliminate embark embed embezzle embody embrace emerge emigrate emit
emphasise emphasize employ empower emulate enable enact enchant encode encompass encounter encourage encrypt end
endanger endeavor endorse endure enforce engage engineer engrave enhance enjoy enlist enrage enrich enrol enroll
ensure entail enter entertain entitle enumerate envision equal equip erase erode escalate escape establish estimate
evacuate evade evaluate evoke evolve examine exceed excel exchange excite exclude execute exempt exercise exert
exfil exfiltrate exhaust exhibit exile exist exit exonerate expand expect expedite expel experience experiment
expire explain explode exploit explore export expose express extend extract fabricate face facilitate fail fake farm
fascinate fashion favor favour fear feature ferry fertilise fetch figure file fill film filter finance fine finish
fire fit fix flag flourish flow fluctuate focus fold follow force forecast forfeit forge fork form format formulate
forsake forward foster found frame free frequent fuel fulfil fulfill function fund furnish fuse fuzz gain gather
gear generate geofence glorify govern graduate grant greet group guarantee guard guess guide hack hail halt hamper
handle happen harass harbor harden harm harvest hash haul head heal heed heighten help highlight hijack hinder hire
honor honour hook hope hospitalise hospitalize host hotfix house hover hunt hurl identify ignore illuminate
illustrate imagine immigrate impact impair impersonate implant implement implicate imply import impose impress
imprison improve inaugurate incite incline include incorporate increase incur indicate indict induct indulge infect
infer infiltrate influence inform infringe infuse inhabit inherit inhibit initialise initialize initiate inject
innovate inquire inscribe insert insist inspect inspire install institute instruct instrument insult integrate
intend intensify interact intercept interfere intern interpret interrupt intertwine intervene interview intrigue
introduce invade invent invest investigate invite invoke involve isolate issue iterate jail jeopardise join judge
jump justify kick kidnap kill knock label lack lament land last laud launch leak lean learn lecture legalise
legislate leverage license lift like limit link list listen live load lobby locate lock log look loop loot love
lower lure magnify maintain manage mandate manifest manipulate manufacture map march mark market marry marvel mask
masquerade massage master match mature measure mediate mention mentor merge migrate mimic minimise minimize mirror
miss mistake mitigate mix mobilise mobilize model modernise modernize modify monitor motivate mount mourn move
multiply murder name narrate navigate need negotiate nominate note notice notify nurture obey obfuscate object
oblige observe obtain occupy occur offend offer officiate omit open operate oppose opt optimise optimize orchestrate
ordain order organise organize originate oust outlast outline outrank overflow overhaul overlap overload override
oversee overthrow overview overwrite owe own pack page paginate paint parse participate partner party pass patch
patrol pen perceive perfect perform perish permeate permit perpetrate persecute persevere persist persuade petition
phase phish pilot pin ping pioneer pirate pivot place plague plan plant play plead please pledge plot plug plunge
poach point poison police poll ponder populate portray pose position possess post postpone power practice practise
praise pray preach precede predict prefer premiere premise prepare prescribe present preserve preside press prevail
prevent print prioritise prioritize probe proceed process proclaim procure produce profile program progress prohibit
project prolong promise promote prompt promulgate prone proofread propagate propel propose prosecute protect protest
prove provide provision proxy publicise publicize publish pull punish purchase pursue push qualify quarantine quell
question quote race raid rain raise rally randomise randomize range rank rate ratify reach react realise realize
reappear reassign reauthenticate rebel reboot rebrand recall receive recite reclaim recognise recognize recommend
reconcile reconfigure record recount recover recruit rectify redefine redesign redirect reduce refer refine reflect
reform refresh refuse refute regain regard register regulate rehabilitate rehost reign reinforce reinstall reissue
reject rejoin relate release relinquish relocate rely remain remap remark remarry remediate remember remind remodel
remove rename render renew renounce rent reopen repair repeal repeat repel replace replay replenish replicate reply
report represent reprise reproduce request require rescue research reset reside resign resist resolve respect
respond rest restart restore restrict result resume resurrect retain retaliate retire retrieve retry return reunite
reuse reveal reverse revert review revise revive revoke revolutionise revolutionize reward rob rocket roll rollback
root rotate rule sabotage sail salute sanction sandbox sanitise sanitize save scale scan scatter schedule score
scrape scream screen script scrutinise scrutinize sculpt seal search secure seem segment seize select sentence
separate sequence serve settle shape share shift ship shock shop shout showcase sideload sign signal signify
simplify simulate sinkhole sip skip slay slow smoke smuggle snap snapshot sniff snow soar socialise solicit solidify
solve sort sound spam span spark spawn spearhead specialise specialize specify speculate spike spin sponsor spoof
spot spray sprint spur spy stabilise stabilize staff stage stall standardise standardize star start starve stash
state stay steer stem step stop store strengthen stress stretch strip strive stroll structure struggle study stun
subject submit subscribe subside substitute succeed suffer suggest suit summarise summarize summon supervise
supplement supply support suppress surface surpass surprise surrender surround survey survive suspect suspend
sustain swap swell switch symbolise symbolize synchronise synchronize tackle tag tailor talk tamper target task
taste taunt tease tend terminate test testify thank threaten thrive thwart tie time toggle tokenise tokenize
tolerate top total touch tour trace track trade traffic trail train transcend transfer transform transit transition
translate transmit transport trap travel traverse treat trigger triple trust try tune tunnel turn tutor tweet type
typosquat uncover undermine unhook unify uninstall unite unlock unmount unpack unpatch untrust unveil update upgrade
uphold upload urge use utilise utilize vacate validate value vanish vary venture verify vie view violate vishing
visit visualise visualize voice volunteer vote vow wage wait waive walk wander want warn warrant wash watch weaken
weaponise weaponize wed weigh welcome whitelist widen wield wipe wish witness wonder work worry worship wound wrap
wrestle yield zip
"""

_DOUBLING = word_set(
    """
    abhor admit allot ban bar beg blog commit compel concur control cut defer deter dip dispel drag drop emit
    enrol equip expel fit flag format forget get grab hit hop incur infer jog knit let log map mar mug nag nod
    occur omit patrol permit pin plan plot plug pop prefer program propel put quit rebel refer regret remit
    repel reset rip rob rub run scan scrap scrub set shed ship shop shut skip slap slip snap spam spin split
    spot squat star stem step stop strip submit sum swap swim swap tag tap top transfer transmit transit trap
    trim typosquat unplug up win wrap zip spur stun
    """
)
_BE_FORMS = {
    "is": Form.THIRD,
    "are": Form.THIRD,
    "am": Form.THIRD,
    "was": Form.PAST,
    "were": Form.PAST,
    "been": Form.PARTICIPLE,
    "being": Form.ING,
    "be": Form.BASE,
}
_VOWELS = frozenset("aeiou")


def third_person(base: str) -> str:
    """Return the form that follows *he*: moves, goes, tries, has."""
    special = {"be": "is", "have": "has", "do": "does", "go": "goes", "am": "is", "are": "is"}.get(base)
    if special:
        return special
    if base.endswith(("s", "x", "z", "ch", "sh")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ies"
    return base + "s"


def _stem(base: str) -> str:
    return base + base[-1] if base in _DOUBLING else base


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ied"
    return _stem(base) + "ed"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "ye", "oe")) and base != "be":
        return base[:-1] + "ing"
    return _stem(base) + "ing"


def _all_forms() -> tuple[dict[str, int], dict[str, str], dict[str, str]]:
    forms: dict[str, int] = {}
    past_of: dict[str, str] = {}
    base_of_ing: dict[str, str] = {}

    def add(word: str, form: int) -> None:
        forms[word] = forms.get(word, Form.NONE) | form

    for row in _IRREGULAR.replace("\n", "|").split("|"):
        if row:
            base, past, participle = row.split()
            for word, form in ((base, Form.BASE), (third_person(base), Form.THIRD), (past, Form.PAST)):
                add(word, form)
            add(participle, Form.PARTICIPLE)
            add(_ing(base), Form.ING)
            past_of[base], base_of_ing[_ing(base)] = past, base
    for base in dict.fromkeys(_REGULAR.split()):
        add(base, Form.BASE)
        add(third_person(base), Form.THIRD)
        add(_past(base), Form.PAST | Form.PARTICIPLE)
        add(_ing(base), Form.ING)
        past_of[base], base_of_ing[_ing(base)] = _past(base), base
    forms.update(_BE_FORMS)
    forms["got"] = Form.PAST | Form.PARTICIPLE
    return forms, past_of, base_of_ing


FORMS: Mapping[str, int]
PAST_OF: Mapping[str, str]
BASE_OF_ING: Mapping[str, str]
FORMS, PAST_OF, BASE_OF_ING = _all_forms()
BASES = frozenset(word for word, form in FORMS.items() if form & Form.BASE)


@lru_cache(maxsize=32_768)
def forms_of(word: str) -> int:
    """Return the verb readings of a lower-case word; an unknown ``-ed`` word may be past or participle."""
    known = FORMS.get(word)
    if known is not None:
        return known
    if "-" in word:
        return Form.NONE  # "state-sponsored" describes; it does not act
    if len(word) > 4 and word.endswith("ed") and not word.endswith("eed"):
        return Form.PAST | Form.PARTICIPLE
    if len(word) > 5 and word.endswith("ing"):
        return Form.ING
    return Form.NONE

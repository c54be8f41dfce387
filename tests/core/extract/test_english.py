"""English sentences taken apart, named and put into the third person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.english.attach import with_identifier
from core.extract.english.clauses import statements
from core.extract.english.references import References
from core.extract.english.speaker import in_third_person
from core.extract.verbs import Form, forms_of, third_person

_SPLIT = [
    ("Heron uses Kelp and targets banks.", ["Heron uses Kelp.", "Heron targets banks."]),
    ("Kelp can read mail and delete logs.", ["Kelp can read mail.", "Kelp can delete logs."]),
    ("The tool was found in May and removed in June.", ["The tool was found in May.", "The tool was removed in June."]),
    (
        "Heron stole the keys, moved to the mail host, and deleted the logs.",
        ["Heron stole the keys.", "Heron moved to the mail host.", "Heron deleted the logs."],
    ),
    ("Heron uses Kelp, Coral and Reef.", ["Heron uses Kelp.", "Heron uses Coral.", "Heron uses Reef."]),
    (
        "Ada is a baker, a pilot, and a judge.",
        ["Ada is a baker.", "Ada is a pilot.", "Ada is a judge."],
    ),
    ("Ada is a Danish baker and pilot.", ["Ada is a Danish baker.", "Ada is a pilot."]),
    ("Heron hit Oslo in May, and Kelp was sold in June.", ["Heron hit Oslo in May.", "Kelp was sold in June."]),
    (
        "Kelp is written in Rust; the loader is written in Go.",
        ["Kelp is written in Rust.", "The loader is written in Go."],
    ),
    (
        "Ada Roe is a Danish baker who was born in Aarhus.",
        ["Ada Roe is a Danish baker.", "Ada Roe was born in Aarhus."],
    ),
    (
        "Ada Roe, a baker from Aarhus, opened a shop.",
        ["Ada Roe is a baker from Aarhus.", "Ada Roe opened a shop."],
    ),
    (
        "The actors deployed Kelp, which encrypts mail stores.",
        ["The actors deployed Kelp.", "Kelp encrypts mail stores."],
    ),
    (
        "Ada was born on May 4, 1985, in Aarhus, Denmark.",
        ["Ada was born on May 4, 1985.", "Ada was born in Aarhus, Denmark."],
    ),
    (
        "Heron has used several tools, including Kelp, Coral, and Reef.",
        ["Heron has used several tools.", "Heron has used Kelp.", "Heron has used Coral.", "Heron has used Reef."],
    ),
    (
        "Actors can use open sources such as Shodan, Censys, and Kelp.",
        [
            "Actors can use open sources.",
            "Actors can use Shodan.",
            "Actors can use Censys.",
            "Actors can use Kelp.",
        ],
    ),
    (
        "In 2021, Heron bought Kelp and sold Coral.",
        ["In 2021, Heron bought Kelp.", "In 2021, Heron sold Coral."],
    ),
    (
        "If the port is open, Kelp copies itself and deletes the log.",
        ["If the port is open, Kelp copies itself.", "If the port is open, Kelp deletes the log."],
    ),
    ("However, the patch is incomplete.", ["The patch is incomplete."]),
    (
        "The download is called kelp.apk and its hash is 07e1.",
        ["The download is called kelp.apk.", "The download's hash is 07e1."],
    ),
    (
        "Ada taught law, serving as dean of the school.",
        ["Ada taught law.", "Ada served as dean of the school."],
    ),
    (
        "The unit works as an escrow agent and is paid in coins.",
        ["The unit works as an escrow agent.", "The unit is paid in coins."],
    ),
    (
        "The crew continued to rent servers in Riga and sold two of them.",
        ["The crew continued to rent servers in Riga.", "The crew sold two of them."],
    ),
    (
        "Ana Ruiz was elected in 2019 and resigned in May.",
        ["Ana Ruiz was elected in 2019.", "Ana Ruiz resigned in May."],
    ),
    (
        "He was born in Riga, and he studied law at the institute in Oslo.",
        ["He was born in Riga.", "He studied law at the institute in Oslo."],
    ),
]

_WHOLE = [
    "The founder died in 2011, but his work lives on in several plants in Spain.",
    "Ana Ruiz married Bo Lind in 1954; he died in 2006.",
    "She is remembered as a careful and dedicated auditor.",
    "Heron left Oslo because the police had seized the server and arrested two members.",
    "The service stops and restarts so that the change takes effect.",
    "The vendor says that Kelp reads mail and deletes logs.",
    "Disable the HTTP server and restart the device.",
    "Heron does not use Kelp and Coral.",
    "The team uploaded and executed files.",
    "Versions 6 and 8 only are affected.",
    "The tool uses clear, short and safe rules.",
    "Heron runs a command and control server.",
    "The files can be copied between Oslo and Bergen.",
    "Kelp encrypts files stolen by Heron.",
    "Heron bought the tool from Reef, and its owner left Oslo.",
    "The patch fixes the mail server, and it is available now.",
    "OpenSSL is included in the releases for Node versions 6 and 8.",
    "HEAVY SNOW IS EXPECTED TONIGHT AND ROADS WILL CLOSE.",
]


@pytest.mark.parametrize(("sentence", "parts"), _SPLIT)
def test_statements_that_stand_alone_are_parted_and_keep_their_subject(sentence, parts):
    """Each part says one thing and says of whom."""
    assert statements(sentence) == parts


@pytest.mark.parametrize("sentence", _WHOLE)
def test_what_hangs_together_or_is_unclear_stays_whole(sentence):
    """Cause, purpose, reported speech, advice, negated lists and shared objects are one fact."""
    assert statements(sentence) == [sentence]


def test_no_part_is_a_fragment_and_every_word_comes_from_the_sentence():
    """Apart from a repeated auxiliary, is/was, an article and whose it is, nothing is added."""
    for sentence, parts in _SPLIT:
        known = set(sentence.lower().replace(",", " ").replace(";", " ").rstrip(".").split())
        for part in parts:
            new = set(part.lower().rstrip(".").replace(",", " ").split()) - known
            assert new <= {"was", "is", "a", "an", "served", "download's"}, (part, new)


@given(st.text(alphabet="ab ,;.\"'()and whichIsThe-", max_size=120))
def test_any_text_gives_statements_without_raising(text):
    """The splitter is total."""
    assert all(isinstance(part, str) for part in statements(text))


def test_every_piece_of_a_sentence_gives_statements_without_raising():
    """A sentence that a page break cut anywhere, as after "such as" or "which", is read like any other."""
    for sentence, _ in _SPLIT:
        words = sentence.rstrip(".").split(" ")
        for stop in range(1, len(words) + 1):
            for end in ("", ",", "."):
                assert statements(" ".join(words[:stop]) + end)


@pytest.mark.parametrize("piece", ["and ", "Kelp, ", "which is ", "(", '"', "is a ", "A and B, "])
def test_splitting_stays_fast_on_repeated_pieces(piece):
    """A monster sentence is left whole at once."""
    assert statements(piece * 5_000)


@pytest.mark.parametrize(
    ("before", "statement", "named", "alone"),
    [
        ("The group is called Silent Heron.", "It moved to Oslo.", "Silent Heron moved to Oslo.", True),
        ("Police named the crew called Silent Heron.", "It moved to Oslo.", "Silent Heron moved to Oslo.", True),
        ("Ada Roe opened a shop.", "She sold it.", "Ada Roe sold it.", True),
        ("Ada Roe opened a shop.", "Her shop failed.", "Ada Roe's shop failed.", True),
        ("Heron actors stole keys.", "They left in May.", "Heron actors left in May.", True),
        ("Heron actors stole keys.", "It left in May.", "It left in May.", False),
        ("", "It left in May.", "It left in May.", False),
        ("", "They left in May.", "They left in May.", False),
        ("Kelp is a loader.", "This can lead to loss.", "This can lead to loss.", False),
        ("Kelp is a loader.", "This malware reads mail.", "Kelp reads mail.", True),
        ("Kelp is a loader.", "The loader reads mail.", "Kelp reads mail.", True),
        ("Silent Heron is an intrusion group.", "The group is active.", "Silent Heron is active.", True),
        ("Silent Heron is an intrusion group.", "The malware is active.", "The malware is active.", False),
        (
            "The crew Pale Reef bought access from Silent Heron.",
            "The group in Oslo left.",
            "The group in Oslo left.",
            True,
        ),
        (
            "The Port of Norland was closed in May.",
            "The port has not commented.",
            "The Port of Norland has not commented.",
            True,
        ),
        ("Coral Labs says so.", "The company stands by it.", "Coral Labs stands by it.", True),
        ("A task named KelpSync was found.", "The group uses it.", "The group uses it.", False),
        ("Ada Roe opened a shop.", "We sold it.", "We sold it.", False),
    ],
)
def test_an_opening_pronoun_is_named_where_one_reading_is_open(before, statement, named, alone):
    """A pronoun gets its noun or the statement says that it has none."""
    references = References()
    if before:
        references.observe(before)
    assert references.resolve(statement) == (named, alone)


def test_two_names_of_a_kind_leave_the_group_unnamed():
    """With two groups known and neither the last subject, "the group" says that it has no noun."""
    references = References()
    for sentence in ("Silent Heron is a group.", "Pale Reef is a gang.", "The police counted ten victims."):
        references.observe(sentence)
    assert references.resolve("The group left Oslo.") == ("The group left Oslo.", False)


def test_the_leading_name_keeps_another_group_from_taking_its_place():
    """A report about Silent Heron that names one other group does not mean that one by "the group"."""
    references = References("Silent Heron")
    references.observe("The crew Pale Reef is still active.")
    references.forget()
    assert references.resolve("The group used Kelp.") == ("The group used Kelp.", False)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("An attacker could exploit this to read mail.", "An attacker could exploit CVE-2031-1 to read mail."),
        ("Successful exploitation could stop the host.", "Successful exploitation of CVE-2031-1 could stop the host."),
        ("Kelp 3.2 fixes this flaw.", "Kelp 3.2 fixes CVE-2031-1."),
        ("A remote attacker can read mail.", "CVE-2031-1: A remote attacker can read mail."),
        ("A denial-of-service vulnerability exists in Kelp.", "A denial-of-service vulnerability exists in Kelp."),
        ("CVE-2031-1 lets an attacker read mail.", "CVE-2031-1 lets an attacker read mail."),
    ],
)
def test_a_sentence_that_needs_the_flaw_of_its_heading_names_it(statement, named):
    """Boilerplate under two identifiers is two facts, and a sentence that stands alone stays as it is."""
    assert with_identifier(statement, "CVE-2031-1") == named
    assert with_identifier(statement, "") == statement


def test_this_vulnerability_is_the_one_of_the_heading():
    """Under a heading with one identifier, "this vulnerability" means it."""
    assert References().resolve("This vulnerability affects Kelp.", "CVE-2031-1") == ("CVE-2031-1 affects Kelp.", True)


@pytest.mark.parametrize(
    ("statement", "name", "told"),
    [
        ("I moved to Oslo.", "Priya", "Priya moved to Oslo."),
        ("I live in Oslo.", "Priya", "Priya lives in Oslo."),
        ("I am a nurse.", "Priya", "Priya is a nurse."),
        ("I've sold my car.", "Priya", "Priya has sold Priya's car."),
        ("I don't eat meat.", "Priya", "Priya doesn't eat meat."),
        ("I really like jazz.", "The user", "The user really likes jazz."),
        ("My sister called me.", "The user", "The user's sister called the user."),
        ("Last May I moved.", "The user", "Last May the user moved."),
        ("I can't swim.", "James", "James can't swim."),
        ("The iPad and model I-7 broke.", "Priya", "The iPad and model I-7 broke."),
    ],
)
def test_the_first_person_becomes_the_speaker(statement, name, told):
    """The verb follows the new subject and possessives get the name."""
    assert in_third_person(statement, name) == told


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("uses", Form.THIRD),
        ("stole", Form.PAST),
        ("stolen", Form.PARTICIPLE),
        ("stopped", Form.PAST | Form.PARTICIPLE),
        ("keylogged", Form.PAST | Form.PARTICIPLE),
        ("state-sponsored", Form.NONE),
        ("need", Form.BASE),
        ("running", Form.ING),
        ("bank", Form.NONE),
    ],
)
def test_verb_forms(word, form):
    """Spelling rules give the forms of listed verbs, and of unknown ones in -ed."""
    assert forms_of(word) == form


@pytest.mark.parametrize(
    ("base", "third"), [("go", "goes"), ("try", "tries"), ("play", "plays"), ("watch", "watches"), ("have", "has")]
)
def test_third_person(base, third):
    """The form after *he* follows the spelling rules."""
    assert third_person(base) == third

"""Words whose full stop ends no sentence, by what has to follow for it to end one after all."""

from core.text.words import word_set

# Always followed by what they introduce: "Dr. Lee", "e.g. a loader".
NEVER_LAST = word_set(
    "mr mrs ms mx dr prof gen sen rep gov lt col sgt capt cpt maj adm rev hon pres supt insp messrs st mt ft",
    "e.g i.e eg ie viz cf vs v approx ca al incl excl resp esp",
)

# An abbreviation only before a number: "No. 5", "Jan. 5", "Sec. 3.2"; "No. We disagree" ends.
BEFORE_NUMBER = word_set(
    "no nos nr fig figs sec secs art arts vol vols ch chap pp p para pt ver rev ed eq tab app ext",
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun",
)

# May stand last: ends only when the next word opens a sentence ("at 5 p.m. The actor", "Acme Inc. It").
MAYBE_LAST = word_set(
    "inc corp ltd co llc plc bros gmbh jr sr dept univ assn bldg ave blvd rd est intl natl gov't govt",
    "min max avg hrs hr mins a.m p.m am pm",
)

# Words that open an English sentence often and a name never.
OPENERS = word_set(
    "The This These That Those It Its He She They We You His Her Their Our A An Another Such Each All Both",
    "In On At By For From After Before When While If As Since Although Though Once During Because With",
    "Without Until Upon Under Over Despite According However But And Or Nor So Yet Then Thus Therefore",
    "Meanwhile Later Moreover Furthermore Additionally Also There Some Many Most To What Which Who Where Why",
    "How Please Note See Not",
)

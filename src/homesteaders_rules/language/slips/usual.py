"""What is often written where no line like it would be right: what is meant is said in words."""

from __future__ import annotations

from ..messages.phrases import CHOICE
from .reasons import (
    A_BLOCK,
    BELOW,
    BY_LABELS,
    COMES_AGAIN,
    NO_CONDITION,
    NO_DISCOUNT,
    NO_GIFTS,
    OTHERS,
    OWNING,
    PAYS_FOR,
    PER_PLAYER,
    PRICES,
    PROSE,
    SOMEBODY,
    WHOLE,
)

USUAL = (
    (r"\b(?:choose|pick|select|one|either)\b(?: one)?$", r"(?:of\b[^:,]*)?:$", CHOICE),
    (r"^$", r"or:?$", CHOICE),
    (
        r"\bexchange\b.* \d+ [a-z]+$",
        r"(?:/|or) ?\d",
        "each has a line of its own: exchange: 1 <good> -> 2 <good>",
    ),
    (r"^scores\b", r"(?:only )?(?:if|when|unless)\b", NO_CONDITION),
    (r"^scores .* (?:if|when|unless)\b", r"", NO_CONDITION),
    (
        r"(?:^|[:\d] [a-z ]*)\bunless [^:]*$",
        r"",
        "the opposite of a condition has two lines: if you have 2 or more <goods>: do nothing; "
        "and below it otherwise: ...",
    ),
    (r"\bto$", r"players\b", "pieces come to players who take or build them: take <piece>"),
    (
        r"\bplayers?$",
        r"(?:to|on) the (?:left|right)\b",
        "nobody is singled out: each other player: ...",
    ),
    (
        r"\bif$",
        r"you (?:won|win|lost|bid)\b",
        "who won is asked of a lot: if a player won <lot> 1; or: each winner, in order of <lots>:",
    ),
    (r"^costs?$", r"(nothing|free|none|no)\b", "what costs nothing has no such line: leave it out"),
    (
        r":$|^$",
        r"(?:in )?(?:each|every) (?:second|other|third|odd|even) round\b",
        "rounds that lie apart have a line each: in round 2: ..., in round 4: ...",
    ),
    (r":$|^$", r"in (?:each|every) round\b", COMES_AGAIN),
    (
        r"\bin rounds?$",
        r"(\d+)(?:[+]|-:| or later| onwards?| and (?:later|after|up|on)\b)",
        "some rounds are a range, to the last one: in rounds {}-<last>: ...",
    ),
    (
        r"\bin rounds? (\d+)$",
        r"(?:or|and) (?:later|after|onwards?|higher|above|beyond|up|on|all)\b|onwards?\b|[+]|-:",
        r"some rounds are a range, to the last one: in rounds \1-<last>: ...",
    ),
    (
        r"\bin rounds? (\d+)$",
        r"(?:or|and) (?:earlier|before|sooner|lower|below)\b",
        r"some rounds are a range: in rounds 1-\1: ...",
    ),
    (
        r"^(before)$",
        r"(?:the )?round (\d+)",
        "hooks stand around phases: before <opens>: in round {}: ...",
    ),
    (
        r"^(after)$",
        r"(?:the )?round (\d+)",
        "hooks stand around phases: after <closes>: in round {}: ...",
    ),
    (
        r"\b(?:stack|shuffle) ([A-Z\"][^:,]*)$",
        r"$",
        r"say how it lies: stack \1 face down, which is shuffled, or shuffle \1 face up",
    ),
    (r"^((?:replace|more of) scoring[^:]*:)$", r"(.+)", rf"{A_BLOCK}: \1 and {BELOW}: {{}}"),
    (r":(?: may)?$", r"use \d+ [a-z ]+ (?:as|for|instead of) \d", PAYS_FOR),
    (r"^replace$", r"scoring: (.+)", f"{A_BLOCK}: replace scoring in <units>: and {BELOW}: {{}}"),
    (
        r"^exchange\b[^:]*$",
        r", once:",
        "how often stands at its end, and when so often again: exchange ...: ..., "
        "once in each round",
    ),
    (
        r"^when$",
        r"(you (?:have|own|are)\b.*)",
        "what happens has its time, and the condition stands behind it: <moment>: if {}",
    ),
    (
        r"^(?:include|import)\b",
        r'[."/]|$',
        "all files of a folder are read together: leave the line out",
    ),
    (
        r"",
        r"(?:at random|randomly|by chance)\b",
        "what chance decides is rolled for: roll: and below it, indented, 1-3: A and 4-6: B",
    ),
    (
        r"^[a-z]+: (\d+)$",
        r"([a-z]+): ",
        r"a place begins its line, and gives what it gives when the first moment comes: \1 {}: ...",
    ),
    (
        r"^[^:]+: -?\d+ for every \d+ [^:]+,$",
        r"at most\b",
        "what is counted at the end is bounded by tiers: 1 from 5, 2 from 10, 3 from 15 <goods>",
    ),
    (
        r"^[^:]+: (-?\d+)$",
        r"(?:only )?(?:if|when|unless)\b(?!.*\bmost\b)",
        r"a score has no condition: it counts one by one, \1 per <good>, or in tiers, "
        r"\1 from 10 <goods>",
    ),
    (r": ?$", r"after (?:the )?round (\d+)", "some rounds are a range: in rounds {+1}-<last>: ..."),
    (r"", r"from round (\d+)", "some rounds are a range: in rounds {}-<last>: ..."),
    (r"\bfrom round$", r"(\d+)", "some rounds are a range: in rounds {}-<last>: ..."),
    (
        r"[a-z],$",
        r"(?:and |but )?(?:if|when|unless)\b",
        "it has a line of its own, with the condition first: if you have 2 or more <goods>: ...",
    ),
    (r",$", r"(?:otherwise|else)\b", "it has a line of its own: otherwise: ..., below its if"),
    (r"(?<!\d)0$", r"[.]", WHOLE),
    (r"[a-z]$", r"half\b", WHOLE),
    (r"\d$", r"/ ?\d|%", WHOLE),
    (r"(\d+),\d+$", r"", r"every number is whole: \1, or another"),
    (r"(\d+)$", r"[.]|,\d", r"every number is whole: \1, or another"),
    (
        r"\bin rounds?$",
        r"\d+(?:,| and\b)",
        "rounds one after the other are a range, in rounds 5-6; others have a line each",
    ),
    (r"\b(?:gain|pay)$", r"up to\b", "what is left to the player is chosen: A or B, or may A"),
    (
        r"\bgain$",
        r"all\b",
        "say how many: gain 2 <goods>; of a group it may be gain 1 of each <group>",
    ),
    (r" per$", r"\d", "kinds are counted one by one: per kind of <group>"),
    (r" per$", r"(round|turn|game)\b", COMES_AGAIN),
    (r" set of$", r"\d", "a set has one of each that it names: per set of A, B and C"),
    (
        r" sets? of ",
        r"and\b",
        "put commas between the parts of a set, and one and before the last: A, B and C",
    ),
    (r" per ", r"and\b", "write it twice, once for each that is counted"),
    (
        r"whenever .* (gain|lose)s?$",
        r"\d",
        "it happens for each single one: whenever you gain a <good>: ...",
    ),
    (
        r"^each player$",
        r"(starts|begins|gains|gets|receives|takes|has|owns)\b",
        "what happens has its time: after <phase>: each player: gain 1 <good>",
    ),
    (
        r"^(?:[a-z]+[,/] ?)+$",
        r"[A-Z]",
        "the stack stands above it: <lots> of <stack>, ...: and below it, indented, the <lot>",
    ),
    (r"whenever$", r"(another|other)\b", OTHERS),
    (
        r"whenever (?:you|a player)$",
        r"(?:advance|move|place|bid|take|use|draw|win|turn|start|begin|end)s?\b",
        "nothing waits for that: what it brings is said where it happens, "
        "before or after a phase or an action",
    ),
    (
        r"whenever you build$",
        r"[A-Z\"]",
        "it waits for each one: whenever you build another <sort>; of one alone its own text "
        "says it: when <built>: ...",
    ),
    (
        r"^each player$",
        r"[,:]|from\b",
        "what happens has its time: after <phase>: each player, from the start player: ...",
    ),
    (
        r"^needs$",
        r"\d.* players?$",
        "how many play stands in the header, ..., for 2-4 players, or before a part: "
        "with 3 players: ...",
    ),
    (r"^(set [a-z -]+:)$", r"", r"an option is on or off: \1 yes, or \1 no"),
    (r"^(option [a-z -]+:)$", r"", r"what it is unless it is set stands there: \1 no, or \1 yes"),
    (r"^((?:replace )?action [a-z -]+):?$", r"$", r"what it does stands there: \1: gain 1 <good>"),
    (r"^option [a-z -]+: (?:yes|no)$", r"/|or\b|,", "an option is yes or no by itself"),
    (r"^[a-z]+ (?:costs?|is|are)$", r"\d+ [a-z]+$|=", PRICES),
    (
        r"^[a-z]+ of [^,]*, [a-z -]+$",
        r"and\b|or\b|/",
        "pieces with another label stand in a group of their own",
    ),
    (
        r"^(?:worth|scores)$",
        r"-\d",
        "no piece takes points away; a scoring may: <goods>: -1 per <good>",
    ),
    (r"^without$", r"\d", "other numbers of players are said: with 3 or more players: ..."),
    (
        r"(?:otherwise|else) (?:gain|pay|take)$",
        r"",
        "it has a line of its own: otherwise: ..., below its if",
    ),
    (
        r"^labels? [a-z ,-]+$|^$",
        r"$|labels?\b",
        "a sort gets more labels so: more of piece <sort>: and below it, indented: labels: ...",
    ),
    (
        r"^\d+$|(?:cost|gain|pay|->|,) \d+$",
        r"[A-Z]",
        "goods are in small letters, as they are declared: <good>, <good>",
    ),
    (r"^$", r"[A-Z]\w*: ", "moments are in small letters, as they are declared: <moment>: ..."),
    (r"^[a-z]+ [A-Z].*$", r'"', "a name in quotes begins and ends with them, and has none in it"),
    (r"^-?$", r"-?\d+ cop(?:y|ies)", "copies are counted from 1: 2 copies"),
    (
        r"^[a-z][a-z ]* [A-Z][^:,]*$",
        r"(in|of|on|from)\b",
        "a name with small words is in quotes; a stack stands above: <lots> of <stack>:",
    ),
    (
        r"^[^:]+: -?\d+ per [^:]+,$",
        r"at\b",
        "what is counted at the end is bounded by tiers: 1, 2 from 2, 3 from 3 <goods>",
    ),
    (
        r"\bif [^:]*$",
        r"or\b",
        "conditions are not joined by or: write a line for each, and what both do as an action",
    ),
    (
        r"^rename(?: [a-z ]+)?$",
        r"(?:to|as|into|action|phase|good|exchange|option|track|tile|grid|map|piece)\b",
        "only pieces are renamed, rename <sort> <piece> to ...: no goods, no actions, no tracks",
    ),
    (r"", r"[a-z ]*\bcosts? .*\bless\b", NO_DISCOUNT),
    (r"\bcosts?$", r"\d+ .*\bless\b", NO_DISCOUNT),
    (
        r"\bif (?:an?|any|some)$",
        r"player has\b",
        "each is asked for themselves: each player: if you have 10 or more <goods>: ...",
    ),
    (r" per$", r"players?\b(?! before)", PER_PLAYER),
    (
        r"^remove ([a-z]+) .",
        r"(?:, ?|and )(?:[a-z]+ )?([A-Z].*)",
        r"each has a line of its own: remove \1 {}",
    ),
    (
        r"^tie: .",
        r"(?:, ?)?(?:and )?then (?:the )?(?:most |fewest )?([a-z ]+)",
        "what decides after that has a line of its own below: tie: most {}",
    ),
    (r"\beach player with$", r"(?:(?:an?|the|\d+) )?[A-Z\"]", BY_LABELS),
    (r"^(?:replace |remove )?prices?:$", r"", PRICES),
    (
        r"-> [^:]*,$",
        r"(?:but )?(?:only )?(?:in|during|at|while)\b|only\b",
        "what is for one phase is closed until it is offered: exchange ..., when offered; "
        "and in the phase: trade freely, also its name",
    ),
    (
        r"whenever$",
        r"(?:(?:an?|the|each|every) )?(?:round|turn|phase|game)\b",
        "around phases there are hooks, before <phase>: and after <phase>:; pieces have moments",
    ),
    (
        r"\b(?:gain|pay)$",
        r"(?:at most|max(?:imum)?) \d",
        "a bound stands at the end: 1 <good> per <good>, at most 3",
    ),
    (
        r"",
        r"[(\[{]",
        "there are no brackets: a condition stands before a colon, as in rounds 2-6: A; "
        "what only explains stands behind #",
    ),
    (
        r"^(remove|rename) [a-z ]+ (?:[A-Z].*|\"[^\"]*\")$",
        r",|and\b",
        r"each has a line of its own: \1 <sort> <piece>",
    ),
    (
        r"^needs$",
        r"(?:no|not|without) ([a-z ]+)",
        "a table needs only answers of yes; another default is: set {}: no",
    ),
    (
        r"^replace [a-z]+: \d+$",
        r"[a-z]",
        "a good is replaced as it is declared, replace hidden <group>/<groups>: 20 <good>; "
        "an action with its word, replace action <action>: gain 1 <good>",
    ),
    (
        r"^replace [a-z ]+:(?: \d+)?$|^replace [a-z]+$",
        r"/|\d+$|$",
        "a good is replaced as it is declared: replace hidden <group>/<groups>: 20 <good>",
    ),
    (r"^needs ", r"(and|or)\b|,", "each has a line of its own: needs <option>"),
    (r"^(after|before)$", r"", r"a phase or an action follows it: \1 <phase>: ..."),
    (
        r"^(?:replace )?prices? (?:of |for )?([a-z][a-z ]*)$",
        r":",
        r"prices are a block: prices: and below it, indented: \1: 2 <good>",
    ),
    (
        r"\b(?:if|unless) you (?:have|own|built)\b[a-z\d ]*$",
        r"(?:built |got )?(?:(?:an?|the|no|\d+(?: or more)?) )?[A-Z\"]",
        BY_LABELS,
    ),
    (r"\b(?:if|and|unless)(?: an?| any)?$", OWNING, BY_LABELS),
    (r"[a-z]$", rf"(?:only )?(?:if|unless) {OWNING}", BY_LABELS),
    (r"\b(?:if|unless) [A-Z][^:]*$", r"is (?:not )?(?:built|owned|yours|there)\b", BY_LABELS),
    (r"\beach player$", r"(?:who|that) (?:owns?|has|have|built)(?: the| an?)? [A-Z\"]", BY_LABELS),
    (
        r"\bmove (?:the )?[A-Z\"][^:]*$",
        r"(?:in|on)?to\b|from\b",
        "pieces are moved by what they carry, move <label> <sorts> from <place> to <place>; "
        "a marker is moved on, or back: move <track> on",
    ),
    (r":$", r"the owner of (?:the )?[A-Z\"]", BY_LABELS),
    (r"\b(?:give|hand|pay|send|pass)(?: \d+| \d+ [a-z]+)?$", rf".*\bto {SOMEBODY}\b", NO_GIFTS),
    (rf"\b(?:give|hand|pay|send|pass)\b[^:]* to(?: {SOMEBODY})?$", rf"$|{SOMEBODY}\b", NO_GIFTS),
    (rf"\b(?:give|hand|pay|send) {SOMEBODY}$", r"\d", NO_GIFTS),
    (r"\b(?:give|hand|pay|send)$", rf"{SOMEBODY} \d", NO_GIFTS),
    (
        r"\b(?:steal|rob)$",
        r"",
        "nothing is taken from another player: goods come from the supply, gain 1 <good>",
    ),
    (
        r"^(?:replace|remove) good",
        r"",
        "a good is replaced as it is declared: replace hidden <group>/<groups>: 20 <good>",
    ),
    (r"^$", r"[A-Z][^:]* [^:]* [^:]* [^:]*$|[A-Z][^:]* [^:]+[.!?]$", PROSE),
    (r"\d+ [a-z]+$", r"\d+(?:[,:/]|$)", "no name in small letters has a digit: say it in words"),
    (
        r"^$",
        r"with \d+ players?$",
        "how many play stands in its first line: example ..., with 3 players:",
    ),
    (
        r"^(rounds? \d+)$",
        r": (.+)",
        r"what only some rounds have is below what all have: \1, afterwards: {}",
    ),
    (r"^in$", r"(round \d+)\b.", "the round has a line of its own, above it: round 2"),
    (
        r"^[a-z -]+: \d+$",
        r"(?:[a-z]+ )?(?:for|if|to)\b.*\bmost\b",
        "whoever has the most gains it after a phase: each player with the most <goods>: "
        "gain 5 <units>",
    ),
    (
        r"^needs(?: an?| no| \d+)?$",
        r"(?:an? )?[A-Z\"]",
        "what is needed is told by labels, needs 1 <label> <sort>; one piece gets its own label. "
        "What a pack needs of others is in its header: extends ...",
    ),
    (
        r"^(?:pack|game) .*,$",
        r"(?:needs|requires|with) ([a-z][a-z -]*)$",
        "what a table must choose has a line of its own, below the header: needs {}",
    ),
    (r"^name:$", r"", "its name stands behind the word for what it is: <sort> <piece>:"),
    (
        r"^(?!with)(?:when )?[a-z ]+$",
        r"(?:and|or) (?:when )?[a-z ]+:",
        "each moment has a line of its own, with what it brings",
    ),
)
"""What stands before the place where reading ended, how it goes on, and what is meant instead.

For {} comes the last part of how it goes on, for {+1} the number after it.
"""

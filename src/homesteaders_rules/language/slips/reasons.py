"""What is said of slips that are usual in several places, and what these have in common."""

from __future__ import annotations

from ..messages.phrases import CHOICE

IF_SO = "write both into one block, indented below <moment>: may A, and in the next line if so: B"
"""Where an ``if so`` belongs that stands alone; no other words in its line would help."""
PROSE = "put # before what only explains"
BY_LABELS = (
    "no piece is asked for by its name: it gets a label that no other carries, "
    "more of piece <sort>: labels: ..., and then: if you have 1 or more <label> <sorts>"
)
PER_PLAYER = "how many play is asked with: with 3 players: ..., a line for each number"
NO_DISCOUNT = (
    "no price changes later: 1 <good> may pay for 1 <good>, in build; or goods come back, "
    "whenever you build another <sort>: gain 1 <good>"
)
NO_CONDITION = (
    "a score has no condition: it counts one by one, scores 1 <unit> per <good>, or in tiers"
)
NO_GIFTS = (
    "nothing is given to another player: goods go to the supply, pay 1 <good>, and come from it, "
    "each other player: gain 1 <good>"
)
SOMEBODY = (
    r"(?:(?:the|an?|each|every|any|all|another|your|other|start|next|left|right|first|poorest) )*"
    r"(?:players?|opponents?|neighbou?rs?|others?)"
)
OTHERS = "there is no occasion of the others alone; it is for all: whenever a player ..."
A_BLOCK, BELOW = "a scoring is a block", "below it, indented"
PRICES = "prices are a block: prices: and below it, indented, a line for each: <good>: 2 <good>"
PAYS_FOR = "what may pay for another has a line of its own: 1 <good> may pay for 1 <good>"
WHOLE = "every number is whole; half of it for each is 1 for every 2 <goods>"
OWNING = (
    r"(?:you|players?|somebody|someone|nobody) (?:do(?:es)? not |do(?:es)?n['’]?t |ha(?:ve|s) )?"
    r"(?:own|have|has|built|build)s? (?:(?:an?|the|no|\d+(?: or more)?) )?[A-Z\"]"
)
"""That somebody has what is called so, as a condition might say it."""
FINAL = frozenset({IF_SO, PROSE, OTHERS, PER_PLAYER, CHOICE, PAYS_FOR})
"""Hints about a line that no other words would make right."""
COMES_AGAIN = "what comes every round is a moment, <moment>: ..., or comes before or after a phase"

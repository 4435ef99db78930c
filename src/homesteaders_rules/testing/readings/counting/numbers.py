"""How many, and is it so: counts, amounts and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands import amounts, conditions
from ....commands.counting.comparing import Comparison, Extreme, HasCount
from ....commands.counting.tiers import Tiers
from ....mechanisms.auction.conditions import EveryPlayerWon, NobodyWon, ThisLot, WonLot
from ....mechanisms.holding.left import PlaceHas, SupplyHas
from ....mechanisms.sets import GroupCount, KindCount, SetCount
from ....runtime.recording.events import STOCK
from ..board import NEUTRAL, as_shown
from ..reading import Reading, is_within
from ..registry import reads
from ..triggers import lies_up

if TYPE_CHECKING:
    from ..text import Text

# ---------------------------------------------------------------------------------- counts


@reads(amounts.GoodCount)
def _good(game: Reading, count: amounts.GoodCount, seat: int) -> int:
    return game.held(count.good, seat)


@reads(amounts.PieceCount)
def _pieces(game: Reading, count: amounts.PieceCount, seat: int) -> int:
    owned = (game.text.pieces[name] for name in game.board.owned[seat])
    return sum(p.sort == count.sort and set(count.labels) <= set(p.labels) for p in owned)


@reads(amounts.HereCount)
def _here(game: Reading, count: amounts.HereCount, seat: int) -> int:
    return game.board.lying.get((game.where(count.piece), count.good), 0)


@reads(amounts.TrackCount)
def _track(game: Reading, count: amounts.TrackCount, seat: int) -> int:
    track = game.text.tracks[count.track]
    if track.common:
        return as_shown(track, game.board.markers[STOCK, track.name])
    return game.board.markers[seat, track.name]


@reads(amounts.TallyCount)
def _tally(game: Reading, count: amounts.TallyCount, seat: int) -> int:
    return game.board.tallies[seat, count.tally]


@reads(amounts.SumCount)
def _counts(game: Reading, count: amounts.SumCount, seat: int) -> int:
    return sum(game.count(each, seat) for each in count.counts)


@reads(SetCount)
def _sets(game: Reading, count: SetCount, seat: int) -> int:
    return min(game.count(each, seat) for each in count.counts)


@reads(KindCount)
def _kinds(game: Reading, count: KindCount, seat: int) -> int:
    return sum(game.count(each, seat) > 0 for each in count.counts)


@reads(GroupCount)
def _all_of_them(game: Reading, count: GroupCount, seat: int) -> int:
    return sum(game.held(each.good, seat) for each in count.counts)


# ---------------------------------------------------------------------------------- amounts


@reads(amounts.Number)
def _number(game: Reading, amount: amounts.Number, seat: int) -> int:
    return amount.value


@reads(amounts.Per)
def _per(game: Reading, amount: amounts.Per, seat: int) -> int:
    number = game.count(amount.count, seat) // amount.every * amount.each
    return number if amount.most is None else min(number, amount.most)


@reads(amounts.TheBid)
def _bid(game: Reading, amount: amounts.TheBid, seat: int) -> int:
    return game.board.stands[game.board.lot]


@reads(amounts.Sum)
def _sum(game: Reading, amount: amounts.Sum, seat: int) -> int:
    return sum(game.count(each, seat) for each in amount.amounts)


@reads(amounts.Half)
def _half(game: Reading, amount: amounts.Half, seat: int) -> int:
    return game.count(amount.amount, seat) // 2


@reads(Tiers)
def _tiers(game: Reading, amount: Tiers, seat: int) -> int:
    return tier_of(amount, game.count(amount.count, seat))


def tier_of(amount: Tiers, number: int) -> int:
    """The last tier that a number reaches."""
    return [amount.below, *(value for value, least in amount.tiers if number >= least)][-1]


@reads(amounts.TrackValue)
def _value(game: Reading, amount: amounts.TrackValue, seat: int) -> int:
    track = game.text.tracks[amount.track]
    return as_shown(track, game.board.markers[STOCK, track.name])


# ---------------------------------------------------------------------------------- conditions


@reads(conditions.Players)
def _players(text: Text, condition: conditions.Players) -> bool:
    return is_within(text.players, condition)


@reads(conditions.OptionIs)
def _option(text: Text, condition: conditions.OptionIs) -> bool:
    return text.options[condition.option] is condition.value


@reads(conditions.Rounds)
def _rounds(game: Reading, condition: conditions.Rounds) -> bool:
    return condition.first <= game.board.round <= condition.last


@reads(conditions.FinalRound)
def _final(game: Reading, condition: conditions.FinalRound) -> bool:
    return game.board.is_final


@reads(conditions.Has)
def _has(game: Reading, condition: conditions.Has) -> bool:
    return is_within(game.held(condition.good), condition)


@reads(conditions.Built)
def _built(game: Reading, condition: conditions.Built) -> bool:
    return bool(game.board.built)


@reads(conditions.Declined)
def _declined(game: Reading, condition: conditions.Declined) -> bool:
    return game.board.declined


@reads(conditions.Not)
def _not(game: Reading, condition: conditions.Not) -> bool:
    return not game.holds(condition.condition)


@reads(conditions.Both)
def _both(game: Reading, condition: conditions.Both) -> bool:
    return all(game.holds(each) for each in condition.conditions)


@reads(conditions.TurnedUp)
def _turned_up(game: Reading, condition: conditions.TurnedUp) -> bool:
    return lies_up(game, condition.piece)


@reads(HasCount)
def _has_count(game: Reading, condition: HasCount) -> bool:
    return is_within(game.count(condition.count), condition)


@reads(Comparison)
def _compared(game: Reading, condition: Comparison) -> bool:
    one, other = game.count(condition.count), game.count(condition.other)
    return {"more": one > other, "fewer": one < other, "as many": one == other}[condition.how]


@reads(SupplyHas)
def _supply_has(game: Reading, condition: SupplyHas) -> bool:
    return is_within(sum(map(game.in_stock, condition.goods)), condition)


@reads(PlaceHas)
def _place_has(game: Reading, condition: PlaceHas) -> bool:
    lying = (p for p in game.text.of_sort(condition.sort) if {*condition.labels} <= {*p.labels})
    number = sum(game.board.copies[condition.place, piece.name] for piece in lying)
    return is_within(number, condition)


@reads(Extreme)
def _extreme(game: Reading, condition: Extreme) -> bool:
    own = game.count(condition.count, game.you)
    others = [game.count(condition.count, seat) for seat in range(game.text.players)]
    beats = (own >= each if condition.most else own <= each for each in others)
    return all(beats) and own >= condition.least


@reads(EveryPlayerWon)
def _every_player_won(game: Reading, condition: EveryPlayerWon) -> bool:
    return set(range(game.text.players)) <= set(game.board.leads)


@reads(NobodyWon)
def _nobody_won(game: Reading, condition: NobodyWon) -> bool:
    return set(game.board.leads) <= {None, NEUTRAL}


@reads(WonLot)
def _won(game: Reading, condition: WonLot) -> bool:
    return game.board.leads[condition.number - 1] not in (None, NEUTRAL)


@reads(ThisLot)
def _this_lot(game: Reading, condition: ThisLot) -> bool:
    return game.board.lot == condition.number - 1

"""The vocabulary of linked programs: every class whose objects they are made of.

Its place in :data:`PARTS` is the number of a class in images; what comes is added at the end.
"""

from __future__ import annotations

from ..mechanisms import sets
from ..mechanisms.auction import once, paying, winning
from ..mechanisms.auction import steps as auction
from ..mechanisms.building import steps as building
from ..mechanisms.chance import steps as chance
from ..mechanisms.chance import throwing
from ..mechanisms.displays import steps as displays
from ..mechanisms.grids import geometry, lattice
from ..mechanisms.grids import steps as grids
from ..mechanisms.holding import steps as holding
from ..mechanisms.maps import ground as maps_ground
from ..mechanisms.maps import steps as maps
from ..mechanisms.occupying import steps as occupying
from ..mechanisms.piles import acts as piles_acts
from ..mechanisms.piles import predicates as piles_predicates
from ..mechanisms.piles import steps as piles
from ..mechanisms.piles import taking
from ..mechanisms.placing import moving
from ..mechanisms.placing import steps as placing
from ..runtime import acts, counters, ending, predicates, program, steps, turns
from ..runtime.offering import (
    due,
    exchanges,
    offers,
    ordering,
    payments,
    portions,
    shortage,
    trying,
)

STEPS: tuple[type[steps.Step], ...] = (
    steps.End,
    steps.Run,
    steps.Branch,
    steps.Call,
    steps.Return,
    turns.RoundBegin,
    turns.Enter,
    turns.EachNext,
    turns.TurnNext,
    turns.SetStartTo,
    offers.Question,
    due.Pay,
    ordering.ChooseOrder,
    ordering.SkipIfEmpty,
    auction.Bidding,
    building.WhenBuilt,
    piles.OpenLots,
    piles.LotBegin,
    piles.ShuffleStack,
    piles.RandomStart,
    piles.SetStart,
    piles.TurnUp,
    piles.UsePiece,
    piles.UseTurned,
    placing.PlaceGoods,
    placing.Collect,
    winning.LotWon,
    taking.DrawPiece,
    trying.Need,
    ending.RoundUntil,
    ending.EndNow,
    trying.Ended,
    piles.AtSpace,
    chance.Roll,
    maps.LayTiles,
    maps.RandomNeutral,
    ordering.SkipIfAlone,
    once.SealedBids,
    once.FallingBids,
    holding.GiveBack,
    winning.NextWinner,
)
ACTS: tuple[type[acts.Act], ...] = (
    acts.Several,
    acts.Transfer,
    acts.SetTo,
    acts.Push,
    acts.Pop,
    acts.Add,
    acts.Conditional,
    turns.Hide,
    turns.EachOwner,
    trying.Inline,
    exchanges.OneUse,
    auction.ClearBids,
    piles_acts.MoveAll,
    piles_acts.Take,
    piles_acts.MoveMarker,
    ending.EndAfter,
    portions.Repeated,
    portions.Exchanged,
    occupying.SetUser,
    piles_acts.MoveAround,
    chance.Spin,
    chance.Draw,
    maps.LeaveThere,
    maps.TakeEverything,
    shortage.Refill,
    displays.Fill,
    throwing.ThrowDice,
    grids.LayTile,
    grids.TurnTiles,
)
PREDICATES: tuple[type[predicates.Predicate], ...] = (
    predicates.Within,
    predicates.Opposite,
    predicates.All,
    predicates.Either,
    predicates.Cases,
    predicates.HasExtreme,
    turns.Caused,
    turns.IsYourTurn,
    auction.Winners,
    building.OwnsPiece,
    piles_predicates.LiesUp,
    piles_predicates.Contains,
    piles_predicates.LotHolds,
    taking.CanTake,
    moving.CanShift,
    placing.Earns,
    payments.CanPay,
    building.CanBuild,
    trying.Completable,
    occupying.NothingIn,
    holding.SomebodyHas,
    paying.CanPayDue,
    occupying.IsTheirs,
    maps.CanBuildOnMap,
    displays.CanBuildFromDisplay,
    maps.BuiltLast,
    maps.MakesRows,
    grids.CanLay,
    grids.IsEmpty,
)
COUNTERS: tuple[type, ...] = (
    counters.Fixed,
    counters.InCell,
    counters.Owned,
    counters.Multiple,
    counters.Together,
    counters.Halved,
    counters.OnTop,
    counters.Chosen,
    counters.Listed,
    turns.Whoever,
    turns.NextSeat,
    turns.FromStart,
    turns.Ordered,
    turns.FirstOf,
    turns.Others,
    holding.AllOrNone,
    holding.WithRoom,
    holding.CopiesIn,
    counters.Divided,
    sets.Least,
    sets.Kinds,
    maps.OnOwned,
    maps.OnBuiltLast,
    grids.EmptyCells,
)
OFFERS: tuple[type[offers.Offer], ...] = (
    offers.Plain,
    offers.Fruitful,
    offers.Paid,
    exchanges.ExchangeOffer,
    exchanges.UseOnce,
    ordering.FromHere,
    auction.NeutralOffer,
    auction.RewardOffer,
    building.BuildOffer,
    trying.Guarded,
    trying.Tried,
    portions.PaidTimes,
    portions.TooOften,
    occupying.LeaveOffer,
    occupying.UseFree,
    maps.BuildOnMap,
    displays.BuildFromDisplay,
    maps.NeutralSpaceOffer,
    moving.ShiftOffer,
    paying.PayBid,
    grids.LayOffer,
)
TABLES: tuple[type, ...] = (
    payments.Substitute,
    payments.Payment,
    payments.Solver,
    payments.Purse,
    building.Buildable,
    building.PriceList,
    ordering.PartOffer,
    placing.SlotPlaces,
    placing.Yield,
    turns.Secret,
    maps_ground.Ground,
    maps_ground.Heap,
    maps.Beginning,
    maps.Taking,
    displays.Spaces,
    displays.Fees,
    moving.Ways,
    auction.Order,
    paying.Due,
    geometry.Plan,
    lattice.Lying,
    lattice.Lattice,
)
"""What several of the others refer to."""
PARTS: tuple[type, ...] = (
    *STEPS,
    *ACTS,
    *PREDICATES,
    *COUNTERS,
    *OFFERS,
    *TABLES,
    program.Program,
)

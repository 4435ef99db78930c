"""Recorded decisions in the words of the rules: which options they stand for.

Each is made key by key by somebody who is asked: what the rules do not ask, since only one answer
is possible, is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from peer.agricola.names import ANIMALS, IMPROVEMENTS, RESOURCES, ROOMS, SPACES, WORKSHOPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from homesteaders_rules.testing.differential import Player
    from peer.agricola.traces import Data, Step

ENDINGS = ("stop", "done", "decline")
"""What ends a part that might go on."""


@frozen
class Asked:
    """Whoever makes a recorded decision, and is asked by the rules."""

    player: Player
    step: Step

    @property
    def seat(self) -> int:
        """Their seat."""
        return self.step.player

    def offered(self, key: str) -> bool:
        """May they choose this now?"""
        state = self.player.state
        mine = not state.over and state.decision.player == self.seat
        return mine and state.decision.find(key) is not None

    def choose(self, *keys: str) -> None:
        """They choose these, one after the other. Raises Differs where one is refused."""
        self.player.choose(self.step, self.seat, keys)

    def choose_if_asked(self, key: str) -> None:
        """They choose this, if the rules ask for it."""
        if self.offered(key):
            self.choose(key)

    def end_until(self, wanted: str) -> None:
        """They end what goes on until something else may be chosen."""
        while not self.offered(wanted) and (end := self._ending()):
            self.choose(end)

    def finish(self) -> None:
        """They end all that might go on."""
        while end := self._ending():
            self.choose(end)

    def _ending(self) -> str:
        return next((key for key in ENDINGS if self.offered(key)), "")


# ---------------------------------------------------------------------------------- placing


def place(asked: Asked) -> None:
    """Place a person, and do what the space is for."""
    decision = asked.step.decision
    space = decision["space"]
    asked.choose(f"place person on {SPACES[space]}")
    act = ACTS.get(space)
    if act is not None:
        act(asked, decision)
    overflow(asked, decision.get("overflow", ()))
    if not bakes_next(decision):
        asked.finish()


def bakes_next(decision: Data) -> bool:
    """Was an oven built? Whether to bake in it at once is a decision of its own."""
    built = (decision.get("then") or decision).get("improvement", "")
    return str(built).endswith("oven")


def overflow(asked: Asked, gone: Iterable[Data]) -> None:
    """Let animals go, or cook them, until all that are left have homes."""
    for each in gone:
        key = f"release {each['release']}" if "release" in each else _cook(each["cook"], each["at"])
        asked.end_until(key)
        asked.choose(key)


def take_resources(asked: Asked, decision: Data) -> None:
    """One resource, or two different ones."""
    goods = sorted(decision["resources"], key=RESOURCES.index)
    asked.choose(f"gain {', '.join(f'1 {good}' for good in goods)}")


def day_labourer(asked: Asked, decision: Data) -> None:
    """A food, and a resource."""
    (good,) = decision["resources"]
    whole = f"gain 1 food, 1 {good}"
    asked.choose(whole if asked.offered(whole) else f"gain 1 {good}")


def resources_or_growth(asked: Asked, decision: Data) -> None:
    """Two different resources, or growth."""
    if decision["choice"] == "growth":
        asked.choose("grow later")
    else:
        take_resources(asked, decision)


def room_or_players(asked: Asked, decision: Data) -> None:
    """The food that has gathered: nothing else was recorded."""
    assert decision["choice"] == "food"
    asked.choose_if_asked("take everything from here")


ANIMAL_CARD = {
    "sheep": "gain 1 sheep, 1 food",
    "boar": "gain 1 boar",
    "cattle": "pay 1 food to gain 1 cattle",
}


def animal_card(asked: Asked, decision: Data) -> None:
    """One animal of three."""
    asked.choose(ANIMAL_CARD[decision["choice"]])


def rooms_and_stables(asked: Asked, decision: Data) -> None:
    """Rooms first, then stables."""
    before = asked.player.state
    kind = next(room for room in ROOMS.values() if before.holding(asked.seat, room))
    if decision["rooms"]:
        asked.choose_if_asked("rooms")
        asked.choose(*(f"lay {kind} {cell}" for cell in decision["rooms"]))
    if decision["stables"]:
        _stables(asked, "stables", decision["stables"])


def _stables(asked: Asked, part: str, cells: Iterable[str]) -> None:
    asked.end_until(part)
    asked.choose_if_asked(part)
    asked.choose(*(f"lay stable {cell}" for cell in cells))


def stable_and_bake(asked: Asked, decision: Data) -> None:
    """One stable, and bread."""
    if decision["stable"]:
        _stables(asked, "stable", [decision["stable"]])
    if decision["bake"]:
        bread(asked, decision["bake"])


def bread(asked: Asked, baked: Mapping[str, int]) -> None:
    """Bake bread, as a part of what a space gives."""
    asked.end_until("bread")
    asked.choose_if_asked("bread")
    _bake(asked, baked)


def _bake(asked: Asked, baked: Mapping[str, int]) -> None:
    """Bake so many grain in each improvement."""
    for name, number in baked.items():
        asked.choose(*[f"bake at {IMPROVEMENTS[name]}"] * number)


def plough(asked: Asked, decision: Data) -> None:
    """Lay a field."""
    if decision["plow"]:
        asked.choose_if_asked("field")
        asked.choose(f"lay field {decision['plow']}")


def sow(asked: Asked, decision: Data) -> None:
    """Sow some empty fields."""
    if not decision["sow"]:
        return
    part = next((part for part in ("sow", "seed") if asked.offered(part)), "")
    if part:
        asked.choose(part)
    for cell, crop in decision["sow"].items():
        asked.choose(SOWN[crop].format(cell))


SOWN = {
    "grain": "pay 1 grain to put 3 grain there",
    "vegetable": "pay 1 vegetable to put 2 vegetables there",
}
"""How a field is sown."""


def sow_and_bake(asked: Asked, decision: Data) -> None:
    """Sow, and bake bread."""
    sow(asked, decision)
    if decision["bake"]:
        bread(asked, decision["bake"])


def plough_and_sow(asked: Asked, decision: Data) -> None:
    """Plough, and then sow."""
    plough(asked, decision)
    sow(asked, decision)


def enclose(asked: Asked, decision: Data) -> None:
    """Enclose one area after the other."""
    for each in decision["enclose"]:
        asked.choose(f"enclose {' '.join(each['enclose'])}")


def improve(asked: Asked, decision: Data) -> None:
    """Build an improvement."""
    key = f"build {IMPROVEMENTS[decision['improvement']]}"
    if "returns" in decision["pays"]:
        key = f"{key}, returning {IMPROVEMENTS[decision['pays']['returns']]}"
    asked.choose(key)


def renovate(asked: Asked, decision: Data) -> None:
    """Renovate: what it costs is counted, and may be asked."""
    asked.choose_if_asked(_paid(decision["pays"]))


def renovate_and_improve(asked: Asked, decision: Data) -> None:
    """Renovate, and build an improvement."""
    renovate(asked, decision)
    if decision["then"]:
        improve(asked, decision["then"])


def renovate_and_fence(asked: Asked, decision: Data) -> None:
    """Renovate, and fence land."""
    renovate(asked, decision)
    if decision["enclose"]:
        asked.choose_if_asked("fence land")
    enclose(asked, decision)


def _paid(goods: Mapping[str, int]) -> str:
    return f"pay {', '.join(f'{amount} {good}' for good, amount in goods.items())}"


ACTS: dict[str, Callable[[Asked, Data], None]] = {
    "fam_day_laborer": day_labourer,
    "p3_take_resource": take_resources,
    "p3_fam_two_resources": take_resources,
    "p4_fam_two_resources": take_resources,
    "p5_fam_two_resources_or_growth": resources_or_growth,
    "p5_room_or_players": room_or_players,
    "p5_animals": animal_card,
    "build_rooms_stables": rooms_and_stables,
    "fam_stable_bake": stable_and_bake,
    "plow": plough,
    "plow_sow": plough_and_sow,
    "sow_bake": sow_and_bake,
    "fences": enclose,
    "major_or_minor": improve,
    "renovate_improve": renovate_and_improve,
    "renovate_fences": renovate_and_fence,
}
"""What is chosen on spaces that do more than give what lies there."""


# ---------------------------------------------------------------------------------- other times


def bake_after_oven(asked: Asked) -> None:
    """Bread as soon as an oven is built, or none."""
    baked = asked.step.decision["bake"]
    if not baked:
        asked.choose_if_asked("decline")
        return
    asked.choose_if_asked("bake bread")
    _bake(asked, baked)
    asked.finish()


def convert(asked: Asked) -> None:
    """Food from crops and animals, in one's own turn."""
    _exchange(asked, asked.step.decision)


def _exchange(asked: Asked, exchange: Data) -> None:
    good, at = exchange["give"], exchange["at"]
    key = WORKSHOPS.get(at) or (f"eat {good}" if at == "raw" else _cook(good, at))
    asked.choose(*[key] * exchange["number"])


def _cook(good: str, at: str) -> str:
    return f"cook {good} at {IMPROVEMENTS[at]}"


def feed(asked: Asked) -> None:
    """Make food, and pay it."""
    feeding = asked.step.decision["feed"]
    for exchange in feeding["exchanges"]:
        _exchange(asked, exchange)
    key = f"pay {feeding['pays_food']} food"
    if feeding["pays_food"]:
        asked.choose(key)
    else:
        asked.choose_if_asked(key)


def breed(asked: Asked) -> None:
    """Say which young there are to be, where not all find room."""
    breeding = asked.step.decision["breed"]
    if len(breeding["choices"]) > 1:
        asked.choose(young(breeding["born"]))


def young(kinds: Iterable[str]) -> str:
    """The key for a set of young."""
    return f"gain {', '.join(f'1 {kind}' for kind in sorted(kinds, key=ANIMALS.index))}"

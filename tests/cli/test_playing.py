"""``play`` for people: options, reasons, undo, saving, and nothing shown that is hidden."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import restore

Invoke = Callable[..., Any]


@pytest.fixture
def sit(invoke: Invoke) -> Invoke:
    """Play on seat 1, which begins with this seed, and type lines."""

    def play(*lines: str, arguments: tuple[str, ...] = ()) -> Any:
        typed = "".join(f"{line}\n" for line in lines)
        return invoke(
            "play", "--players", "4", "--seed", "1", "--seat", "1=human", *arguments, typed=typed
        )

    return play


def test_options_have_numbers_keys_and_what_they_bring(sit: Invoke) -> None:
    output = sit().output
    assert re.search(r"^1 +place worker Homestead 1 +1 worker: gain 1 wood", output, re.MULTILINE)
    assert re.search(r"^3 +done", output, re.MULTILINE)
    assert re.search(r"^4 +borrow +nothing -> 1 debt, 2 silver", output, re.MULTILINE)


def test_what_a_space_costs_is_not_what_making_it_neutral_costs(invoke: Invoke) -> None:
    """The price is that of the space, and nobody pays it here."""
    output = invoke("play", "--game", "montana", "--seed", "1", "--seat", "1=human").output
    assert re.search(r"^ 1 +make .* neutral +building there costs [12] ", output, re.MULTILINE)


def test_a_number_and_a_key_choose(sit: Invoke) -> None:
    by_number = sit("2").output
    by_key = sit("Place Worker homestead 2").output
    assert "Player 1 places 1 worker on Homestead 2" in by_number
    assert by_key == by_number


def test_enter_takes_the_only_option(sit: Invoke) -> None:
    assert "Player 1 pays 1 silver" in sit("2", "", "").output


def test_enter_among_several_options_explains(sit: Invoke) -> None:
    assert "take back your last choice" in sit("").output


@pytest.mark.parametrize(
    "words", ["why not pay 5 silver?", "why pay 5 silver", 'Why not "pay 5 silver"?']
)
def test_why_not(sit: Invoke, words: str) -> None:
    output = sit("2", "done", words).output
    assert '"pay 5 silver": the cost is 1 silver' in output


def test_why_not_of_something_possible(sit: Invoke) -> None:
    assert '"done" can be chosen now.' in sit("why not done?").output


def test_nonsense_is_answered(sit: Invoke) -> None:
    output = " ".join(sit("hepl", "77").output.split())
    assert '"hepl" cannot be chosen: nothing is called so; did you mean "help"? Say' in output
    assert "There is no option 77: they are numbered 1 to 4." in output


@pytest.mark.parametrize(
    ("said", "meant"), [("q", "quit"), ("ex", "exit"), ("over x", "overwrite")]
)
def test_what_may_lose_something_must_be_said_in_full(sit: Invoke, said: str, meant: str) -> None:
    output = " ".join(sit(said, "done").output.split())
    assert f'nothing is called so; say "{meant}" in full.' in output
    assert "pay 1 silver" in output, "the game goes on"


def test_words_behind_a_command_that_is_cut_short_were_meant_for_an_option(sit: Invoke) -> None:
    answers = sit("ta", "ta gr", "ho hire").output.split("help]>")[1:4]
    table, grain, hire = (" ".join(answer.split()) for answer in answers)
    assert "Player 2 1 worker, ? resources" in table
    assert grain.startswith('"ta gr" cannot be chosen: nothing is called so. Say help')
    assert hire.startswith('"hire": it costs 1 trade, 1 food each time')


def test_what_happened_is_read_back_line_after_line(sit: Invoke) -> None:
    told = sit("2", "1", "log").output.rpartition("help]>")[0].rpartition("help]>")[2]
    first, _, _ = told.partition("\n")
    line = "Player 1 places 1 worker on Homestead 2, gains 2 silver, 1 point (Homestead)"
    assert first.strip() == line
    assert "nothing has been chosen yet" in sit("log").output


def test_undo_takes_back_until_another_has_played(sit: Invoke) -> None:
    output = sit("2", "undo", "1").output
    assert '"place worker Homestead 2" is taken back.' in output
    assert "Player 1 places 1 worker on Homestead 1" in output
    assert "cannot be undone: nothing has been chosen yet" in sit("undo").output
    assert "cannot be undone: another player has chosen since" in sit("2", "", "", "undo").output


def test_undo_ends_where_something_was_revealed(invoke: Invoke) -> None:
    """Nobody bids, so the last pass of the round turns up the lots of the next one."""
    income = ["done", "pay 1 silver"]
    round_of_two = [*income, "", *income, "", "neutral bid on lot 1", "pass", "1", "", "pass", "1"]
    seats = ("--seat", "1=human", "--seat", "2=human")
    typed = "".join(f"{line}\n" for line in [*round_of_two, "undo", "", "undo"])
    output = invoke("play", "--players", "2", "--seed", "1", *seats, typed=typed).output
    assert "A1-S2 is turned up" in output
    assert "cannot be undone: something hidden was revealed" in " ".join(output.split())


def test_what_others_hold_is_not_shown(sit: Invoke) -> None:
    output = sit("2", "", "").output
    tables = re.findall(r"^Player \d.*Homestead.*$", output, re.MULTILINE)
    others = [line for line in tables if "(you)" not in line and "?" in line]
    assert others
    assert all("silver" not in line for line in others)
    assert all("1 worker" in line for line in others), "workers are public"


def test_the_order_of_a_stack_is_not_shown(sit: Invoke) -> None:
    output = sit("stacks").output
    assert "Auction 1: A1-S1, A1-S2" in output, "it lies face up"
    assert re.search(r"^Auction 2: A2-S\d, and 9 face down$", output, re.MULTILINE)


def test_the_score_is_only_ones_own(sit: Invoke) -> None:
    output = sit("2", "", "score").output
    assert re.search(r" {9}Player 1\nchits +1$", output, re.MULTILINE)
    assert re.search(r"^total +1$", output, re.MULTILINE)


def test_show_and_offers_explain(sit: Invoke) -> None:
    output = " ".join(sit("show Farm", "offers", "more", "table").output.split())
    assert "building Farm homesteaders/buildings.rules:" in output
    assert "Farm ×3 (1 wood) residential, settlement;" in output


def test_quit_saves_and_says_how_to_go_on(sit: Invoke, invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    outcome = sit("2", "", "quit", arguments=("--save", str(file)))
    assert outcome.code == 0
    assert outcome.output.splitlines()[-1] == f"  homesteaders play --resume {file}"
    assert restore(file.read_text(encoding="utf-8")).keys == ("place worker Homestead 2", "done")
    resumed = invoke("play", "--resume", str(file), typed="1\n")
    assert "Player 1 pays 1 silver" in resumed.output
    finished = invoke("play", "--resume", str(file), "--bots", "random")
    assert "wins with" in finished.output
    assert restore(file.read_text(encoding="utf-8")).state.over


def test_the_command_to_go_on_can_be_pasted(sit: Invoke, tmp_path: Path) -> None:
    """In one line, whatever the width, with the quotes that a shell needs; nothing is left out."""
    folder = tmp_path / "my saves; rm -rf $HOME, and a long name that no narrow terminal can hold"
    folder.mkdir()
    file = folder / "it's mine.json"
    output = sit("2", "quit", arguments=("--save", str(file), "--with", "peer")).output
    words = shlex.split(output.splitlines()[-1])
    assert words == ["homesteaders", "play", "--resume", str(file), "--with", "peer"]


def test_a_file_that_is_there_is_not_overwritten(sit: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("mine", encoding="utf-8")
    outcome = sit("2", "quit", arguments=("--save", str(file)))
    assert outcome.code == 2
    assert "mine.json is there already" in outcome.sentence
    assert "--overwrite" in outcome.sentence
    output = " ".join(sit("2", f"save {file}", "overwrite").output.split())
    assert "is there already, and nothing is overwritten without a word; say: overwrite" in output
    assert "say what: overwrite FILE" in output
    assert file.read_text(encoding="utf-8") == "mine"
    sit("2", f"overwrite {file}", "done", f"save {file}")
    assert restore(file.read_text(encoding="utf-8")).keys == ("place worker Homestead 2", "done")
    assert sit("2", "quit", arguments=("--save", str(file), "--overwrite")).code == 0
    assert restore(file.read_text(encoding="utf-8")).keys == ("place worker Homestead 2",)


def test_a_resumed_game_is_saved_in_its_own_file_and_in_no_other(
    sit: Invoke, invoke: Invoke, tmp_path: Path
) -> None:
    own, other = tmp_path / "own.json", tmp_path / "other.json"
    sit("2", "quit", arguments=("--save", str(own)))
    other.write_text("mine", encoding="utf-8")
    again = ("play", "--resume", str(own), "--seat", "1=human")
    assert invoke(*again, "--save", str(other), typed="done\n").code == 2
    assert other.read_text(encoding="utf-8") == "mine"
    assert invoke(*again, typed="done\n").code == 0
    assert invoke(*again, "--save", str(own), typed="quit\n").code == 0
    assert restore(own.read_text(encoding="utf-8")).keys == ("place worker Homestead 2", "done")


def test_saving_in_between(sit: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "between.json"
    output = sit("2", f"save {file}", "save", f"save {tmp_path}/no/where.json").output
    assert restore(file.read_text(encoding="utf-8")).keys == ("place worker Homestead 2",)
    assert "say where: save FILE" in output
    assert "where.json: no such file or directory" in " ".join(output.split())
    assert "Errno" not in output


def test_the_end_of_input_ends_politely(sit: Invoke) -> None:
    outcome = sit("2")
    assert outcome.code == 0
    assert "There is no more input; the game stops here." in outcome.output
    assert "The game was not saved." in outcome.output


def test_people_at_one_screen_look_away(invoke: Invoke) -> None:
    seats = ("--seat", "1=human", "--seat", "2=human")
    arguments = ("play", "--players", "2", "--seed", "1", *seats)
    output = invoke(*arguments, typed="done\npay 1 silver\n").output
    assert re.search(r"Player \d, it is your turn: press Enter when only you look\.", output)


def test_no_line_is_wider_than_the_terminal(sit: Invoke) -> None:
    output = sit("2", "", "", "bid 3 on lot 1", "more", "offers", "help", "stacks", "score").output
    lines = [line.rpartition("]> ")[2] for line in output.splitlines()]
    assert max(map(len, lines)) <= 80


def test_what_happened_before_the_first_choice_of_a_bot_is_told(invoke: Invoke) -> None:
    bots = "--players", "2", "--seed", "1", "--bots", "calm"
    output = invoke("play", *bots).output
    setup, _, rest = output.partition("── Round 1 ")
    assert "Player 1 takes Homestead, gains 6 silver, 1 worker" in setup
    assert "Player 2 takes Homestead, gains 6 silver, 1 worker, becomes start player" in setup
    assert rest.index("A1-S1 is turned up on Auction 1: may build") < rest.index("\nbidding\n")
    assert output.count("── Round 1 ") == output.count("A1-S1 is turned up") == 1


def test_what_lies_up_is_told_where_no_sentence_of_the_setup_names_it(invoke: Invoke) -> None:
    bots = "--players", "3", "--seed", "1", "--bots", "calm"
    setup = invoke("play", "--game", "montana", *bots).output.partition("── Round 1 ")[0]
    assert setup.index("Player 2 becomes start player") < setup.index("row 1 is Livery: gain 1 cow")

"""Slips of spelling are counted as they are, however soon it is known that they are too many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from homesteaders_rules.spelling import did_you_mean, distance, nearest, words_meant

WORDS = st.text("abc ", max_size=7)
FAR = 99


@given(WORDS, WORDS, st.integers(1, 8))
def test_what_is_too_far_is_no_farther_than_asked(one: str, other: str, most: int) -> None:
    assert distance(one, other, most) == min(distance(one, other, FAR), most)


@given(WORDS, WORDS)
def test_slips_lead_as_far_there_as_back(one: str, other: str) -> None:
    assert distance(one, other, FAR) == distance(other, one, FAR)
    assert (distance(one, other, FAR) == 0) == (one == other)


def test_of_a_long_key_the_one_that_is_meant_is_found() -> None:
    keys = [f"use Bank {n} with {m} masons" for n in range(1, 4) for m in range(1, 4)]
    assert nearest("use Bnak 3 wiht 2 masons", keys) == "use Bank 3 with 2 masons"
    assert nearest("visit the city", keys) == ""


def test_of_words_as_near_as_each_other_all_are_said() -> None:
    assert did_you_mean("bilding", ["bidding", "building", "income"]) == (
        'did you mean "bidding" or "building"?'
    )
    assert words_meant('did you mean "bidding" or "building"?') == (["bidding", "building"], "")
    assert words_meant('did you mean "gain"? it is a verb') == (["gain"], "it is a verb")
    assert words_meant("known: gain") == ([], "known: gain")


def test_two_forms_of_a_word_are_said_once() -> None:
    assert did_you_mean("traeds", ["trade", "trades"]) == 'did you mean "trades"?'
    assert did_you_mean("tradse", ["trade", "trades"]) == 'did you mean "trade"?'

"""What the peer calls the spaces, the improvements and the goods, and what the rules call them."""

from __future__ import annotations

SPACES = {
    "build_rooms_stables": "Rooms and Stables",
    "fam_start_storehouse": "Start and Storehouse",
    "take_grain": "Take Grain",
    "plow": "Plough",
    "fam_stable_bake": "Stable and Bake",
    "fam_day_laborer": "Day Labourer",
    "wood_3": "Three Wood",
    "clay_1": "Clay",
    "reed_1": "Reed",
    "fishing": "Fishing",
    "p3_fam_two_resources": "Two Resources",
    "p3_take_resource": "Take Resource",
    "p3_wood_2": "Two Wood",
    "p3_clay_1": "More Clay",
    "p4_fam_two_resources": "Two Resources",
    "p4_reed_stone_food": "Reed Stone Food",
    "p4_wood_2": "Two Wood",
    "p4_wood_1": "One Wood",
    "p4_traveling_players": "Travelling Players",
    "p4_clay_2": "Two Clay",
    "p5_fam_two_resources_or_growth": "Resources or Growth",
    "p5_room_or_players": "Room or Players",
    "p5_animals": "Animals",
    "p5_wood_4": "Four Wood",
    "p5_clay_3": "Three Clay",
    "p5_reed_stone_wood": "Reed and More",
    "fences": "Fences",
    "sheep": "Sheep Market",
    "sow_bake": "Sow and Bake",
    "major_or_minor": "Improvement",
    "stone_a": "Stone A",
    "renovate_improve": "After Renovation",
    "family_growth": "After Growth",
    "take_vegetable": "Take Vegetable",
    "boar": "Boar Market",
    "stone_b": "Stone B",
    "cattle": "Cattle Market",
    "plow_sow": "Plough and Sow",
    "family_growth_no_room": "Growth Without Room",
    "renovate_fences": "Renovation and Fences",
}

GROWTH = ("family_growth", "family_growth_no_room", "p5_fam_two_resources_or_growth")
"""Where somebody may be born; on the last also something else is to be had."""

IMPROVEMENTS = {
    "fireplace_2": "Fireplace Two",
    "fireplace_3": "Fireplace Three",
    "cooking_hearth_4": "Hearth Four",
    "cooking_hearth_5": "Hearth Five",
    "clay_oven": "Clay Oven",
    "stone_oven": "Stone Oven",
    "joinery": "Joinery",
    "pottery": "Pottery",
    "basketmakers_workshop": "Basketmakers Workshop",
    "well": "Well",
}

WORKSHOPS = {"joinery": "join", "pottery": "mould", "basketmakers_workshop": "weave"}
"""What a workshop does once in a harvest."""

ROOMS = {"wood": "wooden room", "clay": "clay room", "stone": "stone room"}
RESOURCES = ("wood", "clay", "reed", "stone")
CROPS = ("grain", "vegetable")
ANIMALS = ("sheep", "boar", "cattle")
GOODS = {
    **{name: name for name in ("food", *RESOURCES, *CROPS, *ANIMALS)},
    "begging": "begging card",
    "people": "person",
    "newborns": "newborn",
}
"""What a player's numbers are called in the rules."""

SCORES = (
    *("fields", "pastures", "grain", "vegetables", "sheep", "boar", "cattle", "unused", "stables"),
    *("house", "family", "begging", "cards", "bonuses"),
)
"""The lines of the scoring: called the same in both."""

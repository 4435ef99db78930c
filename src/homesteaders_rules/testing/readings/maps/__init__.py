"""Maps in the second reading: spaces at points of the plane, and what lies between them."""

from . import effects, questions

__all__ = ["effects", "questions"]

"""A formula of an organiser's own: what an evening is worth by place, people and points.

Whole numbers, ``+ - * /``, ``**`` with a small exponent, ``min``, ``max`` and brackets; exact.
Nothing else can be said in it, so a file from a stranger can be read.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction

from trull.errors import CupError

NAMES = ("place", "people", "points")
LONGEST = 200
HIGHEST, STEEPEST = 10**6, 9

_OPERATORS: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_CALLS: Mapping[str, Callable[..., Fraction]] = {"min": min, "max": max}


def parsed(text: str, place: str = "formula") -> ast.expr:
    """The formula a text says; CupError names what it cannot hold.

    >>> value(parsed("200 * ((people - place) / (people - 1)) ** 3"), place=2, people=37)
    Fraction(1071875, 5832)
    """
    try:
        body = ast.parse(text[: LONGEST + 1].strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise CupError(place, "expected a formula of place, people and points") from None
    if len(text) > LONGEST:
        raise CupError(place, f"expected at most {LONGEST} letters")
    _check(body, place)
    return body


def _check(node: ast.expr, place: str) -> None:
    parts = _parts(node)
    if parts is None:
        raise CupError(place, f"cannot hold {ast.unparse(node)[:40]!r}")
    for one in parts:
        _check(one, place)


def _parts(node: ast.expr) -> list[ast.expr] | None:
    """What a formula is made of; None for what it cannot be."""
    match node:
        case ast.Constant(value=int(number)):
            return [] if type(number) is int and number <= HIGHEST else None
        case ast.Name(id=name):
            return [] if name in NAMES else None
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return [inner]
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(power))):
            flat = not any(isinstance(one, ast.Pow) for one in ast.walk(left))
            return [left] if flat and 0 <= power <= STEEPEST else None
        case ast.BinOp(left=left, op=op, right=right):
            return [left, right] if type(op) in _OPERATORS else None
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as args, keywords=[]):
            return args if name in _CALLS and len(args) > 1 else None
    return None


def value(node: ast.expr, **names: int | Fraction) -> Fraction:
    """What a checked formula comes to; ZeroDivisionError where it divides by nothing."""
    match node:
        case ast.Constant(value=int(number)):
            return Fraction(number)
        case ast.Name(id=name):
            return Fraction(names[name])
        case ast.UnaryOp(operand=inner):
            return -value(inner, **names)
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(power))):
            return value(left, **names) ** power
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](value(left, **names), value(right, **names))
        case ast.Call(func=ast.Name(id=name), args=args):
            return _CALLS[name](*(value(one, **names) for one in args))
    raise AssertionError("a formula is checked before it is worked out")

"""Sets of a large pack for a compiler: two types, and what the kernels do with them.

They make the kernels of a large pack compile as they stand: a ``Wide`` set has 128 bits, and a
number shifted by a ``Place`` becomes one. numba and numba-cuda have the same words for teaching
them, each in modules of its own; ``teach`` is given these words. As untyped as they are.
"""

from __future__ import annotations

import operator
from typing import NamedTuple

from llvmlite import ir
from numba import types
from numba.core.typeconv import Conversion

from trull.machine import words

WORD, LONG = ir.IntType(64), ir.IntType(128)


class WideType(types.Type):
    """A set of cards in 128 bits."""

    def __init__(self):
        super().__init__(name="Wide")

    def can_convert_from(self, typingctx, other):
        """A number, such as the empty set 0, can stand for a wide set."""
        return Conversion.safe if isinstance(other, types.Integer) else None


class PlaceType(types.Type):
    """A card of a large pack."""

    def __init__(self):
        super().__init__(name="Place")


WIDE, PLACE = WideType(), PlaceType()


class Compiler(NamedTuple):
    """The words by which a compiler is taught types and operators."""

    overload: object
    intrinsic: object
    register_model: object
    primitive: type
    typeof_impl: object
    lower_constant: object
    lower_cast: object

    def one(self, build, result, kind):
        """An instruction on one operand."""

        @self.intrinsic
        def made(_context, a):
            return result(kind), lambda _c, builder, _s, args: build(builder, *args)

        return made

    def two(self, build, result, left, right):
        """An instruction on two operands."""

        @self.intrinsic
        def made(_context, a, b):
            return result(left, right), lambda _c, builder, _s, args: build(builder, *args)

        return made


def teach(to):
    """Teach a compiler both types; what stands in for the words of large packs."""
    _types(to)
    _operators(to)
    join = to.two(_joined, WIDE, types.int64, types.int64)
    low, high = to.one(_low_of, types.int64, WIDE), to.one(_high_of, types.int64, WIDE)
    place, number = to.one(_same, PLACE, types.int64), to.one(_same, types.int64, PLACE)
    return {
        words.wide: lambda low, high: lambda low, high: join(low, high),
        words.low_word: lambda cards: lambda cards: low(cards),
        words.high_word: lambda cards: lambda cards: high(cards),
        words.place: lambda number: lambda number: place(number),
        words.number: lambda card: lambda card: number(card),
    }


def pick(narrow, broad):
    """An overload of one word for sets of both sizes."""

    def chosen(mask):
        if isinstance(mask, WideType):
            return lambda mask: broad(mask)
        return lambda mask: narrow(mask)

    return chosen


def _types(to):
    for kind, size in ((WideType, LONG), (PlaceType, WORD)):
        to.register_model(kind)(_model(to.primitive, size))
    to.typeof_impl.register(words.Wide)(lambda _value, _context: WIDE)

    @to.lower_constant(WideType)
    def constant(_context, _builder, _kind, value):
        return ir.Constant(LONG, int(value))

    @to.lower_cast(types.Integer, WideType)
    def widened(_context, builder, _from, _to, value):
        return builder.sext(value, LONG)


def _model(primitive, size):
    class Model(primitive):
        def __init__(self, manager, kind):
            super().__init__(manager, kind, size)

    return Model


def _operators(to):
    for build, names in (
        (ir.IRBuilder.and_, (operator.and_, operator.iand)),
        (ir.IRBuilder.or_, (operator.or_, operator.ior)),
        (ir.IRBuilder.xor, (operator.xor, operator.ixor)),
    ):
        operate = to.two(build, WIDE, WIDE, WIDE)
        for name in names:
            to.overload(name)(_both(operate))
    invert, true = to.one(ir.IRBuilder.not_, WIDE, WIDE), to.one(_true, types.boolean, WIDE)
    shift, number = to.two(_shifted, WIDE, types.int64, PLACE), to.one(_same, types.int64, PLACE)

    @to.overload(operator.invert)
    def inverted(a):
        return (lambda a: invert(a)) if isinstance(a, WideType) else None

    @to.overload(operator.lshift)
    def shifted(a, b):
        return (lambda a, b: shift(a, b)) if isinstance(b, PlaceType) else None

    @to.overload(bool)
    def truth(a):
        return (lambda a: true(a)) if isinstance(a, WideType) else None

    @to.overload(operator.not_)
    def untruth(a):
        return (lambda a: not true(a)) if isinstance(a, WideType) else None

    @to.overload(operator.lt)
    def less(a, b):
        return (lambda a, b: number(a) < b) if isinstance(a, PlaceType) else None

    @to.overload(operator.getitem)
    def item(a, b):
        return (lambda a, b: a[number(b)]) if isinstance(b, PlaceType) else None


def _both(operate):
    def chosen(a, b):
        if isinstance(a, WideType) and isinstance(b, WideType):
            return lambda a, b: operate(a, b)
        return None

    return chosen


# Instructions


def _same(_builder, value):
    return value


def _true(builder, value):
    return builder.icmp_signed("!=", value, ir.Constant(value.type, 0))


def _shifted(builder, value, by):
    return builder.shl(builder.sext(value, LONG), builder.zext(by, LONG))


def _joined(builder, low, high):
    above = builder.shl(builder.zext(high, LONG), ir.Constant(LONG, words.LOW))
    return builder.or_(builder.zext(low, LONG), above)


def _low_of(builder, cards):
    return builder.and_(builder.trunc(cards, WORD), ir.Constant(WORD, (1 << words.LOW) - 1))


def _high_of(builder, cards):
    return builder.trunc(builder.lshr(cards, ir.Constant(LONG, words.LOW)), WORD)

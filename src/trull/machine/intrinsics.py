"""Intrinsics for the few functions numba cannot read, and the registration of the rest.

This module alone speaks numba's own, untyped language; it is imported only once something is
compiled. Two types make the kernels of a large pack compile as they stand: a ``Wide`` set has
128 bits, and a number shifted by a ``Place`` becomes one.
"""

from __future__ import annotations

import operator
from types import FunctionType

from llvmlite import binding, ir
from numba import types
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import (
    intrinsic,
    lower_cast,
    models,
    overload,
    register_jitable,
    register_model,
    typeof_impl,
)

from trull.kernels import tarock
from trull.machine import words

INLINE = {"forceinline": True, "nogil": True}
SMALL = 250  # bytes of code; what is longer the compiler inlines or not, as it likes
WORD, LONG, BIT = ir.IntType(64), ir.IntType(128), ir.IntType(1)
PAIR = ir.FunctionType(WORD, [WORD, WORD])
DEPOSITS = binding.get_host_cpu_features().get("bmi2", False)


def register(function: FunctionType) -> None:
    """Let compiled code call this function as it stands, or its twin where it has one."""
    if function in INTRINSICS:
        overload(function, jit_options=INLINE)(INTRINSICS[function])
        return
    # A kernel is given a whole pack of constants: inlined, they stay constants.
    kernel = function.__module__.startswith("trull.kernels")
    short = len(function.__code__.co_code) < SMALL
    inlined = kernel or short or "hot" in vars(function)
    register_jitable(**(INLINE if inlined else {"nogil": True}))(function)


# The two types of a large pack


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


class FieldType(types.Type):
    """A named word of a block."""

    def __init__(self):
        super().__init__(name="Field")


class RowType(types.Type):
    """A row of a table of numbers, known by its address: no count of references is kept."""

    def __init__(self, dtype):
        super().__init__(name=f"Row({dtype})")
        self.dtype = dtype


WIDE, PLACE, FIELD = WideType(), PlaceType(), FieldType()


@register_model(WideType)
class _WideModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, LONG)


@register_model(PlaceType)
class _PlaceModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, WORD)


@register_model(FieldType)
class _FieldModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, WORD)


@register_model(RowType)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, WORD)


@typeof_impl.register(words.Field)
def _typeof_field(_value, _context):
    return FIELD


@lower_constant(FieldType)
def _constant_field(_context, _builder, _kind, value):
    return ir.Constant(WORD, int(value))


@typeof_impl.register(words.Wide)
def _typeof_wide(_value, _context):
    return WIDE


@lower_constant(WideType)
def _constant_wide(_context, _builder, _kind, value):
    return ir.Constant(LONG, int(value))


@lower_cast(types.Integer, WideType)
def _widened(_context, builder, _from, _to, value):
    return builder.sext(value, LONG)


# Instructions


def _one(build, result, kind):
    @intrinsic
    def made(_context, a):
        return result(kind), lambda _c, builder, _s, args: build(builder, *args)

    return made


def _two(build, result, left, right):
    @intrinsic
    def made(_context, a, b):
        return result(left, right), lambda _c, builder, _s, args: build(builder, *args)

    return made


def _word(builder, value):
    return builder.trunc(value, WORD) if value.type == LONG else value


def _count_of(builder, value):
    return _word(builder, builder.ctpop(value))


def _lowest_of(builder, value):
    return _word(builder, builder.cttz(value, ir.Constant(BIT, 1)))


def _highest_of(builder, value):
    above = _word(builder, builder.ctlz(value, ir.Constant(BIT, 1)))
    return builder.sub(ir.Constant(WORD, value.type.width - 1), above)


def _shifted(builder, value, by):
    return builder.shl(builder.sext(value, LONG), builder.zext(by, LONG))


def _joined(builder, low, high):
    above = builder.shl(builder.zext(high, LONG), ir.Constant(LONG, words.LOW))
    return builder.or_(builder.zext(low, LONG), above)


def _low_of(builder, cards):
    return builder.and_(builder.trunc(cards, WORD), ir.Constant(WORD, (1 << words.LOW) - 1))


def _high_of(builder, cards):
    return builder.trunc(builder.lshr(cards, ir.Constant(LONG, words.LOW)), WORD)


def _nth_of(builder, cards, place):
    """Where the processor can put a bit to the n-th place of a mask, no loop has to guess."""
    deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), PAIR)
    one = builder.shl(ir.Constant(WORD, 1), place)
    return builder.cttz(builder.call(deposit, [one, cards]), ir.Constant(BIT, 1))


def _true(builder, value):
    return builder.icmp_signed("!=", value, ir.Constant(value.type, 0))


def _same(_builder, value):
    return value


_nth = _two(_nth_of, types.int64, types.int64, types.int64)
_count = _one(_count_of, types.int64, types.int64)
_lowest = _one(_lowest_of, types.int64, types.int64)
_highest = _one(_highest_of, types.int64, types.int64)
_wide_count = _one(_count_of, types.int64, WIDE)
_wide_lowest = _one(_lowest_of, PLACE, WIDE)
_wide_highest = _one(_highest_of, PLACE, WIDE)
_wide_true = _one(_true, types.boolean, WIDE)
_wide_not = _one(lambda builder, value: builder.not_(value), WIDE, WIDE)
_wide_and = _two(lambda builder, a, b: builder.and_(a, b), WIDE, WIDE, WIDE)
_wide_or = _two(lambda builder, a, b: builder.or_(a, b), WIDE, WIDE, WIDE)
_wide_xor = _two(lambda builder, a, b: builder.xor(a, b), WIDE, WIDE, WIDE)
_wide_shift = _two(_shifted, WIDE, types.int64, PLACE)
_wide = _two(_joined, WIDE, types.int64, types.int64)
_low = _one(_low_of, types.int64, WIDE)
_high = _one(_high_of, types.int64, WIDE)
_place = _one(_same, PLACE, types.int64)
_number = _one(_same, types.int64, PLACE)


# The large pack's operators


def _both(operate):
    def chosen(a, b):
        if isinstance(a, WideType) and isinstance(b, WideType):
            return lambda a, b: operate(a, b)
        return None

    return chosen


for _names, _operate in (
    ((operator.and_, operator.iand), _wide_and),
    ((operator.or_, operator.ior), _wide_or),
    ((operator.xor, operator.ixor), _wide_xor),
):
    for _name in _names:
        overload(_name, jit_options=INLINE)(_both(_operate))


@overload(operator.invert, jit_options=INLINE)
def _invert(a):
    return (lambda a: _wide_not(a)) if isinstance(a, WideType) else None


@overload(operator.lshift, jit_options=INLINE)
def _lshift(a, b):
    return (lambda a, b: _wide_shift(a, b)) if isinstance(b, PlaceType) else None


@overload(bool, jit_options=INLINE)
def _bool(a):
    return (lambda a: _wide_true(a)) if isinstance(a, WideType) else None


@overload(operator.not_, jit_options=INLINE)
def _not(a):
    return (lambda a: not _wide_true(a)) if isinstance(a, WideType) else None


@overload(operator.lt, jit_options=INLINE)
def _lt(a, b):
    return (lambda a, b: _number(a) < b) if isinstance(a, PlaceType) else None


@overload(operator.getitem, jit_options=INLINE)
def _getitem(a, b):
    return (lambda a, b: a[_number(b)]) if isinstance(b, PlaceType) else None


# Memory


@intrinsic
def _load(_context, block, at):
    def code(_target, builder, _signature, args):
        where = builder.inttoptr(args[0], WORD.as_pointer())
        return builder.load(builder.gep(where, [args[1]], inbounds=True))

    return types.int64(types.int64, types.int64), code


@intrinsic
def _store(_context, block, at, value):
    def code(target, builder, _signature, args):
        where = builder.inttoptr(args[0], WORD.as_pointer())
        builder.store(args[2], builder.gep(where, [args[1]], inbounds=True))
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


_at = _one(_same, types.int64, FIELD)


@overload(operator.getitem, jit_options=INLINE)
def _field(field, key):
    if not isinstance(field, FieldType):
        return None
    if isinstance(key, types.Integer):
        return lambda field, key: _load(key, _at(field))
    if len(key) == 2:
        return lambda field, key: _load(key[0], _at(field) + key[1])
    return lambda field, key: _load(key[0], _at(field) + key[1] + key[2])


@overload(operator.setitem, jit_options=INLINE)
def _set_field(field, key, value):
    if not isinstance(field, FieldType):
        return None
    if isinstance(key, types.Integer):
        return lambda field, key, value: _store(key, _at(field), value)
    if len(key) == 2:
        return lambda field, key, value: _store(key[0], _at(field) + key[1], value)
    return lambda field, key, value: _store(key[0], _at(field) + key[1] + key[2], value)


@overload(operator.add, jit_options=INLINE)
def _beyond(a, b):
    """A field as the number it is: the place of its first word."""
    if isinstance(a, FieldType) and isinstance(b, types.Integer):
        return lambda a, b: _at(a) + b
    if isinstance(a, types.Integer) and isinstance(b, FieldType):
        return lambda a, b: a + _at(b)
    return None


# Rows


@infer_global(operator.getitem)
class _RowRead(AbstractTemplate):
    def generic(self, args, kws):
        row, at = args
        if isinstance(row, RowType) and isinstance(at, types.Integer):
            return signature(types.int64, row, types.int64)
        return None


@infer_global(operator.setitem)
class _RowWrite(AbstractTemplate):
    def generic(self, args, kws):
        row, at, _ = args
        if isinstance(row, RowType) and isinstance(at, types.Integer):
            return signature(types.none, row, types.int64, types.int64)
        return None


def _row_place(builder, kind, row, at):
    item = ir.IntType(kind.dtype.bitwidth)
    return item, builder.gep(builder.inttoptr(row, item.as_pointer()), [at], inbounds=True)


@lower_builtin(operator.getitem, RowType, types.Integer)
def _read_row(_context, builder, kind, args):
    item, place = _row_place(builder, kind.args[0], *args)
    found = builder.load(place)
    return found if item == WORD else builder.sext(found, WORD)


@lower_builtin(operator.setitem, RowType, types.Integer, types.Integer)
def _write_row(context, builder, kind, args):
    row, at, value = args
    item, place = _row_place(builder, kind.args[0], row, at)
    builder.store(value if item == WORD else builder.trunc(value, item), place)
    return context.get_dummy_value()


@intrinsic
def _row_at(_context, rows, address):
    return RowType(rows.dtype)(rows, types.int64), lambda _c, _b, _s, args: args[1]


@intrinsic
def _store_eight(_context, row, at, eight):
    def code(target, builder, kind, args):
        _, place = _row_place(builder, kind.args[0], args[0], args[1])
        word = builder.bitcast(place, WORD.as_pointer())
        builder.store(args[2], word, align=1)
        return target.get_dummy_value()

    return types.void(row, types.int64, types.int64), code


def _row(rows, at):
    if not isinstance(rows, types.Array):
        return None
    width = rows.dtype.bitwidth // 8
    return lambda rows, at: _row_at(rows, rows.ctypes.data + at * rows.shape[1] * width)


def _mix(builder, *parts):
    """As ``words.mixed``, with words that wrap."""
    salts = [ir.Constant(WORD, salt) for salt in words.SALTS]
    a, b, c, d = (builder.mul(part, salt) for part, salt in zip(parts, salts, strict=True))
    word = builder.xor(builder.xor(a, b), builder.xor(c, d))
    word = builder.xor(word, builder.lshr(word, ir.Constant(WORD, 29)))
    word = builder.mul(word, salts[0])
    return builder.xor(word, builder.lshr(word, ir.Constant(WORD, 32)))


@intrinsic
def _mixed(_context, a, b, c, d):
    kind = types.int64
    return kind(kind, kind, kind, kind), lambda _c, builder, _s, args: _mix(builder, *args)


# The intrinsics


def _pick(narrow, broad):
    def chosen(mask):
        if isinstance(mask, WideType):
            return lambda mask: broad(mask)
        return lambda mask: narrow(mask)

    return chosen


def _nth_by_loop(cards, place):
    while place > 0:
        cards &= cards - 1
        place -= 1
    return _lowest(cards)


INTRINSICS = {
    words.nth: lambda cards, place: (
        (lambda cards, place: _nth(cards, place)) if DEPOSITS else _nth_by_loop
    ),
    tarock.lowest: _pick(_lowest, _wide_lowest),
    tarock.highest: _pick(_highest, _wide_highest),
    tarock.count: _pick(_count, _wide_count),
    words.row: _row,
    words.store_eight: lambda out, at, eight: lambda out, at, eight: _store_eight(out, at, eight),
    words.address: lambda block: lambda block: block.ctypes.data,
    words.load: lambda block, at: lambda block, at: _load(block, at),
    words.store: lambda block, at, value: lambda block, at, value: _store(block, at, value),
    words.mixed: lambda a, b, c, d: lambda a, b, c, d: _mixed(a, b, c, d),
    words.wide: lambda low, high: lambda low, high: _wide(low, high),
    words.low_word: lambda cards: lambda cards: _low(cards),
    words.high_word: lambda cards: lambda cards: _high(cards),
    words.place: lambda number: lambda number: _place(number),
    words.number: lambda card: lambda card: _number(card),
}
"""For each function numba cannot read what stands in for it."""

"""Intrinsics for the few functions numba cannot read, and the registration of the rest.

This module and ``wide`` alone speak numba's own, untyped language; they are imported only once
something is compiled.
"""

from __future__ import annotations

import operator
from functools import partial
from types import FunctionType

from llvmlite import binding, ir
from numba import types
from numba.core.imputils import lower_builtin, lower_constant
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
from trull.machine.wide import LONG, PLACE, WIDE, WORD, Compiler, pick, teach

INLINE = {"forceinline": True, "nogil": True}
SMALL = 250  # bytes of code; what is longer the compiler inlines or not, as it likes
BIT = ir.IntType(1)
PAIR = ir.FunctionType(WORD, [WORD, WORD])
DEPOSITS = binding.get_host_cpu_features().get("bmi2", False)


def register(function: FunctionType) -> None:
    """Let compiled code call this function as it stands, or its twin where it has one."""
    if function in INTRINSICS:
        overload(function, jit_options=INLINE)(INTRINSICS[function])
        return
    # A kernel is given a whole pack of constants: inlined, they stay constants.
    apart = "apart" in vars(function)
    kernel = function.__module__.startswith("trull.kernels")
    short = len(function.__code__.co_code) < SMALL
    inlined = (kernel or short or "hot" in vars(function)) and not apart
    # What an inlined function calls is inlined as well, unless it says no: so numba hands it down.
    called = {"forceinline": False, "nogil": True} if apart else {"nogil": True}
    register_jitable(**(INLINE if inlined else called))(function)


# Types


class FieldType(types.Type):
    """A named word of a block."""

    def __init__(self):
        super().__init__(name="Field")


class RowType(types.Type):
    """A row of a table of numbers, known by its address: no count of references is kept."""

    def __init__(self, dtype):
        super().__init__(name=f"Row({dtype})")
        self.dtype = dtype


FIELD = FieldType()


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


# Instructions


def _word(builder, value):
    return builder.trunc(value, WORD) if value.type == LONG else value


def _count_of(builder, value):
    return _word(builder, builder.ctpop(value))


def _lowest_of(builder, value):
    return _word(builder, builder.cttz(value, ir.Constant(BIT, 1)))


def _highest_of(builder, value):
    above = _word(builder, builder.ctlz(value, ir.Constant(BIT, 1)))
    return builder.sub(ir.Constant(WORD, value.type.width - 1), above)


def _nth_of(builder, cards, place):
    """Where the processor can put a bit to the n-th place of a mask, no loop has to guess."""
    deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), PAIR)
    one = builder.shl(ir.Constant(WORD, 1), place)
    return builder.cttz(builder.call(deposit, [one, cards]), ir.Constant(BIT, 1))


CPU = Compiler(
    overload=partial(overload, jit_options=INLINE),
    intrinsic=intrinsic,
    register_model=register_model,
    primitive=models.PrimitiveModel,
    typeof_impl=typeof_impl,
    lower_constant=lower_constant,
    lower_cast=lower_cast,
)
_one, _two = CPU.one, CPU.two
_nth = _two(_nth_of, types.int64, types.int64, types.int64)
_count = _one(_count_of, types.int64, types.int64)
_lowest = _one(_lowest_of, types.int64, types.int64)
_highest = _one(_highest_of, types.int64, types.int64)
_wide_count = _one(_count_of, types.int64, WIDE)
_wide_lowest = _one(_lowest_of, PLACE, WIDE)
_wide_highest = _one(_highest_of, PLACE, WIDE)


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


_at = _one(lambda _builder, field: field, types.int64, FIELD)


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


def _nth_by_loop(cards, place):
    while place > 0:
        cards &= cards - 1
        place -= 1
    return _lowest(cards)


INTRINSICS = {
    words.nth: lambda cards, place: (
        (lambda cards, place: _nth(cards, place)) if DEPOSITS else _nth_by_loop
    ),
    tarock.lowest: pick(_lowest, _wide_lowest),
    tarock.highest: pick(_highest, _wide_highest),
    tarock.count: pick(_count, _wide_count),
    words.row: _row,
    words.store_eight: lambda out, at, eight: lambda out, at, eight: _store_eight(out, at, eight),
    words.address: lambda block: lambda block: block.ctypes.data,
    words.load: lambda block, at: lambda block, at: _load(block, at),
    words.store: lambda block, at, value: lambda block, at, value: _store(block, at, value),
    words.mixed: lambda a, b, c, d: lambda a, b, c, d: _mixed(a, b, c, d),
    **teach(CPU),
}
"""For each function numba cannot read what stands in for it."""

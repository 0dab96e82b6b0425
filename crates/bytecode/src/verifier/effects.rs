//! Effects of the register machine's instructions: what they read from registers and write to them.

use crate::{ActivationKind, Instruction, Intrinsic, LISTED_ARGUMENTS, ListCall, OWN_ARGUMENTS, Role};

/// Possible contents of a register, as a set.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub const NONE: Kinds = Kinds(0);
    /// A value of the language.
    pub const VALUE: Kinds = Kinds(1);
    /// The marker of a hole, or of an uninitialised binding.
    pub const EMPTY: Kinds = Kinds(2);
    /// The record that has a variable.
    pub const PLACE: Kinds = Kinds(4);
    /// A value that waits to be returned.
    pub const COMPLETION: Kinds = Kinds(8);
    /// The state of a `for`-`in`.
    pub const ENUMERATION: Kinds = Kinds(16);
    /// The state of a `yield*`.
    pub const DELEGATE: Kinds = Kinds(32);
    pub const ANY: Kinds = Kinds(63);

    pub const fn bits(self) -> u8 {
        self.0
    }

    pub const fn of_bits(bits: u8) -> Kinds {
        Kinds(bits)
    }

    pub const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub const fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    pub const fn is_within(self, others: Kinds) -> bool {
        self.0 & !others.0 == 0
    }
}

/// Receives an instruction's effects, in that order.
pub(super) trait Visitor {
    fn read(&mut self, register: u32, allowed: Kinds);
    fn write(&mut self, register: u32, kinds: Kinds);
    fn copy(&mut self, from: u32, to: u32);
    /// Reports that a callee overwrites the registers from this one on.
    fn clobber(&mut self, from: u32);

    /// Reports that a row of registers is read.
    fn read_row(&mut self, first: u32, count: u32, allowed: Kinds) {
        (first..first.saturating_add(count)).for_each(|register| self.read(register, allowed));
    }

    /// Reports that a row of registers becomes undefined. It may be as long as the frame.
    fn forget(&mut self, first: u32, count: u32) {
        (first..first.saturating_add(count)).for_each(|register| self.write(register, Kinds::VALUE));
    }
}

/// Register of `this`, which direct evals access, and which constructors return if they return no object.
const THIS: u32 = 0;

fn read_row(first: u32, count: u32, allowed: Kinds, visitor: &mut impl Visitor) {
    visitor.read_row(first, count, allowed);
}

/// Returns how many registers an instruction reads, for those that may read a whole frame.
pub(super) fn row_read(instruction: Instruction) -> u32 {
    use Instruction::*;
    match instruction {
        AppendElements { count, .. } => count,
        Concatenate { count, .. } => count.into(),
        CallWide { argc, .. } | TailCallWide { argc, .. } | CallEvalWide { argc, .. } | NewWide { argc, .. } => {
            argc.into()
        }
        ConstructSuper { argc: OWN_ARGUMENTS | LISTED_ARGUMENTS, .. } => 0,
        ConstructSuper { argc, .. } => argc.into(),
        _ => 0,
    }
}

/// Visits a call with `this` and this many arguments after the callee. Afterwards the callee's own register can have any
/// content as well: an async function has its activation there, and a function replaced in a tail call leaves that in
/// it.
fn call(dst: u8, base: u32, count: u32, visitor: &mut impl Visitor) {
    read_row(base, count.saturating_add(2), Kinds::VALUE, visitor);
    visitor.clobber(base);
    visitor.write(dst.into(), Kinds::VALUE);
}

/// Visits a call by `new`, which makes its own `this`.
fn construct(dst: u8, base: u32, count: u32, visitor: &mut impl Visitor) {
    visitor.read(base, Kinds::VALUE);
    read_row(base.saturating_add(2), count, Kinds::VALUE, visitor);
    visitor.clobber(base);
    visitor.write(dst.into(), Kinds::VALUE);
}

/// Returns whether an instruction reads the `this` that a `super` call will bind, so that the next one can check that
/// it has no value yet.
pub(super) fn asks_whether_bound(instruction: Instruction, next: Option<&Instruction>) -> bool {
    let (Instruction::GetOuter { dst, .. }, Some(&Instruction::Intrinsic { which, first, .. })) = (instruction, next)
    else {
        return false;
    };
    first == u32::from(dst) && Intrinsic::from_number(which) == Some(Intrinsic::CheckUnbound)
}

/// Visits the effects of an instruction, for the case that control continues with the next one. Some effects depend on
/// that.
pub(super) fn visit(
    instruction: Instruction,
    next: Option<&Instruction>,
    activation: ActivationKind,
    visitor: &mut impl Visitor,
) {
    use Instruction::*;
    const VALUE: Kinds = Kinds::VALUE;
    const OR_EMPTY: Kinds = Kinds::VALUE.or(Kinds::EMPTY);
    const OR_PLACE: Kinds = Kinds::VALUE.or(Kinds::PLACE);
    const OR_COMPLETION: Kinds = Kinds::VALUE.or(Kinds::COMPLETION);
    match instruction {
        LoadEmpty { dst } => visitor.write(dst.into(), Kinds::EMPTY),
        Move { dst, src } => visitor.copy(src.into(), dst.into()),
        LoadWide { dst, index } => visitor.copy(index, dst.into()),
        StoreWide { src, index } => visitor.copy(src.into(), index),
        CheckInitialized { src, .. } => {
            visitor.read(src.into(), OR_EMPTY);
            visitor.write(src.into(), VALUE);
        }
        ResolveName { dst, .. } => visitor.write(dst.into(), OR_PLACE),
        GetResolved { dst, place, .. } => {
            visitor.read(place.into(), OR_PLACE);
            visitor.write(dst.into(), VALUE);
        }
        SetResolved { src, place, .. } => {
            visitor.read(src.into(), VALUE);
            visitor.read(place.into(), OR_PLACE);
        }
        AppendElements { array, first, count } => {
            visitor.read(array.into(), VALUE);
            read_row(first.into(), count, OR_EMPTY, visitor);
        }
        MakeObject { dst, first, count, .. } | MakeArray { dst, first, count, .. } => {
            read_row(first.into(), count.into(), VALUE, visitor);
            visitor.write(dst.into(), VALUE);
        }
        Concatenate { dst, count, first } => {
            read_row(first, count.into(), VALUE, visitor);
            visitor.write(dst.into(), VALUE);
        }
        GetOuter { dst, .. } if asks_whether_bound(instruction, next) => visitor.write(dst.into(), OR_EMPTY),
        Intrinsic { which, dst, first } => intrinsic(which, dst, first, visitor),
        ForInStart { dst, src } => {
            visitor.read(src.into(), VALUE);
            visitor.write(dst.into(), Kinds::ENUMERATION);
        }
        ForInNext { dst, enumeration, .. } => {
            visitor.read(enumeration.into(), Kinds::ENUMERATION);
            visitor.write(dst.into(), VALUE);
        }
        GetIterator { src, iter } => {
            visitor.read(src.into(), VALUE);
            (iter..iter + ROW).for_each(|register| visitor.write(register, VALUE));
        }
        IteratorNext { dst, iter } => {
            read_row(iter, ROW, VALUE, visitor);
            // The awaited value is the result of `next`.
            let is_awaited = matches!(next, Some(Await { .. }));
            visitor.write(dst.into(), if is_awaited { VALUE } else { OR_EMPTY });
        }
        IteratorUnpack { dst, iter, .. } | IteratorSkip { dst, iter, .. } => {
            read_row(iter.into(), ROW, VALUE, visitor);
            visitor.read(dst.into(), OR_EMPTY);
            visitor.write(dst.into(), VALUE);
        }
        IteratorReturn { dst, iter, .. } => {
            read_row(iter.into(), ROW, VALUE, visitor);
            visitor.write(dst.into(), VALUE);
        }
        CallList { dst, form, base, .. } if ListCall::from_number(form).is_some_and(ListCall::applies) => {
            call(dst, base.into(), 1, visitor);
        }
        CallList { dst, form, base, .. } => {
            visitor.read(THIS, VALUE);
            visitor.read(base.into(), VALUE);
            if ListCall::from_number(form) != Some(ListCall::New) {
                visitor.read(u32::from(base) + 1, VALUE);
            }
            visitor.read(u32::from(base) + 2, VALUE);
            visitor.write(dst.into(), VALUE);
        }
        Call { dst, callee, base, argc, plain } | TailCall { dst, callee, base, argc, plain } => {
            let base = u32::from(base);
            visitor.read(callee.into(), VALUE);
            if plain == 0 {
                visitor.read(base + 1, VALUE);
            }
            read_row(base + 2, argc.into(), VALUE, visitor);
            visitor.clobber(base);
            visitor.write(dst.into(), VALUE);
        }
        CallEval { dst, base, argc, .. } => {
            visitor.read(THIS, VALUE);
            call(dst, base.into(), argc.into(), visitor);
        }
        New { dst, base, argc } => construct(dst, base.into(), argc.into(), visitor),
        NewWide { dst, argc, base } => construct(dst, base, argc.into(), visitor),
        CallWide { dst, argc, base } | TailCallWide { dst, argc, base } => {
            call(dst, base, argc.into(), visitor);
        }
        CallEvalWide { dst, argc, base, .. } => {
            visitor.read(THIS, VALUE);
            call(dst, base.into(), argc.into(), visitor);
        }
        ConstructSuper { dst, argc, base } => {
            let more = match argc {
                OWN_ARGUMENTS => 0,
                LISTED_ARGUMENTS => 1,
                argc => argc.into(),
            };
            call(dst, base, more, visitor);
        }
        GetMethod { base, object, .. } => {
            visitor.read(object.into(), VALUE);
            pair(base, visitor);
        }
        GetMethodElement { base, object, key } => {
            visitor.read(object.into(), VALUE);
            visitor.read(key.into(), VALUE);
            pair(base, visitor);
        }
        GetNameAndThis { base, .. } | GetGlobalAndThis { base, .. } => pair(base, visitor),
        CoerceThis {} | ReturnUndefined {} => visitor.read(THIS, VALUE),
        Return { src } => {
            let returns = matches!(activation, ActivationKind::Generator | ActivationKind::AsyncGenerator);
            visitor.read(src.into(), if returns { OR_COMPLETION } else { VALUE });
            visitor.read(THIS, VALUE);
        }
        Rethrow { src } => visitor.read(src, OR_COMPLETION),
        Forget { first, count } => visitor.forget(first.into(), count.into()),
        OpenDelegate { dst, src } => {
            visitor.read(src.into(), VALUE);
            visitor.write(dst.into(), Kinds::DELEGATE);
        }
        CallDelegate { base } | JumpIfDelegated { base, .. } | YieldDelegate { base, .. } => {
            visitor.read(base.into(), Kinds::DELEGATE);
            visitor.read(u32::from(base) + 1, VALUE);
            visitor.write(u32::from(base) + 1, VALUE);
        }
        plain => {
            plain.operands(|_, role, value| {
                if matches!(role, Role::Src | Role::Wide) {
                    visitor.read(value as u32, VALUE);
                }
            });
            plain.operands(|_, role, value| {
                if role == Role::Dst {
                    visitor.write(value as u32, VALUE);
                }
            });
        }
    }
}

/// Registers of an iterator.
const ROW: u32 = 3;

/// Visits writes of a function, and `this` for it.
fn pair(base: u8, visitor: &mut impl Visitor) {
    visitor.write(base.into(), Kinds::VALUE);
    visitor.write(u32::from(base) + 1, Kinds::VALUE);
}

/// Visits the operands of an intrinsic, with the internal contents that some of them may have, and the write of its value.
fn intrinsic(number: u8, dst: u8, first: u32, visitor: &mut impl Visitor) {
    if let Some(which) = Intrinsic::from_number(number) {
        for operand in 0..which.operand_count() as u32 {
            let more = match (which, operand) {
                (Intrinsic::CheckUnbound, _) => Kinds::EMPTY,
                (Intrinsic::BindThis, 0) => Kinds::PLACE,
                (Intrinsic::IsReturn, _) | (Intrinsic::NoteError, 1) => Kinds::COMPLETION,
                _ => Kinds::NONE,
            };
            visitor.read(first.saturating_add(operand), Kinds::VALUE.or(more));
        }
    }
    visitor.write(dst.into(), Kinds::VALUE);
}

/// Visits the registers that an instruction writes. See [`Instruction::written`].
pub(crate) fn written(instruction: Instruction, visit_written: impl FnMut(u32)) {
    struct Written<F>(F);
    impl<F: FnMut(u32)> Visitor for Written<F> {
        fn read(&mut self, _: u32, _: Kinds) {}

        fn write(&mut self, register: u32, _: Kinds) {
            (self.0)(register);
        }

        fn copy(&mut self, _: u32, to: u32) {
            (self.0)(to);
        }

        fn clobber(&mut self, _: u32) {}
    }
    visit(instruction, None, ActivationKind::Plain, &mut Written(visit_written));
}

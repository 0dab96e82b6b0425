//! Iterators in rows of three registers, and exits that close them.
//!
//! An exit from the body of a `for`-`of` closes its iterator. If nothing else is to be done, it does so in place. The
//! code lies in the range of the catcher that closes the iterator on exceptions, but the iterator counts as done by
//! then. Exceptions of the closing must not get to `catch` clauses inside of the body, though, and exits from many
//! loops must not take code in each of them. Such exits meet behind the body, where the iterator is a station for them
//! (`stations`).

use ferrotape_bytecode::{Instruction, Intrinsic};
use ferrotape_syntax::scope::ScopeId;
use ferrotape_syntax::tree::ExpressionId;
use ferrotape_text::Name;

use super::emitter::SHUFFLE;
use super::exits::{Control, Exit};
use super::operand::{Literal, Operand};
use super::stations::{Station, Ways};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;
use crate::lowering::{Forms, IteratorHint, Iterators, Jumps, Key, Parts, Scopes, close, close_thrown};

/// Registers of an iterator.
#[derive(Copy, Clone)]
pub(crate) struct IteratorRow {
    first: Register,
    hint: IteratorHint,
}

impl IteratorRow {
    pub fn object(self) -> Register {
        self.first
    }

    pub fn next(self) -> Register {
        self.first.offset(1)
    }

    pub fn done(self) -> Register {
        self.first.offset(2)
    }
}

/// An iterator that exits must close.
pub(super) struct Closing {
    iterator: IteratorRow,
    /// Position of the iterable. Errors of closing point at it, whatever the exit is.
    at: u32,
    /// Number of catchers that protect the loop, its own included.
    catcher_depth: u32,
    pub station: Station,
}

impl<'t> Parts<'t> for FunctionCompiler<'t> {
    fn hold(&mut self, value: Register) -> Compiled<Register> {
        if self.is_temporary(value) {
            return Ok(value);
        }
        let held = self.temporary()?;
        self.mov(held, value);
        Ok(held)
    }

    fn held(&mut self, held: Register) -> Compiled<Register> {
        Ok(held)
    }

    fn or_default(&mut self, value: Register, default: ExpressionId) -> Compiled<Register> {
        let end = self.core.label();
        let a = self.low(value, 0);
        self.emit(Instruction::JumpIfNotUndefined { a, to: end.0 });
        self.expression_to(default, value)?;
        self.bind(end);
        Ok(value)
    }

    fn require_coercible(&mut self, value: Register, first: Option<Name>) -> Compiled {
        let (mark, end) = (self.mark(), self.core.label());
        let a = self.low(value, 0);
        self.emit(Instruction::JumpIfNotNullish { a, to: end.0 });
        let row = self.frame_register()?;
        let name = self.frame_register()?;
        self.mov(row, value);
        self.put(Operand::Literal(first.map_or(Literal::Undefined, Literal::String)), name)?;
        let at = self.core.position;
        self.intrinsic(Intrinsic::RequireCoercible, row, row, at);
        self.bind(end);
        self.release(mark);
        Ok(())
    }

    fn property_key(&mut self, key: ExpressionId) -> Compiled<Register> {
        let dst = self.temporary()?;
        self.expression_to(key, dst)?;
        self.core.position = self.core.tree[key].span.start;
        let src = self.low(dst, 0);
        self.write(dst, |dst| Instruction::ToPropertyKey { dst, src });
        Ok(dst)
    }

    fn member(&mut self, object: Register, key: Key<Register>, at: u32) -> Compiled<Register> {
        let dst = self.temporary()?;
        match key {
            Key::Name(name) if ferrotape_bytecode::array_index(self.core.session.names.text(name)).is_none() => {
                self.put(Operand::Property { object, name, at }, dst)?;
            }
            key => {
                let literal = self.literal_key(key);
                self.put(literal, dst)?;
                self.put(Operand::Element { object, key: dst, at }, dst)?;
            }
        }
        Ok(dst)
    }

    fn new_list(&mut self) -> Compiled<Register> {
        let list = self.temporary()?;
        self.write(list, |dst| Instruction::NewArray { dst, capacity: 0 });
        Ok(list)
    }

    fn append(&mut self, list: Register, value: Register) -> Compiled {
        let (array, first) = (self.low(list, 0), self.low(value, 1));
        self.emit(Instruction::AppendElements { array, first, count: 1 });
        Ok(())
    }

    fn append_key(&mut self, list: Register, key: Key<Register>) -> Compiled {
        let mark = self.mark();
        let key = self.literal_key(key);
        let key = self.in_register(key, mark, None)?;
        self.append(list, key)?;
        self.release(mark);
        Ok(())
    }

    fn rest_properties(&mut self, source: Register, taken: Register) -> Compiled<Register> {
        let [first, second] = [self.frame_register()?, self.frame_register()?];
        self.mov(first, source);
        self.mov(second, taken);
        let at = self.core.position;
        self.intrinsic(Intrinsic::RestProperties, first, first, at);
        Ok(first)
    }

    fn argument(&mut self, position: u32) -> Compiled<Register> {
        Ok(self.arguments[position as usize])
    }

    fn rest_arguments(&mut self, start: u32) -> Compiled<Register> {
        let first = self.frame_register()?;
        self.put(Operand::Literal(Literal::Number(start.into())), first)?;
        let at = self.core.position;
        self.intrinsic(Intrinsic::RestArguments, first, first, at);
        Ok(first)
    }
}

impl<'t> Iterators<'t> for FunctionCompiler<'t> {
    fn open_iterator(&mut self, iterable: Register, at: u32) -> Compiled<IteratorRow> {
        let row = self.iterator_row(IteratorHint::Sync)?;
        self.get_iterator(iterable, row, at)?;
        Ok(row)
    }

    fn open_iterator_in(
        &mut self,
        id: ExpressionId,
        around: Option<ScopeId>,
        hint: IteratorHint,
        at: u32,
    ) -> Compiled<IteratorRow> {
        let row = self.iterator_row(hint)?;
        let mark = self.mark();
        if let Some(scope) = around {
            self.enter_scope(scope)?;
            self.empty_bindings(scope)?;
        }
        let iterable = self.expression(id, None)?;
        if let Some(scope) = around {
            self.leave_scope(scope);
        }
        self.release(mark);
        self.get_iterator(iterable, row, at)?;
        Ok(row)
    }

    fn step(&mut self, row: IteratorRow, end: Label) -> Compiled<Register> {
        let iter = row.first.0;
        let register = self.temporary()?;
        if row.hint == IteratorHint::Async {
            self.forget()?;
        }
        // The two instructions must be adjacent, so a high register gets its value after them.
        let is_low = self.fits(register);
        let dst = if is_low { register.0 as u8 } else { SHUFFLE as u8 };
        self.emit(Instruction::IteratorNext { dst, iter });
        self.await_in_place(row, dst);
        self.emit(Instruction::IteratorUnpack { dst, iter: iter as u16, to: end.0 });
        if !is_low {
            self.emit(Instruction::StoreWide { src: dst, index: register.0 });
        }
        Ok(register)
    }

    fn step_or_undefined(&mut self, row: IteratorRow) -> Compiled<Register> {
        let (none, end) = (self.core.label(), self.core.label());
        self.branch_done(row, none)?;
        let dst = self.step(row, none)?;
        self.jump(end);
        self.bind(none);
        self.put(Operand::Literal(Literal::Undefined), dst)?;
        self.bind(end);
        Ok(dst)
    }

    fn skip(&mut self, row: IteratorRow) -> Compiled {
        let end = self.core.label();
        self.branch_done(row, end)?;
        let (register, iter) = (self.temporary()?, row.first.0);
        let dst = if self.fits(register) { register.0 as u8 } else { SHUFFLE as u8 };
        self.emit(Instruction::IteratorNext { dst, iter });
        self.emit(Instruction::IteratorSkip { dst, iter: iter as u16, to: end.0 });
        self.bind(end);
        Ok(())
    }

    fn branch_done(&mut self, row: IteratorRow, to: Label) -> Compiled {
        let a = self.low(row.done(), 0);
        self.emit(Instruction::JumpIfTrue { a, to: to.0 });
        Ok(())
    }

    fn return_of(&mut self, row: IteratorRow, none: Label) -> Compiled<Register> {
        let register = self.temporary()?;
        if row.hint == IteratorHint::Async {
            self.forget()?;
        }
        let (iter, to) = (row.first.0 as u16, none.0);
        self.write(register, |dst| Instruction::IteratorReturn { dst, iter, to });
        let low = self.low(register, 0);
        self.await_in_place(row, low);
        if row.hint == IteratorHint::Async && !self.fits(register) {
            self.emit(Instruction::StoreWide { src: low, index: register.0 });
        }
        Ok(register)
    }

    fn require_object(&mut self, value: Register) -> Compiled {
        self.intrinsic_of(Intrinsic::RequireObject, value).map(|_| ())
    }

    fn closing(
        &mut self,
        iterator: IteratorRow,
        at_end: bool,
        at: u32,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        let (value, end, on_throw, entry) = (self.reserved()?, self.core.label(), self.core.label(), self.core.label());
        let kind = match self.innermost_station() {
            // No exit begins in a pattern.
            _ if at_end => value,
            Some(around) => around.kind,
            None => self.reserved()?,
        };
        let (station, catcher_depth) = (Station::new(entry, kind, value), self.catcher_depth + 1);
        self.push_station(Control::Close(Closing { iterator, at, catcher_depth, station }));
        let (scope, mut completes) = (self.scope, true);
        self.guarded(on_throw, value, scope, true, |this| {
            body(this)?;
            completes = !this.is_unreachable();
            Ok(())
        })?;
        let station = self.pop_station();
        self.core.position = at;
        if completes {
            if at_end {
                close(self, iterator)?;
            }
            self.jump(end);
        }
        self.bind(on_throw);
        if self.core.function.is_generator {
            self.close_for_return(iterator, value)?;
        }
        close_thrown(self, iterator)?;
        self.emit(Instruction::Rethrow { src: value.0 });
        if let Some(station) = station.filter(Station::is_passed) {
            self.bind(entry);
            close(self, iterator)?;
            self.go_on(station, Ways { completes: false, throws: false })?;
        }
        self.bind(end);
        Ok(())
    }

    fn ignoring(&mut self, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        let mark = self.mark();
        let thrown = self.temporary()?;
        let (end, on_throw) = (self.core.label(), self.core.label());
        self.guarded(on_throw, thrown, self.scope, false, body)?;
        self.jump(end);
        self.bind(on_throw);
        self.bind(end);
        self.release(mark);
        Ok(())
    }
}

impl FunctionCompiler<'_> {
    /// Takes a row. Its values are set later.
    pub(super) fn iterator_row(&mut self, hint: IteratorHint) -> Compiled<IteratorRow> {
        let first = self.frame_register()?;
        self.frame_register()?;
        self.frame_register()?;
        Ok(IteratorRow { first, hint })
    }

    fn get_iterator(&mut self, src: Register, IteratorRow { first, hint }: IteratorRow, at: u32) -> Compiled {
        self.core.position = at;
        if hint == IteratorHint::Async {
            return self.get_async_iterator(src, first, at);
        }
        let src = self.low(src, 0);
        self.emit(Instruction::GetIterator { src, iter: first.0 });
        Ok(())
    }

    /// Emits steps of GetIterator ( obj, async ), ECMA-262 7.4.4.
    fn get_async_iterator(&mut self, src: Register, first: Register, at: u32) -> Compiled {
        self.mov(first, src);
        self.intrinsic(Intrinsic::AsyncIterator, first, first, at);
        let name = self.core.session.names.intern_ascii("next");
        self.put(Operand::Property { object: first, name, at }, first.offset(1))?;
        self.put(Operand::Literal(Literal::Boolean(false)), first.offset(2))
    }

    /// Awaits the result of an async iterator's method.
    fn await_in_place(&mut self, IteratorRow { hint, .. }: IteratorRow, register: u8) {
        if hint == IteratorHint::Async {
            let live = self.live();
            self.emit(Instruction::Await { dst: register, src: register, live });
        }
    }

    /// Closes the iterator on a `return` of a generator, which gets to handlers like an exception.
    fn close_for_return(&mut self, iterator: IteratorRow, value: Register) -> Compiled {
        let thrown = self.core.label();
        let mark = self.mark();
        let is_return = self.intrinsic_of(Intrinsic::IsReturn, value)?;
        let a = self.low(is_return, 0);
        self.emit(Instruction::JumpIfFalse { a, to: thrown.0 });
        self.release(mark);
        close(self, iterator)?;
        self.emit(Instruction::Rethrow { src: value.0 });
        self.bind(thrown);
        Ok(())
    }

    /// Returns whether the station at that depth, the innermost one, is an iterator that exits close in place.
    pub(super) fn is_closed_in_place(&self, depth: u32) -> bool {
        match self.controls.get(depth as usize) {
            Some(Control::Close(closing)) => closing.catcher_depth == self.catcher_depth,
            _ => false,
        }
    }

    /// Emits an exit that leads past one iterator and nothing else.
    pub(super) fn leave_iterator(&mut self, mut exit: Exit, depth: u32, lowest: u32) -> Compiled {
        self.close_scopes(depth + 1);
        let Some(&Control::Close(Closing { iterator, at, station: Station { value, .. }, .. })) =
            self.controls.get(depth as usize)
        else {
            return Ok(());
        };
        if let Exit::Return(result) = exit {
            self.mov(value, result);
            exit = Exit::Return(value);
        }
        let position = std::mem::replace(&mut self.core.position, at);
        close(self, iterator)?;
        self.core.position = position;
        if let Exit::Jump(..) = exit {
            self.close_scopes_between(lowest, depth);
        }
        self.arrive(exit)
    }

    // Sources of values for patterns.

    /// Emits an intrinsic of one operand. Its value replaces the copy of the operand.
    pub(super) fn intrinsic_of(&mut self, which: Intrinsic, operand: Register) -> Compiled<Register> {
        let first = self.frame_register()?;
        self.mov(first, operand);
        let at = self.core.position;
        self.intrinsic(which, first, first, at);
        Ok(first)
    }

    fn literal_key(&self, key: Key<Register>) -> Operand {
        match key {
            Key::Name(name) => Operand::Literal(Literal::String(name)),
            Key::Number(number) => Operand::Literal(Literal::Number(number)),
            Key::Computed(register) => Operand::Register(register),
        }
    }
}

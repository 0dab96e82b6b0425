//! Calls that the host has not answered, and the program that waits for them.
//!
//! A call is answered once, by its id: so each id is one that was given, and the one frame that waits has its call. Where that
//! frame stands is looked at with the other frames (`execution`).

use std::sync::Arc;

use ferrotape_bytecode::{Reader, Saved};

use super::super::Done;
use super::{Reading, unreadable};
use ferrotape_runtime::error::StackEntry;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::module;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::pausing::Slice;
use ferrotape_runtime::pending::{self, Keyed, Line, Noted, OfFuture, PendingCall, Waits};
use ferrotape_runtime::program::{Allowance, Blocked, Main, Program, Turn};
use ferrotape_runtime::promise::{Capability, read_function, read_promise};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

const WRONG_CALL: &str = "a call waits for the host that nobody has made";

/// More calls than any program makes: their numbers never overflow.
const MOST_CALLS: u64 = 1 << 53;

impl Reading<'_, '_> {
    /// Reads the calls that wait for the host.
    pub(super) fn read_calls(&mut self) -> Done<()> {
        let made = self.reader.number()?;
        if made > MOST_CALLS {
            return unreadable(WRONG_CALL);
        }
        pending::set_calls_made(self.vm, made);
        self.vm.agent.calls.line = Line { id: bytes_of(&mut self.reader)?, forks: self.reader.number()? };
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let name = self.call_name()?;
            let made = self.reader.number()?.min(MOST_CALLS);
            pending::set_calls_counted(self.vm, name, made);
        }
        for _ in 0..self.reader.count(10)? {
            self.room()?;
            let id = self.reader.number()?;
            let name = self.call_name()?;
            let is_new = bool::read(&mut self.reader)?;
            let asks = bool::read(&mut self.reader)?;
            let noted = noted(&mut self.reader)?;
            let keyed = match bool::read(&mut self.reader)? {
                true => Some(keyed(&mut self.reader)?),
                false => None,
            };
            let stack = stack_of_call(self.vm, &mut self.reader)?;
            let waits = match bool::read(&mut self.reader)? {
                true => Waits::Promise(read_promise(self)?),
                false => Waits::Frame,
            };
            let of_future = match bool::read(&mut self.reader)? {
                true => Some(OfFuture { function: self.value()?, this: self.value()?, is_going_on: false }),
                false => None,
            };
            if of_future.is_some() && (waits == Waits::Frame || asks) {
                return unreadable(WRONG_CALL);
            }
            let count = self.reader.count(1)?;
            self.vm.heap.room(count.saturating_mul(2 * size_of::<Value>()))?;
            self.vm.heap.work(count as u64)?;
            let arguments = (0..count).map(|_| self.value()).collect::<Done<Box<[Value]>>>()?;
            let call = PendingCall { name, arguments, waits, is_new, asks, of_future, stack, noted, keyed };
            if !pending::add_kept_call(self.vm, id, call)? {
                return unreadable(WRONG_CALL);
            }
        }
        Ok(())
    }

    fn call_name(&mut self) -> Done<Arc<str>> {
        let name = self.reader.text()?;
        self.vm.heap.room(name.len().saturating_mul(2))?;
        Ok(Arc::from(&*String::from_utf8_lossy(name)))
    }

    /// The program, if there is one. Its frames follow.
    pub(super) fn read_program(&mut self) -> Done<Option<Program>> {
        let kind = self.reader.byte()?;
        if kind > 3 {
            return unreadable("there is no such program");
        }
        if kind == 0 {
            let is_waited_for = self.vm.agent.calls.iter().any(|(_, call)| call.waits == Waits::Frame);
            return if is_waited_for { unreadable(WRONG_CALL) } else { Ok(None) };
        }
        let realm = self.realm()?;
        let spent = self.reader.number()?;
        let (time, answer_bytes) = (allowance(&mut self.reader)?, allowance(&mut self.reader)?);
        let main = self.read_main()?;
        let turn = self.read_turn()?;
        let blocked = self.read_blocked()?;
        let waiting = blocked.filter(|blocked| blocked.answer.is_none()).map(|blocked| blocked.call);
        let mut by_frames = self.vm.agent.calls.iter().filter(|(_, call)| call.waits == Waits::Frame);
        if by_frames.next().map(|(id, _)| id) != waiting || by_frames.next().is_some() {
            return unreadable(WRONG_CALL);
        }
        if let Some(Turn::Reaction(capability)) = turn {
            self.vm.agent.reaction_promise = capability.promise().as_object();
        }
        let is_alone = kind == 2;
        if is_alone && (blocked.is_some() || !matches!((main, turn), (Main::Script, Some(Turn::Script)))) {
            return unreadable("a script that has paused alone waits for something");
        }
        let slice = Slice::new(1, self.vm.execution.top, self.vm.execution.pc);
        let mut program = Program::new(slice, realm, main);
        (program.turn, program.blocked, program.spent, program.is_alone) = (turn, blocked, spent, is_alone);
        (program.time, program.answer_bytes) = (time, answer_bytes);
        program.has_recorded_answer = kind == 3;
        Ok(Some(program))
    }

    /// Reads what the program was started as, with the promise that it waits for at its end.
    fn read_main(&mut self) -> Done<Main> {
        Ok(match self.reader.byte()? {
            0 => Main::Script,
            1 => Main::Value(self.value()?),
            2 => {
                let number = self.reader.number()?;
                let module = self.module_at(number)?;
                let is_body_due = bool::read(&mut self.reader)?;
                let found = self.promise_or_null()?;
                if !module::is_linked(self.vm, module) {
                    return unreadable("a program is a module that is not linked");
                }
                module::set_body_due(self.vm, module, is_body_due && found.is_some());
                Main::Module { module, promise: found }
            }
            3 => {
                let function = read_function(self)?;
                let Some(function) = function.as_object() else { return unreadable("a program is not a function") };
                Main::Function { function, promise: self.promise_or_null()? }
            }
            4 => {
                let number = self.reader.number()?;
                let module = self.module_at(number)?;
                if module::body_of_module(self.vm, module).is_none() {
                    return unreadable("a program without code waits for imports");
                }
                module::set_body_due(self.vm, module, false);
                Main::Wanted { module, fetched: self.promise_or_null()? }
            }
            _ => return unreadable("there is no such program"),
        })
    }

    fn promise_or_null(&mut self) -> Done<Option<ObjectId>> {
        let value = self.value()?;
        match value.as_object() {
            Some(object) if matches!(self.vm.heap.kind(object), Kind::Promise(_)) => Ok(Some(object)),
            None if value.is_null() => Ok(None),
            _ => unreadable("a program waits for something that is not a promise"),
        }
    }

    /// Reads what the frames were run for: the script itself, or a job. `None` means that there are no frames.
    fn read_turn(&mut self) -> Done<Option<Turn>> {
        Ok(Some(match self.reader.byte()? {
            0 => return Ok(None),
            1 => Turn::Script,
            2 => {
                let number = self.reader.number()?;
                let module = self.module_at(number)?;
                if !module::is_linked(self.vm, module) {
                    return unreadable("the body of a module runs that is not linked");
                }
                Turn::Body(module)
            }
            3 => Turn::Reaction(Capability::read(self)?),
            4 => Turn::Thenable(read_function(self)?),
            5 => Turn::Callback,
            6 => Turn::Activation,
            7 => Turn::Function,
            _ => return unreadable("there is no such turn of a program"),
        }))
    }

    /// Reads the call that the innermost frame waits for, with its answer if the host has given one.
    fn read_blocked(&mut self) -> Done<Option<Blocked>> {
        let tag = self.reader.byte()?;
        if tag == 0 {
            return Ok(None);
        }
        let (call, below, dst) = (self.reader.number()?, self.small()?, self.reader.byte()?);
        let answer = match tag {
            1 => None,
            2 => Some(Ok(self.value()?)),
            3 => Some(Err(self.value()?)),
            _ => return unreadable(WRONG_CALL),
        };
        Ok(Some(Blocked { call, below, dst, answer }))
    }
}

/// Reads this many bytes as they are.
fn bytes_of<const COUNT: usize>(reader: &mut Reader<'_>) -> Done<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    bytes.copy_from_slice(reader.take(COUNT)?);
    Ok(bytes)
}

fn keyed(reader: &mut Reader<'_>) -> Done<Keyed> {
    Ok(Keyed { line: bytes_of(reader)?, contents: bytes_of(reader)? })
}

fn noted(reader: &mut Reader<'_>) -> Done<Noted> {
    let fuel = reader.number()?;
    let (argument_bytes, began) = (reader.number()?.checked_sub(1), reader.number()?.checked_sub(1));
    Ok(Noted { fuel, argument_bytes, began })
}

fn allowance(reader: &mut Reader<'_>) -> Done<Allowance> {
    Ok(Allowance { most: reader.number()?.checked_sub(1), used: reader.number()? })
}

/// Reads where a call was made.
fn stack_of_call(vm: &mut Vm, reader: &mut Reader<'_>) -> Done<Arc<[StackEntry]>> {
    let count = reader.count(5)?;
    vm.heap.work(count as u64)?;
    vm.heap.room(count.saturating_mul(2 * size_of::<StackEntry>()))?;
    let mut stack = Vec::with_capacity(count);
    for _ in 0..count {
        let (function, source) = (text_of_stack(vm, reader)?, text_of_stack(vm, reader)?);
        let (line, column) = (u32::read(reader)?, u32::read(reader)?);
        stack.push(StackEntry { function, source, line, column, is_async: bool::read(reader)? });
    }
    Ok(stack.into())
}

fn text_of_stack(vm: &mut Vm, reader: &mut Reader<'_>) -> Done<String> {
    let text = reader.text()?;
    vm.heap.room(text.len().saturating_mul(4))?;
    Ok(String::from_utf8_lossy(text).into_owned())
}

//! Calls that the host has not answered, and the program that was started: how far it has come, and what its frames are for.

use std::sync::Arc;

use super::super::{Done, JOB};
use super::Writing;
use ferrotape_runtime::error::StackEntry;
use ferrotape_runtime::module;
use ferrotape_runtime::object::Pieces;
use ferrotape_runtime::pending::{Keyed, Line, Noted, OfFuture, PendingCall, Waits};
use ferrotape_runtime::program::{Allowance, Blocked, Main, Turn};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    /// The calls, in the order in which they were made. Objects that they refer to are written with the others.
    pub(super) fn calls(&mut self) -> Done<()> {
        (self.current, self.current_key) = (JOB, PropertyKey::NONE);
        let calls: Vec<(u64, PendingCall)> = self.vm.agent.calls.iter().map(|(id, call)| (id, call.clone())).collect();
        self.waiting.number(self.vm.agent.calls.made());
        let Line { id, forks } = self.vm.agent.calls.line;
        self.waiting.bytes.extend(id);
        self.waiting.number(forks);
        let counted: Vec<(Arc<str>, u64)> =
            self.vm.agent.calls.counted().map(|(name, made)| (Arc::clone(name), made)).collect();
        self.waiting.number(counted.len() as u64);
        for (name, made) in counted {
            self.vm.work(1)?;
            self.waiting.text(name.as_bytes());
            self.waiting.number(made);
        }
        self.waiting.number(calls.len() as u64);
        for (id, call) in calls {
            let PendingCall { name, arguments, waits, is_new, asks, of_future, stack, noted, keyed } = call;
            self.vm.work(1 + arguments.len() as u64 + stack.len() as u64)?;
            self.waiting.number(id);
            self.waiting.text(name.as_bytes());
            self.waiting.byte(is_new.into());
            self.waiting.byte(asks.into());
            self.noted(noted, keyed, &stack);
            let mut bytes = Vec::new();
            match waits {
                Waits::Frame => bytes.push(0),
                Waits::Promise(promise) => {
                    bytes.push(1);
                    self.value(Value::object(promise), &mut bytes)?;
                }
            }
            bytes.push(of_future.is_some().into());
            if let Some(OfFuture { function, this, is_going_on: _ }) = of_future {
                self.value(function, &mut bytes)?;
                self.value(this, &mut bytes)?;
            }
            self.number(arguments.len() as u64, &mut bytes);
            for argument in arguments {
                self.value(argument, &mut bytes)?;
            }
            self.waiting.bytes.append(&mut bytes);
        }
        Ok(())
    }

    /// Writes what belongs to a call beside its values.
    fn noted(&mut self, noted: Noted, keyed: Option<Keyed>, stack: &[StackEntry]) {
        let Noted { fuel, argument_bytes, began } = noted;
        self.waiting.number(fuel);
        for number in [argument_bytes, began] {
            self.waiting.number(number.map_or(0, |number| number.saturating_add(1)));
        }
        self.waiting.byte(keyed.is_some().into());
        if let Some(Keyed { line, contents }) = keyed {
            self.waiting.bytes.extend(line);
            self.waiting.bytes.extend(contents);
        }
        self.waiting.number(stack.len() as u64);
        for StackEntry { function, source, line, column, is_async } in stack {
            self.waiting.text(function.as_bytes());
            self.waiting.text(source.as_bytes());
            self.waiting.number((*line).into());
            self.waiting.number((*column).into());
            self.waiting.byte((*is_async).into());
        }
    }

    /// The program, if there is one, before its frames.
    pub(super) fn program(&mut self, bytes: &mut Vec<u8>) -> Done<()> {
        let Some(program) = self.vm.agent.program.clone() else {
            bytes.push(0);
            return Ok(());
        };
        bytes.push(match (program.is_alone, program.has_recorded_answer) {
            (true, _) => 2,
            (false, true) => 3,
            (false, false) => 1,
        });
        self.number(self.realm_number(program.realm), bytes);
        self.number(program.spent, bytes);
        for Allowance { most, used } in [program.time, program.answer_bytes] {
            self.number(most.map_or(0, |most| most.saturating_add(1)), bytes);
            self.number(used, bytes);
        }
        match program.main {
            Main::Script => bytes.push(0),
            Main::Value(value) => {
                bytes.push(1);
                self.value(value, bytes)?;
            }
            Main::Module { module, promise } => {
                bytes.push(2);
                self.number(self.modules.number(module).unwrap_or(u64::MAX), bytes);
                bytes.push(module::is_body_due(self.vm).into());
                self.value(promise.map_or(Value::NULL, Value::object), bytes)?;
            }
            Main::Wanted { module, fetched } => {
                bytes.push(4);
                self.number(self.modules.number(module).unwrap_or(u64::MAX), bytes);
                self.value(fetched.map_or(Value::NULL, Value::object), bytes)?;
            }
            Main::Function { function, promise } => {
                bytes.push(3);
                self.value(Value::object(function), bytes)?;
                self.value(promise.map_or(Value::NULL, Value::object), bytes)?;
            }
        }
        match program.turn {
            Some(Turn::Function) => bytes.push(7),
            None => bytes.push(0),
            Some(Turn::Script) => bytes.push(1),
            Some(Turn::Body(module)) => {
                bytes.push(2);
                self.number(self.modules.number(module).unwrap_or(u64::MAX), bytes);
            }
            Some(Turn::Reaction(capability)) => {
                bytes.push(3);
                let mut pieces = Pieces::default();
                capability.write(&mut pieces);
                self.pieces(&pieces, bytes)?;
            }
            Some(Turn::Thenable(reject)) => {
                bytes.push(4);
                self.value(reject, bytes)?;
            }
            Some(Turn::Callback) => bytes.push(5),
            Some(Turn::Activation) => bytes.push(6),
        }
        self.blocked(program.blocked, bytes)
    }

    /// Writes the call that the innermost frame waits for, with its answer if there is one.
    fn blocked(&mut self, blocked: Option<Blocked>, bytes: &mut Vec<u8>) -> Done<()> {
        let Some(Blocked { call, below, dst, answer }) = blocked else {
            bytes.push(0);
            return Ok(());
        };
        let (tag, value) = match answer {
            None => (1, None),
            Some(Ok(value)) => (2, Some(value)),
            Some(Err(reason)) => (3, Some(reason)),
        };
        bytes.push(tag);
        self.number(call, bytes);
        self.number(below.into(), bytes);
        bytes.push(dst);
        if let Some(value) = value {
            self.value(value, bytes)?;
        }
        Ok(())
    }
}

//! Generators and async functions: possible states, and frames that their code could have left.

use std::sync::Arc;

use ferrotape_bytecode::{ActivationKind, FunctionKind, Saved, SuspendedBy};

use super::super::{Done, GENERATOR_STATES, RESUMPTIONS};
use super::{Reading, unreadable};
use ferrotape_runtime::generator::{Driver, Generator, GeneratorState, Request};
use ferrotape_runtime::heap::{CodeId, ObjectId, RecordId};
use ferrotape_runtime::object::{Kind, ObjectKind};
use ferrotape_runtime::promise::read_promise;
use ferrotape_runtime::vm::{Frame, FrameKind};

impl Reading<'_, '_> {
    /// The code of a function that can be called.
    pub(super) fn code_of_function(&mut self) -> Done<CodeId> {
        self.code_of(&[FunctionKind::Function])
    }

    /// Reads the code of a unit's function, which must be of one of these kinds.
    pub(super) fn code_of(&mut self, kinds: &[FunctionKind]) -> Done<CodeId> {
        let unit = self.reader.number()?;
        let index = u32::read(&mut self.reader)?;
        let set = usize::try_from(unit).ok().and_then(|unit| self.units.get(unit)).map(Arc::clone);
        let template = set.as_ref().and_then(|set| set.unit.unit.functions.get(index as usize));
        if !template.is_some_and(|template| kinds.contains(&template.kind)) {
            return unreadable("there is no such function");
        }
        let Some(set) = set else { return unreadable("there is no such code") };
        Ok(set.code(&mut self.vm.heap, index))
    }

    /// Reads a generator as one that has ended. Whether it has follows with its state.
    pub(super) fn read_generator_kind(&mut self) -> Done<ObjectKind> {
        let nothing = self.vm.heap.nothing;
        let driver = match self.reader.byte()? {
            0 => Driver::Generator,
            1 => Driver::Async(nothing),
            2 => Driver::AsyncGenerator,
            _ => return unreadable("there is no such kind of generators"),
        };
        // The body of a module waits like an async function.
        let code = self.code_of(&[FunctionKind::Function, FunctionKind::Module])?;
        let is_right = match self.vm.heap.code_cell(code).activation {
            ActivationKind::Plain => false,
            ActivationKind::Generator => matches!(driver, Driver::Generator),
            ActivationKind::Async => matches!(driver, Driver::Async(_)),
            ActivationKind::AsyncGenerator => matches!(driver, Driver::AsyncGenerator),
        };
        if !is_right {
            return unreadable("a function makes no such generators");
        }
        let frame = Frame::new(nothing, code, None, 0..0, 0, FrameKind::Resume);
        Ok(ObjectKind::Generator(Box::new(Generator::new(GeneratorState::Completed, driver, frame))))
    }

    /// Reads a generator or an async function.
    pub(super) fn read_generator(&mut self, object: ObjectId) -> Done<()> {
        let Kind::Generator(known) = self.vm.heap.kind(object) else { return Ok(()) };
        let mut generator = Generator::clone(known);
        let Some(&state) = GENERATOR_STATES.get(usize::from(self.reader.byte()?)) else {
            return unreadable("there is no such state of a generator");
        };
        generator.state = state;
        generator.is_to_return = bool::read(&mut self.reader)?;
        let code = generator.frame.code;
        if !generator.has_ended() {
            (generator.frame.callee, generator.frame.environment) = self.function_of_generator(code)?;
        }
        match generator.driver {
            Driver::Generator => {}
            Driver::Async(_) => generator.driver = Driver::Async(read_promise(self)?),
            Driver::AsyncGenerator => self.read_requests(&mut generator)?,
        }
        let by = match bool::read(&mut self.reader)? {
            true if self.vm.heap.code_block(code).is_stack_code() => Some(self.read_activation(&mut generator)?),
            true => Some(self.read_registers(&mut generator)?),
            false => None,
        };
        let runs = state == GeneratorState::Executing && by.is_none() && !generator.is_to_return;
        if runs {
            self.running.insert(object);
        } else if !can_be(&generator, by) {
            return unreadable("a generator waits where it cannot");
        }
        let before = known_bytes(self, object);
        let after = generator.bytes();
        if let Some(ObjectKind::Generator(place)) = self.vm.heap.kind_mut(object) {
            **place = generator;
        }
        self.vm.heap.resized(before, after);
        Ok(())
    }

    /// Reads the function of a generator, which must have its code, whether scripts see it or not.
    fn function_of_generator(&mut self, wanted: CodeId) -> Done<(ObjectId, Option<RecordId>)> {
        let callee = self.any_value()?.as_object();
        let Some((callee, (code, environment))) =
            callee.and_then(|callee| Some((callee, self.vm.heap.closure(callee)?)))
        else {
            return unreadable("a generator has no function");
        };
        if code != wanted {
            return unreadable("a generator is of another function");
        }
        Ok((callee, environment))
    }

    /// Reads the queue of an async generator: each request with the promise that answers it (ECMA-262 27.6.3.1).
    fn read_requests(&mut self, generator: &mut Generator) -> Done<()> {
        let count = self.reader.count(3)?;
        self.vm.heap.room(count.saturating_mul(2 * size_of::<Request>()))?;
        generator.requests.reserve_exact(count);
        for _ in 0..count {
            self.vm.heap.work(1)?;
            let Some(&resumption) = RESUMPTIONS.get(usize::from(self.reader.byte()?)) else {
                return unreadable("there is no such request");
            };
            let (value, promise) = (self.value()?, read_promise(self)?);
            generator.requests.push_back(Request { resumption, value, promise });
        }
        Ok(())
    }
}

fn known_bytes(reading: &Reading<'_, '_>, object: ObjectId) -> usize {
    match reading.vm.heap.kind(object) {
        Kind::Generator(generator) => generator.bytes(),
        _ => 0,
    }
}

/// Returns whether a generator can be in that state, with a frame suspended by an instruction of that kind.
fn can_be(generator: &Generator, by: Option<SuspendedBy>) -> bool {
    use GeneratorState::{AwaitingReturn, Completed, Executing, SuspendedStart, SuspendedYield};
    let is_to_return = generator.is_to_return;
    match (generator.driver, generator.state, by) {
        (Driver::AsyncGenerator, AwaitingReturn, None) => true,
        // It waits where it was suspended for the value that it is to return with.
        (Driver::AsyncGenerator, Executing, Some(SuspendedBy::Yield)) => is_to_return,
        (_, Completed, None) => !is_to_return,
        (Driver::Generator | Driver::AsyncGenerator, SuspendedStart, Some(SuspendedBy::Start))
        | (Driver::Generator | Driver::AsyncGenerator, SuspendedYield, Some(SuspendedBy::Yield))
        | (Driver::Async(_) | Driver::AsyncGenerator, Executing, Some(SuspendedBy::Await)) => !is_to_return,
        _ => false,
    }
}

//! Generators and async functions: their drivers, and the frames of those that wait.

use ferrotape_bytecode::Writer;

use super::super::{Done, GENERATOR_STATES, RESUMPTIONS};
use super::Writing;
use ferrotape_runtime::generator::{Driver, Generator};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::{Kind, Tag};
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    /// Writes its code and its driver.
    pub(super) fn generator_kind(&mut self, tag: Tag, object: ObjectId) -> Done<()> {
        let Kind::Generator(generator) = self.vm.heap.kind(object) else { return Ok(()) };
        let (code, driver) = (generator.frame.code, generator.driver);
        let unit = self.unit(code)?;
        self.kinds.byte(tag as u8);
        self.kinds.byte(match driver {
            Driver::Generator => 0,
            Driver::Async(_) => 1,
            Driver::AsyncGenerator => 2,
        });
        self.kinds.number(unit);
        self.kinds.number(self.vm.heap.code_cell(code).index.into());
        Ok(())
    }

    /// Writes a generator or an async function.
    pub(super) fn generator(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let Kind::Generator(generator) = self.vm.heap.kind(object) else { return Ok(()) };
        let generator = Generator::clone(generator);
        let state = GENERATOR_STATES.iter().position(|&known| known == generator.state).unwrap_or(0);
        bytes.push(state as u8);
        bytes.push(generator.is_to_return.into());
        let has_ended = generator.has_ended();
        if !has_ended {
            self.value(Value::object(generator.frame.callee), bytes)?;
        }
        match generator.driver {
            Driver::Generator => {}
            Driver::Async(promise) => self.value(Value::object(promise), bytes)?,
            Driver::AsyncGenerator => {
                let mut count = Writer::default();
                count.number(generator.requests.len() as u64);
                bytes.append(&mut count.bytes);
                for request in &generator.requests {
                    self.vm.work(1)?;
                    let resumption = RESUMPTIONS.iter().position(|&known| known == request.resumption).unwrap_or(0);
                    bytes.push(resumption as u8);
                    self.value(request.value, bytes)?;
                    self.value(Value::object(request.promise), bytes)?;
                }
            }
        }
        let waits = !has_ended && !generator.registers.is_empty();
        bytes.push(waits.into());
        if !waits {
            return Ok(());
        }
        match &generator.saved {
            None => self.suspended_registers(&generator, bytes),
            Some(saved) => {
                let place = (generator.frame.pc, generator.frame.environment);
                self.activation(saved, place, &generator.registers, bytes)
            }
        }
    }
}

//! Limits on the bytes of arguments and answers, as [`crate::wire`] has them.

use ferrotape_budget::costs::{BYTES_READ_PER_TICK, ENTRY};
use ferrotape_runtime as engine;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::object::{self, Kind, array};
use ferrotape_runtime::pending::{Detached, Format};
use ferrotape_runtime::program;
use ferrotape_runtime::realm;
use ferrotape_runtime::{Completion, ObjectId, Vm};
use sha2::{Digest, Sha256};

use super::Call;
use crate::throwing::throw_of;
use crate::wire::{self, DataOnly};
use crate::{Context, Error, Local, Run};

impl Call {
    /// Allows this many bytes of arguments in each call, counted as their list in the format of
    /// [`wire`](crate::wire). More bytes, or a value that is not data, give a `TypeError` that the script sees. The
    /// host reads a copy of the arguments, made at the time of the call: getters run once, during the copy. Needs the
    /// feature `wire`.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise().argument_bytes(20))?;
    /// engine.run("a.js", "search('short')")?;
    /// let error = engine.run("b.js", "search('long'.repeat(9))").unwrap_err();
    /// assert_eq!(error.message(), "TypeError: search may be given 20 bytes of arguments, and got more");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn argument_bytes(mut self, most: u64) -> Call {
        self.policy.most_argument_bytes = Some(most);
        self
    }

    /// Allows this many bytes of each answer, counted in the format of [`wire`](crate::wire). For a longer answer, or
    /// one that is not data, the answering host gets an error, and the call keeps waiting. Needs the feature `wire`.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise().answer_bytes(20))?;
    /// engine.run("a.js", "search('words')")?;
    /// let error = engine.answer(0, "found".repeat(100)).unwrap_err();
    /// assert_eq!(error.message(), "an answer to search may have 20 bytes, and this one has more");
    /// engine.answer(0, "found")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn answer_bytes(mut self, most: u64) -> Call {
        self.policy.most_answer_bytes = Some(most);
        self
    }
}

impl Run<'_> {
    /// Allows this many bytes of all answers together, counted in the format of [`wire`](crate::wire) from now on. The limit goes
    /// with the run into forks and other processes. Setting it again replaces the number and keeps the count. For an answer that
    /// exceeds it, or is not data, the answering host gets an error, and the call keeps waiting. Errors of [`Run::fail`] do not
    /// count, nor do results of async functions of the host. Needs the feature `wire`: a host without it can answer nothing in
    /// such a run.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("read", Call::blocking())?;
    /// let program = Program::compile("job.js", "read('a').length + read('b').length")?;
    /// let mut run = engine.start(&program)?;
    /// run.limit_answers(100);
    /// run.advance(&Limits::new())?;
    /// run.answer(0, "a".repeat(60))?;
    /// run.advance(&Limits::new())?;
    /// let error = run.answer(1, "b".repeat(60)).unwrap_err();
    /// assert_eq!(error.message(), "all answers to this run may have 100 bytes, and with this one they have more");
    /// run.answer(1, "b")?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done(61.0.into()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn limit_answers(&mut self, most: u64) {
        if let Some(program) = &mut self.held().vm.agent.program {
            program.answer_bytes.most = Some(most);
        }
    }
}

/// Format of lists of values, by which they are counted and copied.
pub(super) const FORMAT: Format = Format { count, detach, of_list: 2 };

/// Counts the bytes of a list of the values, if they are data. No script runs.
fn count(vm: &mut Vm, values: &[engine::Value]) -> Completion<Option<u64>> {
    vm.room(2 * size_of_val(values))?;
    let list = array::new_array_from(vm, values.to_vec())?;
    wire::count(vm, engine::Value::object(list))
}

fn encoded(vm: &mut Vm, values: &[engine::Value]) -> Completion<Vec<u8>> {
    vm.room(2 * size_of_val(values))?;
    let list = array::new_array_from(vm, values.to_vec())?;
    let cx = &mut Context::nested(vm);
    let list = cx.kept(engine::Value::object(list));
    wire::encode(cx, list, &mut DataOnly).map_err(|error| throw_of(cx.vm, &error))
}

/// Copies values by the format: None if the list of them has more bytes than that.
fn detach(vm: &mut Vm, values: &[engine::Value], most: Option<u64>) -> Completion<Option<Detached>> {
    let bytes = encoded(vm, values)?;
    let length = bytes.len() as u64;
    if most.is_some_and(|most| length > most) {
        return Ok(None);
    }
    vm.work(length / BYTES_READ_PER_TICK as u64)?;
    let hash = Sha256::digest(&bytes).into();
    let cx = &mut Context::nested(vm);
    // What is on its way there is no longer counted as lent.
    cx.vm.room(bytes.len() + 2 * size_of_val(values))?;
    let list = match wire::decode(cx, &bytes, &mut DataOnly) {
        Ok(list) => list.value,
        Err(error) => return Err(throw_of(cx.vm, &error)),
    };
    drop(bytes);
    let Some(list) = list.as_object() else { return Ok(None) };
    bare(cx.vm, list)?;
    let copies = (0..values.len()).map(|index| {
        let key = cx.vm.heap.key_of_index(index as u64);
        cx.vm.heap.stored_property(list, key).map_or(engine::Value::UNDEFINED, |stored| stored.value)
    });
    Ok(Some(Detached { values: copies.collect(), bytes: length, hash }))
}

/// Takes the prototypes from objects and arrays that were copied. Properties that scripts put there later are none of an
/// argument, and do not change how a list is read.
fn bare(vm: &mut Vm, list: ObjectId) -> Completion<()> {
    let vm = &mut vm.scope();
    let prototype = realm::intrinsics(vm).set_prototype;
    // The objects that were met: those at its end are still to be looked at.
    let met = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Set);
    vm.keep(engine::Value::object(met));
    meet(vm, met, engine::Value::object(list))?;
    let mut position = 0;
    while let Some(step) = collections::next_collected(&mut vm.heap, met, position)? {
        position = step.next;
        let Some(object) = step.key.as_object() else { continue };
        let (is_bare, is_collection, has_properties) = match vm.heap.kind(object) {
            Kind::Ordinary | Kind::Array(_) => (true, false, true),
            Kind::Collection(_) => (false, true, false),
            Kind::Error(_) => (false, false, true),
            _ => (false, false, false),
        };
        if is_bare {
            object::set_prototype_of(vm, object, None)?;
        }
        let mut place = 0;
        while is_collection && let Some(step) = collections::next_collected(&mut vm.heap, object, place)? {
            place = step.next;
            meet(vm, met, step.key)?;
            meet(vm, met, step.value)?;
        }
        if has_properties {
            let keys = object::own_property_keys(vm, object)?;
            vm.work(keys.len() as u64)?;
            for key in keys {
                if let Some(stored) = vm.heap.stored_property(object, key) {
                    meet(vm, met, stored.value)?;
                }
            }
        }
    }
    Ok(())
}

fn meet(vm: &mut Vm, met: ObjectId, value: engine::Value) -> Completion<()> {
    if value.as_object().is_none() {
        return Ok(());
    }
    vm.work(ENTRY)?;
    Ok(collections::collect_value(&mut vm.heap, met, value, value)?)
}

impl Context<'_> {
    /// Fails if an answer has more bytes than a policy allows. Gives what is to be counted of it.
    pub(super) fn require_short_answer(&mut self, id: u64, value: Local<'_>) -> Result<u64, Error> {
        let calls = &self.vm.agent.calls;
        let Some(name) = calls.get(id).map(|call| call.name.clone()) else { return Ok(0) };
        let most = calls.policy(&name).and_then(|policy| policy.most_answer_bytes);
        if most.is_none() && program::answers_left(self.vm).is_none() {
            return Ok(0);
        }
        // By the format itself: an engine that was read has the limit, and maybe no function that has set a format.
        let bytes = self.working(|vm| {
            let vm = &mut vm.scope();
            vm.keep(value.value);
            encoded(vm, &[value.value])
        })?;
        let bytes = (bytes.len() as u64).saturating_sub(FORMAT.of_list);
        if let Some(most) = most.filter(|&most| bytes > most) {
            return Err(Error::of_usage(format!("an answer to {name} may have {most} bytes, and this one has more")));
        }
        match program::answers_left(self.vm) {
            Some((left, most)) if bytes > left => {
                let problem = "and with this one they have more";
                Err(Error::of_usage(format!("all answers to this run may have {most} bytes, {problem}")))
            }
            _ => Ok(bytes),
        }
    }
}

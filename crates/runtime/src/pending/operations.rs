//! Calls made, answered and forgotten.

use std::sync::Arc;
use std::time::Duration;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{ARGUMENTS_PER_TICK, BYTES_PER_TICK, CLOCK, DESCRIPTION};
use ferrotape_bytecode::{Code, Instruction, StackInstruction};

use super::between::what_stands_between;
use super::{CallEnd, CallEvent, Keyed, Noted, OfFuture, OnCall, PendingCall, Policy, Waits};
use crate::async_stack;
use crate::error::{AsyncCaller, Completion, StackEntry};
use crate::error_report;
use crate::function::Call;
use crate::function::host::name_of_host_function;
use crate::heap::ObjectId;
use crate::jobs::{self, Job};
use crate::loop_exit::{Entered, LoopExit};
use crate::module::{self, ImportRequest};
use crate::object::Kind;
use crate::program::Blocked;
use crate::promise::{self, Capability};
use crate::value::Value;
use crate::vm::Vm;

/// Format of the host for lists of values, by which they are counted and copied.
#[derive(Copy, Clone)]
pub struct Format {
    /// Counts the bytes, for events: None if there is more than data, or a getter. No script runs.
    pub count: fn(&mut Vm, &[Value]) -> Completion<Option<u64>>,
    /// Copies values into objects that no script has: None if they have more bytes than that.
    pub detach: Detach,
    /// Bytes of a list of one value, without the value.
    pub of_list: u64,
}

/// Copy of values of at most this many bytes: see [`Format::detach`].
type Detach = fn(&mut Vm, &[Value], Option<u64>) -> Completion<Option<Detached>>;

/// Values that were copied into objects that no script has.
pub struct Detached {
    pub values: Box<[Value]>,
    /// The number of their bytes.
    pub bytes: u64,
    /// Hash of their bytes.
    pub hash: [u8; 32],
}

/// Makes a call that the host answers later: a promise of the answer.
pub fn call_for_promise(vm: &mut Vm, name: &Arc<str>, call: Call) -> Completion<Value> {
    let arguments = arguments_of(vm, call.base as usize, call.count as usize)?;
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    add_call(vm, Arc::clone(name), arguments, Waits::Promise(promise))?;
    Ok(Value::object(promise))
}

/// Throws: a function whose calls wait for the host was not called by the loop.
pub fn refuse_to_wait(vm: &mut Vm, name: &str) -> Completion<Value> {
    let between = what_stands_between(vm);
    vm.type_error(format!("{name} waits for the host, which it cannot do here: {between}"))
}

/// A call by the loop of a function that waits for the host: the loop ends with its frames where they are. `this` and the
/// arguments are on the stack from `first` on.
pub(crate) fn enter_waiting(
    vm: &mut Vm,
    function: ObjectId,
    first: usize,
    count: usize,
    dst: u8,
) -> Completion<Entered> {
    if !can_wait(vm) {
        return Ok(Entered::Value(vm.call_native(function, first, count, None)?));
    }
    let name = match vm.heap.kind(function) {
        Kind::Host(host) => Arc::from(name_of_host_function(host)),
        _ => Arc::from(""),
    };
    let arguments = arguments_of(vm, first + 1, count)?;
    // Counting the arguments may run getters, as a native function does.
    let top = std::mem::replace(&mut vm.execution.top, first + 1 + count);
    let call = add_call(vm, name, arguments, Waits::Frame);
    vm.execution.top = top;
    let call = call?;
    let &frame = vm.frame();
    vm.execution.top = frame.top as usize;
    if let Some(program) = &mut vm.agent.program {
        let below = (first - 1).saturating_sub(frame.base as usize) as u32;
        program.blocked = Some(Blocked { call, below, dst, answer: None });
    }
    Ok(Entered::Exit(LoopExit::Call))
}

/// Tells whether the running frame can wait. A program runs, nothing native stands between its loop and this call, and the
/// instruction is one that goes on with the value alone.
fn can_wait(vm: &Vm) -> bool {
    let pausing = &vm.execution.pausing;
    pausing.answers && pausing.runs == 0 && is_at_call(vm)
}

/// Returns whether the instruction that runs is a call after which nothing but its value is needed.
fn is_at_call(vm: &Vm) -> bool {
    let Some(frame) = vm.execution.frames.last() else { return false };
    match &vm.heap.code_block(frame.code).template().code {
        Code::Register(code) => {
            let at = vm.execution.pc.checked_sub(1).and_then(|at| code.instructions.get(at as usize));
            at.is_some_and(is_waiting_call)
        }
        Code::Stack(code) => {
            let activation = vm.execution.stack_machine.activations.last();
            let at = activation.and_then(|activation| code.instructions.get(activation.pc.wrapping_sub(1)));
            at.is_some_and(is_waiting_stack_call)
        }
    }
}

/// Tells whether an instruction is a call that may wait for the host.
pub fn is_waiting_call(instruction: &Instruction) -> bool {
    use Instruction::*;
    matches!(
        instruction,
        Call { .. }
            | CallWide { .. }
            | TailCall { .. }
            | TailCallWide { .. }
            | CallList { .. }
            | CallEval { .. }
            | CallEvalWide { .. }
    )
}

/// Tells whether an instruction of stack code is a call that waits.
pub fn is_waiting_stack_call(instruction: &StackInstruction) -> bool {
    use StackInstruction::*;
    matches!(instruction, Call(_) | CallV(_) | CallTail(_) | CallEval(_) | CallList | CallTailList | EvalList)
}

/// Copies the arguments that lie on the stack from there on.
fn arguments_of(vm: &mut Vm, start: usize, count: usize) -> Completion<Box<[Value]>> {
    vm.work(1 + count as u64 / ARGUMENTS_PER_TICK)?;
    vm.heap.room(2 * count * size_of::<Value>())?;
    Ok(vm.execution.stack[start..start + count].into())
}

/// Enters a call into the table.
fn add_call(vm: &mut Vm, name: Arc<str>, arguments: Box<[Value]>, waits: Waits) -> Completion<u64> {
    let vm = &mut vm.scope();
    vm.execution.kept.extend(&arguments);
    let mut noted = Noted { fuel: spent(vm), ..Noted::default() };
    let (mut arguments, mut keyed) = (arguments, None);
    let policy = vm.agent.calls.policies.get(&name);
    let (asks, is_keyed) = policy.map_or((false, false), |policy| (policy.asks, policy.is_keyed));
    match detached(vm, &name, &arguments, noted)? {
        Some(Detached { values, bytes, hash }) => {
            vm.execution.kept.extend(&values);
            (arguments, noted.argument_bytes) = (values, Some(bytes));
            keyed = is_keyed.then_some(Keyed { line: vm.agent.calls.line.id, contents: hash });
        }
        None => noted.argument_bytes = counted(vm, &arguments)?,
    }
    let stack = stack_of_call(vm)?;
    let call = PendingCall { name, arguments, waits, is_new: true, asks, of_future: None, stack, noted, keyed };
    vm.heap.take(call.bytes())?;
    if let Err(problem) = vm.agent.calls.policies.admit(&call.name) {
        vm.heap.budget.resized(call.bytes(), 0);
        return denied(vm, &call.name, noted, problem);
    }
    let began = time(vm);
    Ok(numbered(vm, PendingCall { noted: Noted { began, ..noted }, ..call }))
}

/// Units of work that the program has spent so far, in all processes; without a program, the engine.
fn spent(vm: &Vm) -> u64 {
    let spent = vm.heap.budget.fuel_spent();
    let program = vm.agent.program.as_ref().filter(|program| !program.is_alone);
    program.map_or(spent, |program| spent.saturating_sub(program.began_at))
}

/// The functions that run now, innermost first, and the async functions that wait for them.
fn stack_of_call(vm: &mut Vm) -> Completion<Arc<[StackEntry]>> {
    let places = error_report::capture_stack(vm);
    let waiting = async_stack::waiting_for_running(vm, places.len());
    let callers = waiting.iter().filter_map(|waiting| match *waiting {
        AsyncCaller::Function(place) => Some(place),
        AsyncCaller::Element { .. } => None,
    });
    let bytes: usize = places.iter().copied().chain(callers).map(|place| error_report::bytes_of_entry(vm, place)).sum();
    vm.work((places.len() + waiting.len()) as u64 * DESCRIPTION + bytes as u64 / BYTES_PER_TICK)?;
    // The functions are running, or are reached from those: a collection leaves their code.
    vm.heap.room(bytes.saturating_mul(2))?;
    let running = places.iter().map(|&place| error_report::stack_entry(vm, place));
    let waiting = waiting.iter().map(|&waiting| error_report::entry_of_waiting(vm, waiting));
    Ok(running.chain(waiting).collect())
}

/// Milliseconds since 1970, if somebody is told of calls. A clock of the host is asked for nothing else.
fn time(vm: &mut Vm) -> Option<u64> {
    vm.agent.calls.on_call.as_ref()?;
    vm.work_later(CLOCK);
    // A number of a float that is none becomes 0.
    vm.clock_time().map(|time| time as u64)
}

/// Counts the bytes of values for an event, if somebody is told of calls.
fn counted(vm: &mut Vm, values: &[Value]) -> Completion<Option<u64>> {
    match vm.agent.calls.format {
        Some(format) if vm.agent.calls.on_call.is_some() => {
            let vm = &mut vm.scope();
            vm.execution.kept.extend(values);
            let on_loan = vm.heap.on_loan();
            let counted = (format.count)(vm, values);
            vm.heap.settle_loans(on_loan);
            counted
        }
        _ => Ok(None),
    }
}

/// Tells the host of a call that is over, if it was to be answered by the host.
fn tell_of(vm: &mut Vm, id: u64, call: &PendingCall, end: impl FnOnce() -> CallEnd, answer_bytes: Option<u64>) {
    if call.is_for_host() && vm.agent.calls.on_call.is_some() {
        let now = time(vm);
        let waited = call.noted.began.zip(now).map(|(began, now)| Duration::from_millis(now.saturating_sub(began)));
        let Noted { fuel, argument_bytes, began: _ } = call.noted;
        let name = Arc::clone(&call.name);
        tell(vm, &CallEvent { id: Some(id), name, end: end(), fuel, argument_bytes, answer_bytes, waited });
    }
}

fn tell(vm: &Vm, event: &CallEvent) {
    if let Some(on_call) = &vm.agent.calls.on_call {
        on_call.tell(event);
    }
}

/// Throws: a policy does not allow a call.
fn denied<T>(vm: &mut Vm, name: &Arc<str>, noted: Noted, problem: String) -> Completion<T> {
    let (name, end) = (Arc::clone(name), CallEnd::Denied(problem.clone()));
    let Noted { fuel, argument_bytes, began: _ } = noted;
    tell(vm, &CallEvent { id: None, name, end, fuel, argument_bytes, answer_bytes: None, waited: None });
    vm.type_error(problem)
}

/// Copies the arguments of a call whose policy has them looked at: what was allowed is what is done, whatever the script does
/// meanwhile. Copying may run getters. None where no policy has that done.
fn detached(vm: &mut Vm, name: &Arc<str>, arguments: &[Value], noted: Noted) -> Completion<Option<Detached>> {
    let Some(policy) = vm.agent.calls.policies.get(name).filter(|policy| policy.copies()) else { return Ok(None) };
    let most = policy.most_argument_bytes;
    let Some(format) = vm.agent.calls.format else { return Ok(None) };
    let on_loan = vm.heap.on_loan();
    let copies = (format.detach)(vm, arguments, most);
    vm.heap.settle_loans(on_loan);
    match copies? {
        Some(copies) => Ok(Some(copies)),
        None => {
            let most = most.unwrap_or_default();
            denied(vm, name, noted, format!("{name} may be given {most} bytes of arguments, and got more"))
        }
    }
}

/// Sets how the bytes of values are counted for events, and how arguments are copied.
pub fn set_format(vm: &mut Vm, format: Format) {
    vm.agent.calls.format = Some(format);
}

/// Sets the host's function for events of calls.
pub fn set_on_call(vm: &mut Vm, on_call: OnCall) {
    vm.agent.calls.on_call = Some(on_call);
}

/// Lets a call that asks wait for its answer: false where none of that id asks. It is new again.
pub fn allow(vm: &mut Vm, id: u64) -> bool {
    match vm.agent.calls.waiting.get_mut(&id).filter(|call| call.asks) {
        Some(call) => {
            (call.asks, call.is_new) = (false, true);
            true
        }
        None => false,
    }
}

/// Enters a call under the next id.
fn numbered(vm: &mut Vm, call: PendingCall) -> u64 {
    let id = vm.agent.calls.made;
    vm.agent.calls.made += 1;
    vm.agent.calls.waiting.insert(id, Box::new(call));
    id
}

/// Enters the call of an async function of the host, whose future settles the promise. None if the host gave it no name: it could
/// not be found again.
pub fn note_call_of_future(vm: &mut Vm, call: Call, promise: ObjectId) -> Completion<Option<u64>> {
    let name: Arc<str> = match vm.heap.kind(call.callee) {
        Kind::Host(host) => Arc::from(name_of_host_function(host)),
        _ => return Ok(None),
    };
    if name.is_empty() {
        return Ok(None);
    }
    let arguments = arguments_of(vm, call.base as usize, call.count as usize)?;
    let this = if call.this.is_empty() { Value::UNDEFINED } else { call.this };
    let of_future = Some(OfFuture { function: Value::object(call.callee), this, is_going_on: true });
    number_call_of_future(vm, name, arguments, promise, of_future).map(Some)
}

/// Enters an `import()` whose modules are being fetched: a program waits for its promise. Its arguments are the texts of the
/// request, and it has no function.
pub fn note_fetch(vm: &mut Vm, request: &ImportRequest) -> Completion<u64> {
    let vm = &mut vm.scope();
    vm.keep(Value::object(request.promise));
    let texts = request.texts();
    vm.heap.room(texts.iter().map(|text| 4 * text.len()).sum())?;
    let arguments = texts.map(|text| {
        let text = Value::string(vm.heap.new_string(text));
        vm.keep(text);
        text
    });
    let global = Value::object(vm.heap.realm(vm.realm.id).global);
    let of_future = Some(OfFuture { function: Value::UNDEFINED, this: global, is_going_on: true });
    number_call_of_future(vm, Arc::from("import"), Box::new(arguments), request.promise, of_future)
}

/// Enters a call that a future answers.
fn number_call_of_future(
    vm: &mut Vm,
    name: Arc<str>,
    arguments: Box<[Value]>,
    promise: ObjectId,
    of_future: Option<OfFuture>,
) -> Completion<u64> {
    let vm = &mut vm.scope();
    vm.execution.kept.extend(&arguments);
    vm.keep(Value::object(promise));
    let noted = Noted { fuel: spent(vm), argument_bytes: counted(vm, &arguments)?, began: time(vm) };
    let (stack, waits) = (stack_of_call(vm)?, Waits::Promise(promise));
    let call = PendingCall { name, arguments, waits, is_new: true, asks: false, of_future, stack, noted, keyed: None };
    vm.heap.take(call.bytes())?;
    let function = call.of_future.map(|of| of.function);
    match vm.agent.calls.again.take_if(|(_, again)| function == Some(*again)) {
        Some((id, _)) => {
            vm.agent.calls.waiting.insert(id, Box::new(call));
            Ok(id)
        }
        None => Ok(numbered(vm, call)),
    }
}

/// The future of a call is at its end, or gone: false where the call waits no longer.
pub fn end_call_of_future(vm: &mut Vm, id: u64) -> bool {
    end_call(vm, id).is_some()
}

/// The futures of calls are in another engine: somebody else has to answer.
pub fn lose_futures(vm: &mut Vm) {
    let calls = vm.agent.calls.waiting.values_mut().filter_map(|call| call.of_future.as_mut());
    calls.for_each(|of| of.is_going_on = false);
}

/// Makes the call of an async function again, whose future this engine does not have, or an `import()`. It keeps its id, so that
/// later calls have the ids, and the keys, that they have in any other run. False where no such call of that id waits.
pub fn call_again(vm: &mut Vm, id: u64) -> Completion<bool> {
    let Some(call) = vm.agent.calls.get(id).filter(|call| call.is_for_host()) else { return Ok(false) };
    let (Some(OfFuture { function, this, .. }), Waits::Promise(promise)) = (call.of_future, call.waits) else {
        return Ok(false);
    };
    let count = call.arguments.len() as u64;
    vm.work(1 + count / ARGUMENTS_PER_TICK)?;
    let vm = &mut vm.scope();
    let Some(before) = vm.agent.calls.waiting.remove(&id) else { return Ok(false) };
    vm.execution.kept.extend(&before.arguments);
    [function, this, Value::object(promise)].into_iter().for_each(|value| vm.keep(value));
    vm.agent.calls.again = Some((id, function));
    let again = match function.is_undefined() {
        true => module::import_again(vm, this, &before.arguments),
        false => vm.call(function, this, &before.arguments),
    };
    vm.agent.calls.again = None;
    match again.and_then(|value| settle_by_another(vm, promise, value)) {
        Ok(bytes) => {
            vm.heap.budget.resized(before.bytes(), 0);
            tell_of(vm, id, &before, || CallEnd::Answered, bytes);
            Ok(true)
        }
        Err(thrown) => {
            wait_again(vm, id, before);
            Err(thrown)
        }
    }
}

/// Resolves the promise of a call with what the same call gives that was made again. Gives the bytes for the event.
fn settle_by_another(vm: &mut Vm, promise: ObjectId, value: Value) -> Completion<Option<u64>> {
    vm.keep(value);
    let bytes = counted(vm, &[value])?;
    settle_later(vm, promise, Ok(value))?;
    Ok(bytes)
}

/// Enters a call again that could not be made again: under another id where a future has begun that would answer it.
fn wait_again(vm: &mut Vm, id: u64, call: Box<PendingCall>) {
    match vm.agent.calls.waiting.contains_key(&id) {
        true => _ = numbered(vm, *call),
        false => _ = vm.agent.calls.waiting.insert(id, call),
    }
}

/// Enters a call of another engine under its id; false where that is taken, or was not given yet.
pub fn add_kept_call(vm: &mut Vm, id: u64, call: PendingCall) -> Result<bool, Termination> {
    vm.heap.take(call.bytes())?;
    if call.of_future.is_none() {
        vm.agent.calls.policies.go_on_waiting(&call.name);
    }
    Ok(id < vm.agent.calls.made && vm.agent.calls.waiting.insert(id, Box::new(call)).is_none())
}

/// Sets which calls of a name are allowed.
pub fn set_policy(vm: &mut Vm, name: &str, policy: Policy) {
    let calls = &mut vm.agent.calls;
    let is_counted = |call: &&PendingCall| call.of_future.is_none() && *call.name == *name;
    let waiting = calls.waiting.values().map(|call| &**call).filter(is_counted).count() as u64;
    calls.policies.set(name, policy, waiting);
}

/// Sets the number of calls of a name that were counted in another process.
pub fn set_calls_counted(vm: &mut Vm, name: Arc<str>, made: u64) {
    vm.agent.calls.policies.set_made(name, made);
}

/// The next call gets that id.
pub fn set_calls_made(vm: &mut Vm, made: u64) {
    vm.agent.calls.made = made;
}

/// Takes the ids of calls not taken yet.
pub fn take_new_calls(vm: &mut Vm) -> Vec<u64> {
    let new = vm.agent.calls.waiting.iter_mut().filter(|(_, call)| call.is_new && call.is_for_host());
    new.map(|(&id, call)| {
        call.is_new = false;
        id
    })
    .collect()
}

/// Answers a call; false if no call with that id waits. A promise is resolved by a job, because that may run a `then`
/// of the script, which must run under the limits of a run of jobs.
pub fn answer(vm: &mut Vm, id: u64, value: Value) -> Completion<bool> {
    let bytes = match vm.agent.calls.get(id) {
        Some(call) if call.is_for_host() => counted(vm, &[value])?,
        _ => None,
    };
    let of_list = vm.agent.calls.format.map_or(0, |format| format.of_list);
    settle(vm, id, Ok(value), || CallEnd::Answered, bytes.map(|bytes| bytes.saturating_sub(of_list)))
}

/// Ends a call by an exception; false where none of that id waits.
pub fn fail(vm: &mut Vm, id: u64, reason: Value) -> Completion<bool> {
    settle(vm, id, Err(reason), || CallEnd::Failed, None)
}

/// Ends a call that asks by an exception; false where none of that id waits.
pub fn refuse(vm: &mut Vm, id: u64, reason: Value, words: &str) -> Completion<bool> {
    settle(vm, id, Err(reason), || CallEnd::Refused(words.to_owned()), None)
}

/// Only what cannot fail any more takes a call out of the table: an answer that finds no room can be given again.
fn settle(
    vm: &mut Vm,
    id: u64,
    answer: Result<Value, Value>,
    end: impl FnOnce() -> CallEnd,
    bytes: Option<u64>,
) -> Completion<bool> {
    match vm.agent.calls.get(id).map(|call| call.waits) {
        None => Ok(false),
        Some(Waits::Promise(promise)) => {
            settle_later(vm, promise, answer)?;
            end_and_tell(vm, id, end, bytes);
            Ok(true)
        }
        Some(Waits::Frame) => {
            end_and_tell(vm, id, end, bytes);
            Ok(answer_frame(vm, id, answer))
        }
    }
}

/// Resolves a promise by a job, under the limits of the run of jobs.
pub fn resolve_later(vm: &mut Vm, promise: ObjectId, value: Value) -> Completion<()> {
    settle_later(vm, promise, Ok(value))
}

fn settle_later(vm: &mut Vm, promise: ObjectId, answer: Result<Value, Value>) -> Completion<()> {
    let (Ok(argument) | Err(argument)) = answer;
    vm.keeping([argument], |vm| {
        let capability = Capability::Promise(promise);
        let is_rejection = answer.is_err();
        jobs::enqueue_job(vm, Job::Reaction { capability, handler: Value::EMPTY, argument, is_rejection })
    })
}

/// The promise that an answer settles; none where a frame waits for it.
pub fn promise_of_call(vm: &Vm, id: u64) -> Option<ObjectId> {
    match vm.agent.calls.get(id)?.waits {
        Waits::Promise(promise) => Some(promise),
        Waits::Frame => None,
    }
}

/// Takes a call out of the table.
fn end_call(vm: &mut Vm, id: u64) -> Option<Box<PendingCall>> {
    let call = vm.agent.calls.waiting.remove(&id)?;
    vm.heap.budget.resized(call.bytes(), 0);
    if call.of_future.is_none() {
        vm.agent.calls.policies.end(&call.name);
    }
    Some(call)
}

fn end_and_tell(vm: &mut Vm, id: u64, end: impl FnOnce() -> CallEnd, bytes: Option<u64>) {
    if let Some(call) = end_call(vm, id) {
        tell_of(vm, id, &call, end, bytes);
    }
}

/// The frame goes on with that when the program does.
fn answer_frame(vm: &mut Vm, id: u64, answer: Result<Value, Value>) -> bool {
    let blocked = vm.agent.program.as_mut().and_then(|program| program.blocked.as_mut());
    match blocked.filter(|blocked| blocked.call == id) {
        Some(blocked) => {
            blocked.answer = Some(answer);
            true
        }
        None => false,
    }
}

/// Forgets all calls: gives their ids. Later calls get further ids.
pub fn forget_calls(vm: &mut Vm) -> Vec<u64> {
    let waiting = std::mem::take(&mut vm.agent.calls.waiting);
    vm.agent.calls.policies.end_all();
    let bytes = waiting.values().map(|call| call.bytes()).sum();
    vm.heap.budget.resized(bytes, 0);
    for (&id, call) in &waiting {
        tell_of(vm, id, call, || CallEnd::Forgotten, None);
    }
    waiting.into_keys().collect()
}

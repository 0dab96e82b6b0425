//! Calls made, answered and forgotten.

use std::sync::Arc;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::ARGUMENTS_PER_TICK;
use ferrotape_bytecode::{Code, Instruction, StackInstruction};

use super::between::what_stands_between;
use super::{CallEnd, CallEvent, OfFuture, OnCall, PendingCall, Policy, Waits};
use crate::error::Completion;
use crate::function::Call;
use crate::function::host::name_of_host_function;
use crate::heap::ObjectId;
use crate::jobs::{self, Job};
use crate::loop_exit::LoopExit;
use crate::object::Kind;
use crate::operations::calls::Entered;
use crate::program::Blocked;
use crate::promise::{self, Capability};
use crate::value::Value;
use crate::vm::Vm;

/// Counts the bytes of values, for policies: the host's format decides.
pub type Measure = fn(&mut Vm, &[Value]) -> Completion<u64>;

/// Copies values into objects that no script has: None if they have more bytes than that.
pub type Detach = fn(&mut Vm, &[Value], Option<u64>) -> Completion<Option<Box<[Value]>>>;

/// Makes a call that the host answers later: a promise of what it answers.
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
    let arguments = detached(vm, &name, arguments)?;
    vm.execution.kept.extend(&arguments);
    let asks = vm.agent.calls.policies.get(&name).is_some_and(|policy| policy.asks);
    let call = PendingCall { name, arguments, waits, is_new: true, asks, of_future: None };
    vm.heap.take(call.bytes())?;
    if let Err(problem) = vm.agent.calls.policies.admit(&call.name) {
        vm.heap.budget.resized(call.bytes(), 0);
        return denied(vm, &call.name, problem);
    }
    Ok(numbered(vm, call))
}

/// Tells the host of a call that is over.
fn tell(vm: &Vm, id: Option<u64>, name: &Arc<str>, end: impl FnOnce() -> CallEnd) {
    if let Some(on_call) = &vm.agent.calls.on_call {
        on_call.tell(&CallEvent { id, name: Arc::clone(name), end: end() });
    }
}

/// Tells the host of a call that waited, if it was to be answered by the host.
fn tell_of(vm: &Vm, id: u64, call: &PendingCall, end: impl FnOnce() -> CallEnd) {
    if call.is_for_host() {
        tell(vm, Some(id), &call.name, end);
    }
}

/// Throws: a policy does not allow a call.
fn denied<T>(vm: &mut Vm, name: &Arc<str>, problem: String) -> Completion<T> {
    tell(vm, None, name, || CallEnd::Denied(problem.clone()));
    vm.type_error(problem)
}

/// Copies the arguments of a call whose policy has them looked at: what was allowed is what is done, whatever the script does
/// meanwhile. Copying may run getters.
fn detached(vm: &mut Vm, name: &Arc<str>, arguments: Box<[Value]>) -> Completion<Box<[Value]>> {
    let Some(policy) = vm.agent.calls.policies.get(name) else { return Ok(arguments) };
    let most = policy.most_argument_bytes;
    if !policy.copies() {
        return Ok(arguments);
    }
    let Some(detach) = vm.agent.calls.detach else { return Ok(arguments) };
    vm.execution.kept.extend(&arguments);
    match detach(vm, &arguments, most)? {
        Some(copies) => Ok(copies),
        None => {
            let most = most.unwrap_or_default();
            denied(vm, name, format!("{name} may be given {most} bytes of arguments, and got more"))
        }
    }
}

/// Counts the bytes of values, as the host's format has them.
pub fn measured(vm: &mut Vm, values: &[Value]) -> Completion<u64> {
    match vm.agent.calls.measure {
        Some(measure) => {
            let vm = &mut vm.scope();
            vm.execution.kept.extend(values);
            measure(vm, values)
        }
        None => Ok(0),
    }
}

/// Sets how the bytes of values are counted, and how arguments are copied.
pub fn set_format(vm: &mut Vm, measure: Measure, detach: Detach) {
    (vm.agent.calls.measure, vm.agent.calls.detach) = (Some(measure), Some(detach));
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
    vm.agent.calls.waiting.insert(id, call);
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
    let waits = Waits::Promise(promise);
    let call = PendingCall { name, arguments, waits, is_new: true, asks: false, of_future };
    vm.heap.take(call.bytes())?;
    Ok(Some(numbered(vm, call)))
}

/// Enters a module that is being fetched for `import()`, whose promise is to be settled: a program waits for it.
pub fn note_fetch(vm: &mut Vm, promise: ObjectId) -> Completion<u64> {
    let of_future = Some(OfFuture { function: Value::UNDEFINED, this: Value::UNDEFINED, is_going_on: true });
    let (name, arguments) = (Arc::from("import"), Box::default());
    let call = PendingCall { name, arguments, waits: Waits::Promise(promise), is_new: true, asks: false, of_future };
    vm.heap.take(call.bytes())?;
    Ok(numbered(vm, call))
}

/// The future of a call is at its end, or gone: false where the call waits no longer.
pub fn end_call_of_future(vm: &mut Vm, id: u64) -> bool {
    let waited = vm.agent.calls.get(id).is_some();
    end_call(vm, id);
    waited
}

/// The futures of calls are in another engine: somebody else has to answer.
pub fn lose_futures(vm: &mut Vm) {
    let calls = vm.agent.calls.waiting.values_mut().filter_map(|call| call.of_future.as_mut());
    calls.for_each(|of| of.is_going_on = false);
}

/// Makes the call of an async function again, whose future this engine does not have: the value that it gives.
pub fn call_again(vm: &mut Vm, id: u64) -> Completion<Option<Value>> {
    let Some(call) = vm.agent.calls.get(id).filter(|call| call.is_for_host()) else { return Ok(None) };
    let Some(OfFuture { function, this, .. }) = call.of_future else { return Ok(None) };
    let arguments = call.arguments.clone();
    vm.work(1 + arguments.len() as u64 / ARGUMENTS_PER_TICK)?;
    vm.keeping([function], |vm| vm.call(function, this, &arguments)).map(Some)
}

/// Enters a call of another engine under its id; false where that is taken, or was not given yet.
pub fn add_kept_call(vm: &mut Vm, id: u64, call: PendingCall) -> Result<bool, Termination> {
    vm.heap.take(call.bytes())?;
    if call.of_future.is_none() {
        vm.agent.calls.policies.go_on_waiting(&call.name);
    }
    Ok(id < vm.agent.calls.made && vm.agent.calls.waiting.insert(id, call).is_none())
}

/// Sets which calls of a name are allowed.
pub fn set_policy(vm: &mut Vm, name: &str, policy: Policy) {
    let calls = &mut vm.agent.calls;
    let is_counted = |call: &&PendingCall| call.of_future.is_none() && *call.name == *name;
    let waiting = calls.waiting.values().filter(is_counted).count() as u64;
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

/// Takes the ids of calls that nobody has taken yet.
pub fn take_new_calls(vm: &mut Vm) -> Vec<u64> {
    let new = vm.agent.calls.waiting.iter_mut().filter(|(_, call)| call.is_new && call.is_for_host());
    new.map(|(&id, call)| {
        call.is_new = false;
        id
    })
    .collect()
}

/// Answers a call; false where none of that id waits. A promise is resolved by a job: that may run a `then` of the script, which
/// the limits of whoever runs jobs must end.
pub fn answer(vm: &mut Vm, id: u64, value: Value) -> Completion<bool> {
    settle(vm, id, Ok(value), || CallEnd::Answered)
}

/// Ends a call by an exception; false where none of that id waits.
pub fn fail(vm: &mut Vm, id: u64, reason: Value) -> Completion<bool> {
    settle(vm, id, Err(reason), || CallEnd::Failed)
}

/// Ends a call that asks by an exception; false where none of that id waits.
pub fn refuse(vm: &mut Vm, id: u64, reason: Value, words: &str) -> Completion<bool> {
    settle(vm, id, Err(reason), || CallEnd::Refused(words.to_owned()))
}

/// Only what cannot fail any more takes a call out of the table: an answer that finds no room can be given again.
fn settle(vm: &mut Vm, id: u64, answer: Result<Value, Value>, end: impl FnOnce() -> CallEnd) -> Completion<bool> {
    match vm.agent.calls.get(id).map(|call| call.waits) {
        None => Ok(false),
        Some(Waits::Promise(promise)) => {
            settle_later(vm, promise, answer)?;
            end_and_tell(vm, id, end);
            Ok(true)
        }
        Some(Waits::Frame) => {
            end_and_tell(vm, id, end);
            Ok(answer_frame(vm, id, answer))
        }
    }
}

/// Resolves a promise by a job, within the limits of whoever runs jobs.
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
fn end_call(vm: &mut Vm, id: u64) {
    if let Some(call) = vm.agent.calls.waiting.remove(&id) {
        vm.heap.budget.resized(call.bytes(), 0);
        if call.of_future.is_none() {
            vm.agent.calls.policies.end(&call.name);
        }
    }
}

fn end_and_tell(vm: &mut Vm, id: u64, end: impl FnOnce() -> CallEnd) {
    if let Some(call) = vm.agent.calls.get(id) {
        tell_of(vm, id, call, end);
    }
    end_call(vm, id);
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
    let bytes = waiting.values().map(PendingCall::bytes).sum();
    vm.heap.budget.resized(bytes, 0);
    for (&id, call) in &waiting {
        tell_of(vm, id, call, || CallEnd::Forgotten);
    }
    waiting.into_keys().collect()
}

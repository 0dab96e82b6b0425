//! Programs begun, advanced and ended.

use std::sync::Arc;
use std::time::Duration;

use super::turns;
use super::{Main, Program, Turn};
use crate::buffer::waiting;
use crate::error::{Completion, Throw};
use crate::events::{self, Patience};
use crate::execution::Pausing;
use crate::jobs;
use crate::loaded_script::LoadedScript;
use crate::loop_exit::{Abrupt, Left, LoopExit};
use crate::machine;
use crate::module::{self, ModuleId, ModuleSource};
use crate::pausing::{self, Slice};
use crate::pending;
use crate::promise::{self, PromiseState};
use crate::realm;
use crate::scripts::eval;
use crate::stopped;
use crate::unwinding;
use crate::value::Value;
use crate::vm::Vm;

/// Result of [`advance`].
#[derive(Copy, Clone, Debug)]
pub enum Advanced {
    /// A pause was due.
    Paused,
    /// Calls are to be answered, or events are to come that are not due.
    Waiting,
    /// The program is over: the value of the script or the function, or the module's namespace.
    Done(Value),
    /// The module waits for what never comes: nothing is left that could go on.
    Stuck,
}

/// Begins a script that was loaded. Nothing of it has run then but its declarations. One that is alone is over with the script.
pub fn begin_script(vm: &mut Vm, script: LoadedScript, is_alone: bool) -> Completion<()> {
    let (realm, began_at) = (vm.realm.id, vm.heap.budget.fuel_spent());
    let slice = pausing::begin(vm, script)?;
    let program = Program { turn: Some(Turn::Script), is_alone, began_at, ..Program::new(slice, realm, Main::Script) };
    vm.agent.program = Some(Box::new(program));
    Ok(())
}

/// Begins a module, which is loaded and linked with all that it asks for.
pub fn begin_module(vm: &mut Vm, name: &str, source: impl Into<ModuleSource>) -> Completion<()> {
    let vm = &mut vm.scope();
    let began_at = vm.heap.budget.fuel_spent();
    let module = module::load_module(vm, name, source)?;
    module::link_module(vm, module)?;
    module::set_program_module(vm, Some(module));
    let slice = Slice::new(1, vm.execution.top, vm.execution.pc);
    let main = Main::Module { module, promise: None };
    vm.agent.program = Some(Box::new(Program { began_at, ..Program::new(slice, vm.realm.id, main) }));
    Ok(())
}

/// Begins a module whose imports the host's importer fetches, as soon as the program goes on. It is linked when they are there.
pub fn begin_wanted_module(vm: &mut Vm, name: &str, source: impl Into<ModuleSource>) -> Completion<()> {
    let vm = &mut vm.scope();
    let began_at = vm.heap.budget.fuel_spent();
    let module = module::given_module(vm, Arc::from(name), source.into())?;
    module::set_program_module(vm, Some(module));
    let slice = Slice::new(1, vm.execution.top, vm.execution.pc);
    let main = Main::Wanted { module, fetched: None };
    vm.agent.program = Some(Box::new(Program { began_at, ..Program::new(slice, vm.realm.id, main) }));
    Ok(())
}

/// Asks the host for what the program's module imports. Exceptions reject the promise.
fn fetch_wanted(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    let vm = &mut vm.scope();
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    // Whoever has started the program learns of it.
    promise::mark_handled(vm, promise);
    if let Some(program) = &mut vm.agent.program {
        program.main = Main::Wanted { module, fetched: Some(promise) };
    }
    let name = module::name_of_module(vm, module);
    match module::fetch_requests(vm, name, promise) {
        Err(Throw::Exception(error)) => vm.keeping([error], |vm| promise::reject_promise(vm, promise, error)),
        begun => begun,
    }
}

/// Links the program's module, whose imports are there. Where the host has only said so, its loader is asked now.
fn link_wanted(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    module::load_requested_modules(vm, module)?;
    module::link_module(vm, module)?;
    if let Some(program) = &mut vm.agent.program {
        program.main = Main::Module { module, promise: None };
    }
    Ok(())
}

/// Begins the body of an async function: a script that was loaded, whose value is the function.
pub fn begin_function(vm: &mut Vm, script: LoadedScript) -> Completion<()> {
    let vm = &mut vm.scope();
    let began_at = vm.heap.budget.fuel_spent();
    let function = eval::run_loaded_script(vm, script)?;
    let Some(function) = function.as_object() else { return vm.type_error("the program's body is not a function") };
    let slice = Slice::new(1, vm.execution.top, vm.execution.pc);
    let main = Main::Function { function, promise: None };
    vm.agent.program = Some(Box::new(Program { began_at, ..Program::new(slice, vm.realm.id, main) }));
    Ok(())
}

/// Continues the program. After an error, and once it is done, there is no program any more.
pub fn advance(vm: &mut Vm) -> Completion<Advanced> {
    if let Some(program) = &mut vm.agent.program {
        program.has_recorded_answer = false;
    }
    vm.execution.pausing = Pausing { is_allowed: true, answers: drives_jobs(vm), ..Pausing::default() };
    let advanced = go_on(vm);
    vm.execution.pausing = Pausing::default();
    match advanced {
        Ok(Advanced::Paused | Advanced::Waiting) => {}
        Ok(Advanced::Done(_) | Advanced::Stuck) => forget_program(vm),
        Err(thrown) => {
            if let Throw::Terminated(termination) = thrown {
                stopped::note_termination(vm, termination);
            }
            end_program(vm);
        }
    }
    advanced
}

/// Tells whether a program was begun that runs jobs and answers calls.
pub fn drives_jobs(vm: &Vm) -> bool {
    vm.agent.program.as_ref().is_some_and(|program| !program.is_alone)
}

/// Runs turn after turn, until one of them says that the slice is over.
fn go_on(vm: &mut Vm) -> Completion<Advanced> {
    if vm.agent.program.as_ref().is_some_and(|program| program.time.left() == Some(0)) {
        // However short the slice is.
        vm.heap.budget.request_check();
        vm.check_limits()?;
    }
    let mut has_moved = false;
    loop {
        let advanced = match vm.execution.frames.is_empty() {
            true => next_turn(vm, &mut has_moved)?,
            false => run_frames(vm)?,
        };
        if let Some(advanced) = advanced {
            return Ok(advanced);
        }
    }
}

/// Runs the frames of a turn, until it ends or stops.
fn run_frames(vm: &mut Vm) -> Completion<Option<Advanced>> {
    let Some(program) = &mut vm.agent.program else { return Ok(Some(Advanced::Stuck)) };
    let is_job = !matches!(program.turn, Some(Turn::Script | Turn::Body(_) | Turn::Function));
    let answered = match program.blocked {
        None => None,
        Some(blocked) => match blocked.answer {
            None => return still_waiting(vm).map(Some),
            Some(answer) => {
                program.blocked = None;
                Some((blocked.dst, answer))
            }
        },
    };
    jobs::set_running(vm, is_job);
    let exit = match answered {
        None => vm.run(None),
        Some((dst, Ok(value))) => {
            (machine::running(vm).deliver)(vm, dst, value);
            vm.run(None)
        }
        Some((_, Err(reason))) => match unwinding::unwind(vm, Abrupt::Throw(Throw::Exception(reason))) {
            Left::Continue(()) => vm.run(None),
            Left::Break(exit) => exit,
        },
    };
    jobs::set_running(vm, false);
    match exit {
        LoopExit::Paused => return Ok(Some(Advanced::Paused)),
        LoopExit::Call => return Ok(Some(Advanced::Waiting)),
        LoopExit::Value(_) | LoopExit::Thrown(_) | LoopExit::OtherCode => {}
    }
    turns::end_turn(vm, exit.completion())?;
    Ok(None)
}

/// Begins what comes next, where no frame is left.
fn next_turn(vm: &mut Vm, has_moved: &mut bool) -> Completion<Option<Advanced>> {
    if let Some(program) = &vm.agent.program
        && program.is_alone
        && let Main::Value(value) = program.main
    {
        return Ok(Some(Advanced::Done(value)));
    }
    if let Some((module, body)) = module::take_due_body(vm) {
        turns::begin_body(vm, module, body)?;
        return Ok(None);
    }
    if std::mem::replace(has_moved, true) && vm.heap.budget.is_pause_due() {
        return Ok(Some(Advanced::Paused));
    }
    let Some(program) = &vm.agent.program else { return Ok(Some(Advanced::Stuck)) };
    match program.main {
        Main::Wanted { module, fetched: None } => {
            fetch_wanted(vm, module)?;
            return Ok(None);
        }
        Main::Wanted { module, fetched: Some(fetched) }
            if promise::state_of(vm, fetched) == Some(PromiseState::Fulfilled) =>
        {
            link_wanted(vm, module)?;
            return Ok(None);
        }
        Main::Module { module, promise: None } => {
            turns::evaluate(vm, module)?;
            return Ok(None);
        }
        Main::Function { function, promise: None } => {
            turns::begin_function(vm, function)?;
            return Ok(None);
        }
        _ => {}
    }
    if let Some(job) = jobs::next_job(vm)? {
        turns::begin_job(vm, job)?;
        return Ok(None);
    }
    if waiting::settle_waiters(vm)? || jobs::tells_of_rejections(vm)? {
        return Ok(None);
    }
    // A clock that the host turns is only moved where nobody else is waited for, and somebody waits for it.
    let is_moved = vm.agent.calls.is_empty() && has_events(vm, state_of(vm));
    if events::run_event(vm, if is_moved { Patience::Move } else { Patience::None })? {
        return Ok(None);
    }
    what_is_left(vm).map(Some)
}

/// The state and the result of the promise by which the program ends or goes on, if it has begun and is no script.
fn state_of(vm: &Vm) -> Option<(PromiseState, Value)> {
    match vm.agent.program.as_ref()?.main {
        Main::Wanted { fetched: Some(promise), .. }
        | Main::Module { promise: Some(promise), .. }
        | Main::Function { promise: Some(promise), .. } => {
            let (_, promise) = promise::promise(vm, Value::object(promise))?;
            Some((promise.state, promise.result))
        }
        _ => None,
    }
}

/// Returns whether an event is to come before which the program is not over. What nobody waits for may still be what settles the
/// promise.
fn has_events(vm: &Vm, state: Option<(PromiseState, Value)>) -> bool {
    match state {
        Some((PromiseState::Pending, _)) => events::next_event(vm).is_some(),
        Some((PromiseState::Rejected, _)) => false,
        Some((PromiseState::Fulfilled, _)) | None => events::is_event_waited_for(vm),
    }
}

/// Nothing goes on by itself: what the program is now.
fn what_is_left(vm: &mut Vm) -> Completion<Advanced> {
    let Some(main) = vm.agent.program.as_ref().map(|program| program.main) else { return Ok(Advanced::Stuck) };
    let state = state_of(vm);
    if let Some((PromiseState::Rejected, reason)) = state {
        return Err(Throw::Exception(reason));
    }
    if has_events(vm, state) || waiting::has_async_waiters(vm) || !vm.agent.calls.is_empty() {
        return still_waiting(vm);
    }
    match (main, state) {
        (Main::Value(value), _) => Ok(Advanced::Done(value)),
        (Main::Module { module, .. }, Some((PromiseState::Fulfilled, _))) => {
            Ok(Advanced::Done(Value::object(module::module_namespace(vm, module)?)))
        }
        (Main::Function { .. }, Some((PromiseState::Fulfilled, value))) => Ok(Advanced::Done(value)),
        _ => Ok(Advanced::Stuck),
    }
}

/// Goes on waiting, unless a deadline has passed or somebody has cancelled: programs that only wait are stopped too.
fn still_waiting(vm: &mut Vm) -> Completion<Advanced> {
    vm.heap.budget.request_check();
    vm.check_limits()?;
    Ok(Advanced::Waiting)
}

/// Ends a program that has not ended: no handler sees it, and all that was to come is forgotten. Gives the ids of the calls
/// that have waited.
pub fn end_program(vm: &mut Vm) -> Vec<u64> {
    let program = vm.agent.program.take();
    if let Some(program) = &program {
        pausing::end(vm, &program.slice);
        realm::enter_realm(vm, program.realm);
    }
    forget_program(vm);
    if program.is_some_and(|program| program.is_alone) {
        return Vec::new();
    }
    jobs::forget_jobs(vm);
    module::abandon_evaluations(vm);
    pending::forget_calls(vm)
}

fn forget_program(vm: &mut Vm) {
    vm.agent.program = None;
    vm.agent.reaction_promise = None;
    // What follows its code is not that of what runs next.
    vm.agent.async_context = Value::UNDEFINED;
    module::set_program_module(vm, None);
}

/// Returns how much time the slices of the program may still take, and how much in all; None without a limit.
pub fn time_left(vm: &Vm) -> Option<(Duration, Duration)> {
    let time = vm.agent.program.as_ref()?.time;
    Some((Duration::from_nanos(time.left()?), Duration::from_nanos(time.most?)))
}

/// Counts the time of a slice.
pub fn note_time(vm: &mut Vm, time: Duration) {
    if let Some(program) = &mut vm.agent.program {
        program.time.add(time.as_nanos().try_into().unwrap_or(u64::MAX));
    }
}

/// Returns how many bytes of answers the program may still get, and how many in all; None without a limit.
pub fn answers_left(vm: &Vm) -> Option<(u64, u64)> {
    let allowance = vm.agent.program.as_ref()?.answer_bytes;
    allowance.left().zip(allowance.most)
}

/// Counts the bytes of an answer.
pub fn note_answer(vm: &mut Vm, bytes: u64) {
    if let Some(program) = &mut vm.agent.program {
        program.answer_bytes.add(bytes);
    }
}

/// Notes that a recorder has given the program an answer. Returns whether it is not the first since the program went on.
pub fn note_recorded_answer(vm: &mut Vm) -> bool {
    let program = vm.agent.program.as_mut();
    program.is_some_and(|program| std::mem::replace(&mut program.has_recorded_answer, true))
}

/// Notes the resources that the program has used so far, before it is saved.
pub fn note_spent(vm: &mut Vm) {
    let spent = vm.heap.budget.fuel_spent();
    if let Some(program) = &mut vm.agent.program
        && !program.is_alone
    {
        program.spent = spent.saturating_sub(program.began_at);
    }
}

/// Accounts for the resources that a restored program had used before it was saved: an error if that exceeds the
/// limit.
pub fn account_for_spent(vm: &mut Vm) -> Completion<()> {
    let began_at = vm.heap.budget.fuel_spent();
    let Some(program) = &mut vm.agent.program else { return Ok(()) };
    program.began_at = began_at;
    let spent = program.spent;
    vm.work(spent)
}

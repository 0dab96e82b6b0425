//! Texts that are evaluated in a frame, as a direct eval there would be.
//!
//! Names of register code are in no records that a search by name finds. So records are laid over the registers for the
//! time of it, from the tables. They are closed afterwards: functions that the text has made see copies from then on.
//!
//! Evaluated expressions are bounded by fuel and time of their own, and take none of the script's.

use std::sync::Arc;
use std::time::Duration;

use ferrotape_budget::{Deadline, Termination};
use ferrotape_bytecode::debug::NamePlace;
use ferrotape_bytecode::{AroundEval, BindingForm};
use ferrotape_compiler::{Backend, compile_eval_source};
use ferrotape_syntax::{EvalContext, Goal, ParseOptions};
use ferrotape_text::SourceText;

use crate::code::{CodeBlock, Scope};
use crate::debug::frames::{self, RegisterFrame};
use crate::debug::{ScopeView, Variable, VariablePlace};
use crate::environment::{self, Record, RecordKind};
use crate::error::{Completion, Throw};
use crate::error_report;
use crate::heap::{ObjectId, RecordId};
use crate::messages;
use crate::object::{self, Class};
use crate::property_key::PropertyKey;
use crate::realm;
use crate::scripts::eval::{self, Around};
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// Limits on work that is asked for at a stop.
#[derive(Copy, Clone)]
pub struct Bounds {
    fuel: u64,
    time: Duration,
    /// Bytes that it may take, if that is less than half of what is left.
    memory: usize,
}

impl Bounds {
    /// For a text, and for values to be shown.
    pub const TEXT: Bounds = Bounds { fuel: 20_000_000, time: Duration::from_secs(2), memory: 512 << 20 };
    /// For all objects together.
    pub const HEAP: Bounds = Bounds { fuel: 4_000_000_000, time: Duration::from_secs(60), memory: usize::MAX };
}
/// Most units of a key that is shown whole.
const LONGEST_KEY: usize = 10_000;
/// The name of the texts.
const NAME: &str = "<debugger>";

/// Refusal: the reason why a text gave no value.
#[derive(Clone, PartialEq, Debug)]
pub struct Refused {
    pub message: String,
    /// The thrown value.
    pub thrown: Option<Value>,
}

impl Refused {
    pub(super) fn because(message: impl Into<String>) -> Refused {
        Refused { message: message.into(), thrown: None }
    }
}

/// Evaluates an expression in a frame, counted from the innermost one. The value is kept as long as the caller's kept
/// values.
pub fn evaluate(vm: &mut Vm, number: usize, text: &str) -> Result<Value, Refused> {
    let value = bounded(vm, |vm| crate::profile::with_text(vm, |vm| evaluate_in(vm, number, text)))?;
    vm.keep(value);
    Ok(value)
}

/// Runs work under the limits of a text. Nothing of it counts for the script.
pub fn bounded<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> Completion<T>) -> Result<T, Refused> {
    bounded_by(vm, Bounds::TEXT, work)
}

/// Runs work under limits of its own. Nothing of it counts for the script.
pub fn bounded_by<T>(vm: &mut Vm, bounds: Bounds, work: impl FnOnce(&mut Vm) -> Completion<T>) -> Result<T, Refused> {
    let aside = vm.heap.budget.begin_aside();
    let limit = vm.heap.budget.memory_limit();
    let more = (vm.heap.budget.bytes_left() / 2).min(bounds.memory);
    vm.heap.budget.set_memory_limit(Some(vm.heap.budget.bytes().saturating_add(more)));
    let outer = vm.heap.budget.narrow(Some(bounds.fuel), Deadline::after(bounds.time), None);
    let (top, pc) = (vm.execution.top, vm.execution.pc);
    let (sites, stopped) = (vm.execution.throw_sites.clone(), vm.execution.stopped.take());
    // A slice that is due waits until the text is done.
    vm.execution.pausing.runs += 1;
    vm.agent.begin_context();
    let done = work(vm);
    vm.agent.end_context(true);
    vm.execution.pausing.runs -= 1;
    let done = match done {
        Ok(value) => Ok(value),
        Err(Throw::Exception(thrown)) => {
            let message = error_report::describe_exception(vm, thrown);
            Err(Refused { message, thrown: Some(thrown) })
        }
        Err(Throw::Terminated(termination)) => Err(Refused::because(why_ended(termination))),
    };
    (vm.execution.throw_sites, vm.execution.stopped) = (sites, stopped);
    (vm.execution.top, vm.execution.pc) = (top, pc);
    vm.heap.budget.widen(outer);
    vm.heap.budget.set_memory_limit(Some(limit));
    vm.heap.budget.end_aside(aside);
    if let Err(Refused { thrown: Some(thrown), .. }) = &done {
        vm.keep(*thrown);
    }
    done
}

fn why_ended(termination: Termination) -> &'static str {
    match termination {
        Termination::OutOfFuel | Termination::DeadlineReached => "it takes too long",
        Termination::OutOfMemory => "it takes too much memory",
        _ => "the run is to end",
    }
}

/// Evaluates a text in frame `number`, in the realm of its code, between laying records and closing them.
fn evaluate_in(vm: &mut Vm, number: usize, text: &str) -> Completion<Value> {
    let Some(frame) = frames::frame(vm, number) else { return vm.type_error("nothing runs there") };
    let code = Arc::clone(vm.heap.code_block(frame.code));
    realm::in_realm(vm, code.realm, |vm| {
        frames::coerce_this(vm, &frame)?;
        let laid = lay(vm, number, &frame)?;
        let done = run(vm, number, &frame, &code, laid.innermost, text);
        for record in laid.records {
            environment::close_record(vm, record);
        }
        done
    })
}

/// Compiles a text as direct eval code of the frame and runs it. Its syntax may use what the surrounding code allows.
fn run(
    vm: &mut Vm,
    number: usize,
    frame: &Frame,
    code: &CodeBlock,
    environment: Option<RecordId>,
    text: &str,
) -> Completion<Value> {
    let vm = &mut vm.scope();
    environment.iter().for_each(|&record| vm.keep(Value::record(record)));
    let allowed = frames::table(code).map(|table| table.around.clone());
    let allowed = code.template().around_eval.as_deref().cloned().or(allowed).unwrap_or_default();
    let private_names = eval::private_names_around(vm, environment)?;
    let AroundEval { in_arrow, in_function, in_method, in_derived_constructor, in_initializer } = allowed;
    let context = EvalContext { in_function, in_method, in_derived_constructor, in_initializer, private_names };
    let place = frames::place(vm, number).map_or(0, |place| place.pc);
    let strict = code.is_strict_at(place);
    let stack = vm.native_stack().for_text();
    let options = ParseOptions { strict, ..ParseOptions::new(Goal::DirectEval, stack) };
    vm.heap.room(text.len().saturating_mul(2))?;
    let source = Arc::new(SourceText::new(NAME, text));
    let backend = if code.is_stack_code() { Backend::Stack } else { Backend::Register };
    let compiled = compile_eval_source(Arc::clone(&source), &options, &context, backend, &mut vm.heap.budget);
    let unit = compiled.or_else(|error| eval::throw_compile_error(vm, &error, &source))?;
    let around = around(vm, frame, in_arrow, environment)?;
    eval::run_unit(vm, unit, around, environment)
}

/// `this` and its like in a frame. In arrow functions they are bindings, where something uses them.
fn around(vm: &mut Vm, frame: &Frame, in_arrow: bool, environment: Option<RecordId>) -> Completion<Around> {
    if in_arrow {
        return eval::around_in_arrow(vm, environment);
    }
    let base = frame.base as usize;
    let new_target = if frame.kind.constructs() { vm.execution.stack[base - 1] } else { Value::UNDEFINED };
    let this = vm.execution.stack[base];
    let this = if this.is_empty() || this.as_record().is_some() { Value::UNDEFINED } else { this };
    Ok(Around { this, function: eval::function_around(vm, frame), new_target, is_prompt: false })
}

/// Records that were laid over registers.
struct Laid {
    innermost: Option<RecordId>,
    records: Vec<RecordId>,
}

/// Lays the scopes of a frame, and one more for what the text declares by `var`, unless all is global there.
fn lay(vm: &mut Vm, number: usize, frame: &Frame) -> Completion<Laid> {
    let mut laid = Laid { innermost: frame.environment, records: Vec::new() };
    if let Some(of_registers) = RegisterFrame::of(vm, number) {
        lay_scopes(vm, &of_registers, &mut laid)?;
    }
    if laid.innermost.is_some() {
        // What the text declares by `var` goes with it.
        let scope = vm.heap.new_scope(Scope::of_debugger(Vec::new()));
        let kind = RecordKind::closed(scope, 0, std::iter::empty());
        laid.innermost = Some(vm.heap.new_record(Record { parent: laid.innermost, kind }));
    }
    Ok(laid)
}

/// Lays the scopes of a frame around a text that is evaluated there.
fn lay_scopes(vm: &mut Vm, frame: &RegisterFrame, laid: &mut Laid) -> Completion<()> {
    let scopes = frame.scopes();
    // Where an eval may declare something, all names are in records, and so are those of the scopes around.
    let has_all =
        |vm: &Vm, record: RecordId| vm.heap[record].kind.scope().is_some_and(|scope| vm.heap.scope(scope).dynamic);
    let mut own = scopes.len();
    for (index, scope) in scopes.iter().enumerate() {
        if let Some(record) = frame.record(vm, scope).filter(|&record| has_all(vm, record)) {
            (laid.innermost, own) = (Some(record), index);
            break;
        }
    }
    for scope in scopes[..own].iter().rev() {
        if let Some(record) = frame.record(vm, scope)
            && let RecordKind::Object { target } = vm.heap[record].kind
        {
            let kind = RecordKind::Object { target };
            laid.innermost = Some(vm.heap.new_record(Record { parent: laid.innermost, kind }));
            continue;
        }
        let mut names = Vec::new();
        // Their registers may have a value of an earlier turn.
        let mut without_value: Vec<(PropertyKey, u32, BindingForm)> = Vec::new();
        let mut callee = None;
        for name in &scope.names {
            let Some(text) = frame.text(name.name) else { continue };
            let string = vm.heap.new_string(&text.to_string());
            let key = vm.heap.key_of_string(string)?;
            if frame.at < name.from {
                without_value.push((key, without_value.len() as u32, name.form));
                continue;
            }
            match name.place {
                NamePlace::Register(register) => names.push((key, register, name.form)),
                NamePlace::Callee => callee = Some((key, name.form)),
            }
        }
        if !without_value.is_empty() {
            let count = without_value.len();
            let scope = vm.heap.new_scope(Scope::of_registers(scope.kind, without_value));
            let kind = RecordKind::closed(scope, count, std::iter::repeat_n(Value::EMPTY, count));
            laid.innermost = Some(vm.heap.new_record(Record { parent: laid.innermost, kind }));
        }
        if let Some((key, form)) = callee {
            let value = vm.execution.frames.iter().find(|other| other.base as usize == frame.base);
            let value = value.map_or(Value::UNDEFINED, |running| Value::object(running.callee));
            let scope = vm.heap.new_scope(Scope::of_registers(scope.kind, vec![(key, 0, form)]));
            let kind = RecordKind::closed(scope, 1, [value].into_iter());
            laid.innermost = Some(vm.heap.new_record(Record { parent: laid.innermost, kind }));
        }
        if !names.is_empty() {
            let scope = vm.heap.new_scope(Scope::of_registers(scope.kind, names));
            let kind = RecordKind::Open { scope, base: frame.base as u32, added: None };
            let record = vm.heap.new_record(Record { parent: laid.innermost, kind });
            laid.innermost = Some(record);
            laid.records.push(record);
        }
    }
    Ok(())
}

/// Sets a variable of a scope to the value of a text. Returns the value.
pub fn set_variable(vm: &mut Vm, number: usize, scope: usize, name: &str, text: &str) -> Result<Value, Refused> {
    let value = evaluate(vm, number, &format!("(\n{text}\n)"))?;
    set_variable_to(vm, number, scope, name, value)
}

/// Sets a variable of a scope to a value, which it returns.
pub fn set_variable_to(vm: &mut Vm, number: usize, scope: usize, name: &str, value: Value) -> Result<Value, Refused> {
    let scopes = frames::scopes(vm, number);
    let Some(ScopeView { variables, object, .. }) = scopes.into_iter().nth(scope) else {
        return Err(Refused::because("there is no such scope"));
    };
    if let Some(target) = object.and_then(Value::as_object) {
        set_property(vm, Value::object(target), name, value)?;
        return Ok(value);
    }
    let variable = variables.into_iter().find(|variable| variable.name == name);
    let Some(Variable { value: Some(_), is_constant: false, place, .. }) = variable else {
        return Err(Refused::because(format!("`{name}` is constant, has no value yet, or is not there")));
    };
    match place {
        VariablePlace::Stack(at) => vm.execution.stack[at] = value,
        VariablePlace::Record(record, index) => environment::set_bound_value(vm, record, index, value),
        VariablePlace::Added(record, index) => {
            let place = environment::Place::Added { record, index };
            bounded(vm, |vm| {
                let key = key_of(vm, name)?;
                environment::put_variable(vm, place, key, value, true).map(|()| value)
            })?;
        }
        VariablePlace::Lexical(key) => {
            bounded(vm, |vm| environment::put_lexical(vm, key, value).map(|()| value))?;
        }
        VariablePlace::Fixed => return Err(Refused::because(format!("`{name}` cannot be assigned"))),
    }
    Ok(value)
}

/// Sets a property as an assignment does, which may run a setter.
pub fn set_property(vm: &mut Vm, object: Value, name: &str, value: Value) -> Result<Value, Refused> {
    let Some(object) = object.as_object() else { return Err(Refused::because("it is not an object")) };
    bounded(vm, |vm| {
        let key = key_of_shown(vm, object, name)?;
        object::set(vm, object, key, value, true).map(|()| value)
    })
}

pub(super) fn key_of(vm: &mut Vm, name: &str) -> Completion<PropertyKey> {
    let string = vm.heap.new_string(name);
    Ok(vm.heap.key_of_string(string)?)
}

/// The key of a property as it is shown. Messages cut keys much earlier, but then two keys may be one.
pub(super) fn shown_key(vm: &Vm, key: PropertyKey) -> String {
    let Some(atom) = key.as_atom() else { return vm.heap.describe_key(key) };
    let view = vm.heap.atom_view(atom);
    let mut shown = view.slice(0, LONGEST_KEY).to_string_lossy();
    if view.len() > LONGEST_KEY {
        shown.push('…');
    }
    shown
}

/// The key that a shown name stands for: a string, unless only a symbol or a long key of the object is shown so.
pub(super) fn key_of_shown(vm: &mut Vm, object: ObjectId, name: &str) -> Completion<PropertyKey> {
    let key = key_of(vm, name)?;
    if is_opaque(vm, object) || object::own_property(vm, object, key)?.is_some() {
        return Ok(key);
    }
    if !name.starts_with("Symbol(") && !name.ends_with('…') {
        return Ok(key);
    }
    for own in object::own_property_keys(vm, object)? {
        vm.work(1)?;
        if shown_key(vm, own) == name {
            return Ok(own);
        }
    }
    Ok(key)
}

/// Returns whether only methods of a host or a proxy know the properties of an object.
pub(super) fn is_opaque(vm: &Vm, object: ObjectId) -> bool {
    matches!(vm.heap.class_of(object), Class::Proxy | Class::OpaqueHost | Class::NumericHost)
}

/// A value in the message of a breakpoint: strings as they are.
pub fn plain_text(vm: &mut Vm, value: Value) -> String {
    messages::describe_plainly(vm, value)
}

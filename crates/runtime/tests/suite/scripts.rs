//! Helpers of tests that run scripts on both machines, under stress and not.

use std::sync::Arc;

use ferrotape_bytecode::Unit;
use ferrotape_compiler::Backend;
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::error_report;
use ferrotape_runtime::function::{self, Call};
use ferrotape_runtime::heap::RealmId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::realm;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::tail_calls::TailCalls;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Options, Vm};

/// An engine with so little stack that a thousand calls do not fit, unless they take the place of each other.
pub fn new_vm(backend: Backend, stress: bool) -> Vm {
    let (stack_values, tail_calls) = (1 << 12, TailCalls::Always);
    let options = Options { backend, stress_collection: stress, stack_values, tail_calls, ..Options::default() };
    Vm::new(options, ferrotape_builtins::PARTS, crate::MACHINES).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"))
}

/// Makes a realm whose global object is the variable `name` of the first one.
pub fn add_realm(vm: &mut Vm, name: &str) -> RealmId {
    let realm = realm::new_realm(vm).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
    let other = Value::object(vm.heap.realm(realm).global);
    let (global, key) = (vm.realm.global, vm.heap.key(name));
    object::set(vm, global, key, other, true).expect("it is defined");
    realm
}

pub fn compile(vm: &mut Vm, text: &str) -> Unit {
    let options = ParseOptions::new(Goal::Script, vm.native_stack());
    let source = Arc::new(SourceText::new("test.js", text));
    let backend = vm.backend();
    let unit = ferrotape_compiler::compile_source(source, &options, backend, &mut vm.heap.budget);
    unit.unwrap_or_else(|error| panic!("{error}"))
}

pub fn run(vm: &mut Vm, text: &str) -> Completion<Value> {
    let unit = compile(vm, text);
    eval::run_script(vm, unit)
}

/// Defines a global function.
pub fn define(vm: &mut Vm, name: &str, code: impl Fn(&mut Vm, Call) -> Completion<Value> + Send + Sync + 'static) {
    let function = function::new_host_function(vm, name, 0, Arc::new(code));
    let (global, key) = (vm.realm.global, vm.heap.key(name));
    object::set(vm, global, key, Value::object(function), true).expect("it is defined");
}

/// A completion as people read it.
pub fn shown(vm: &mut Vm, result: Completion<Value>) -> String {
    match result {
        Ok(value) => messages::describe(vm, value),
        Err(Throw::Exception(exception)) => format!("throws {}", error_report::describe_exception(vm, exception)),
        Err(Throw::Terminated(termination)) => format!("{termination:?}"),
    }
}

/// Machines, and whether each safepoint collects.
pub const WAYS: [(Backend, bool); 4] =
    [(Backend::Register, false), (Backend::Register, true), (Backend::Stack, false), (Backend::Stack, true)];

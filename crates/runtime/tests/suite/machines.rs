//! Engines that lack a machine: its code is refused where it comes from, and everything else goes on.

use std::sync::Arc;

use ferrotape_compiler::{Backend, compile_source};
use ferrotape_runtime::Throw;
use ferrotape_runtime::error_report;
use ferrotape_runtime::machine::Machines;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::vm::{Options, Vm};
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

fn vm_of(machines: Machines, backend: Backend) -> Vm {
    let options = Options { backend, ..Options::default() };
    Vm::new(options, ferrotape_builtins::PARTS, machines).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"))
}

fn run(vm: &mut Vm, text: &str, backend: Backend) -> Result<f64, String> {
    let source = Arc::new(SourceText::new("a.js", text));
    let options = ParseOptions::new(Goal::Script, vm.native_stack());
    let unit = compile_source(source, &options, backend, &mut vm.heap.budget).expect("correct text");
    match eval::run_script(vm, unit) {
        Ok(value) => Ok(value.as_number().unwrap_or(f64::NAN)),
        Err(Throw::Exception(value)) => Err(error_report::describe_exception(vm, value)),
        Err(Throw::Terminated(termination)) => Err(termination.to_string()),
    }
}

const REFUSED: &str = "TypeError: this code is for the stack machine, which this program is built without";

#[test]
fn code_for_a_machine_that_is_not_there_is_refused() {
    let mut vm = vm_of(Machines::only(&ferrotape_machine::MACHINE), Backend::Register);
    assert_eq!(run(&mut vm, "6 * 7", Backend::Stack), Err(REFUSED.to_owned()));
    assert_eq!(run(&mut vm, "var n = 1; eval('n + 1') + new Function('return 40')()", Backend::Register), Ok(42.0));
    // Code that a script makes is for the machine of the code around it, or of the engine where there is none.
    let mut vm = vm_of(Machines::only(&ferrotape_machine::MACHINE), Backend::Stack);
    let made = "try { [1].map(eval)[0] + Function('return 1')() } catch (error) { error instanceof TypeError ? 7 : 8 }";
    assert_eq!(run(&mut vm, made, Backend::Register), Ok(2.0));
}

#[test]
fn engines_with_code_for_a_machine_that_is_not_there_are_not_restored() {
    let mut vm = vm_of(crate::MACHINES, Backend::Stack);
    assert_eq!(run(&mut vm, "function f() { return 42 } f()", Backend::Stack), Ok(42.0));
    let bytes = ferrotape_snapshot::snapshot(&mut vm).unwrap_or_else(|_| panic!("nothing of the host is there"));
    let mut whole = vm_of(crate::MACHINES, Backend::Register);
    assert!(ferrotape_snapshot::restore(&mut whole, &bytes).is_ok());
    assert_eq!(run(&mut whole, "f()", Backend::Register), Ok(42.0));
    let mut lacking = vm_of(Machines::only(&ferrotape_machine::MACHINE), Backend::Register);
    let error = ferrotape_snapshot::restore(&mut lacking, &bytes).expect_err("its code is refused");
    assert!(format!("{error:?}").contains("which this program is built without"), "{error:?}");
}

//! Templates are made into code by any engine, on any thread.

use std::sync::Arc;
use std::thread;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::Unit;
use ferrotape_compiler::Backend;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::{Options, Vm};
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

fn compiled_elsewhere(text: &'static str) -> Unit {
    let compile = move || {
        let options = ParseOptions::new(Goal::Script, NativeStack::default());
        ferrotape_compiler::compile_source(
            Arc::new(SourceText::new("made.js", text)),
            &options,
            Backend::Register,
            &mut Budget::default(),
        )
    };
    thread::spawn(compile).join().expect("no panic").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn seed_c04_a_template_is_compiled_on_another_thread_and_instantiated_later() {
    let unit =
        compiled_elsewhere("var n = 20; function add(m) { return function () { return n + m } } add(1)() + add(2)()");
    for _ in 0..2 {
        let mut vm =
            Vm::new(Options::default(), &[], crate::MACHINES).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
        for _ in 0..2 {
            let value = eval::run_script(&mut vm, unit.clone());
            assert!(matches!(value, Ok(value) if value.as_number() == Some(43.0)), "{value:?}");
        }
    }
    let instantiate = || {
        let mut vm =
            Vm::new(Options::default(), &[], crate::MACHINES).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
        eval::run_script(&mut vm, unit.clone()).is_ok()
    };
    assert!(thread::scope(|scope| scope.spawn(instantiate).join()).is_ok_and(|ran| ran));
}

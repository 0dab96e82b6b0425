//! compileStreaming and instantiateStreaming: the WebAssembly Web API, 3.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{instance, module, pair_of};
use crate::fetch;
use crate::interface::require_arguments;
use crate::streams::{byte_views, promises};

promises::closures! {
    READ = read, 1;
    COMPILE = compile_read, 1;
}

/// WebAssembly.compileStreaming ( source )
pub(super) fn compile_streaming(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        require_arguments(vm, call, 1, "WebAssembly.compileStreaming()")?;
        compiled(vm, call)
    })
}

/// WebAssembly.instantiateStreaming ( source, importObject )
pub(super) fn instantiate_streaming(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.instantiateStreaming()";
    promises::promising(vm, |vm| {
        require_arguments(vm, call, 1, WHAT)?;
        let imports = call.argument(vm, 1);
        instance::check_imports(vm, imports, WHAT)?;
        let compiled = compiled(vm, call)?;
        pair_of(vm, compiled, imports)
    })
}

/// Compile a potential WebAssembly response: a promise of the module. It is kept.
fn compiled(vm: &mut Vm, call: Call) -> Completion<ObjectId> {
    const NOTHING: [Value; 3] = [Value::UNDEFINED; 3];
    let source = promises::resolved(vm, call.argument(vm, 0))?;
    let bytes = promises::transformed(vm, source, Some(&READ), None, NOTHING)?;
    promises::transformed(vm, bytes, Some(&COMPILE), None, NOTHING)
}

/// Reads the body of a response, if it is one of WebAssembly.
fn read(vm: &mut Vm, call: Call) -> Completion<Value> {
    let response = call.argument(vm, 0);
    fetch::wasm_body(vm, response).map(Value::object)
}

fn compile_read(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.compileStreaming()";
    let bytes = byte_views::source_of(vm, call.argument(vm, 0), WHAT)?;
    let bytes = byte_views::copied(vm, bytes)?;
    module::compile(vm, None, &bytes, WHAT).map(Value::object)
}

//! The global function `eval`, ECMA-262 19.2.1. Direct evals are handled by `scripts/eval.rs` of the runtime instead.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, method};
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static EVAL: NativeFunction = method("eval", 1, eval);

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let function = function::new_native_function(realm.vm, &EVAL);
    realm.realm().intrinsics.eval = function;
    realm.global("eval", Value::object(function))
}

/// eval ( x ), ECMA-262 19.2.1
fn eval(vm: &mut Vm, call: Call) -> Completion<Value> {
    eval::indirect_eval(vm, call)
}

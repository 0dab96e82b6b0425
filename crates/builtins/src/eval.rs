//! The global function `eval`, ECMA-262 19.2.1. A direct eval does not come here but to `interpreter/eval.rs`.

use ferrotape_engine::error::Completion;
use ferrotape_engine::function::{self, Call, NativeFunction, method};
use ferrotape_engine::interpreter::eval;
use ferrotape_engine::realm::RealmBuilder;
use ferrotape_engine::value::Value;
use ferrotape_engine::vm::Vm;

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

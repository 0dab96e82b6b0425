//! What methods that make objects like the one they work on go by: `constructor[Symbol.species]`.

use ferrotape_engine::error::Completion;
use ferrotape_engine::function::{Call, NativeFunction, Role, method};
use ferrotape_engine::heap::ObjectId;
use ferrotape_engine::realm::RealmBuilder;
use ferrotape_engine::symbols;
use ferrotape_engine::value::Value;
use ferrotape_engine::vm::Vm;

static SPECIES: NativeFunction = method("get [Symbol.species]", 0, species).with_role(Role::This);

/// get C [ %Symbol.species% ], the same for all constructors that have it, as ECMA-262 23.1.2.5
fn species(_: &mut Vm, call: Call) -> Completion<Value> {
    Ok(call.this)
}

pub(crate) fn install(realm: &mut RealmBuilder, constructor: ObjectId) -> Completion<()> {
    realm.accessor(constructor, symbols::SPECIES, Some(&SPECIES), None)
}

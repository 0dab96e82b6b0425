//! `constructor[Symbol.species]`, for methods that create objects like the one they work on.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, Role, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::operations::get;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static SPECIES: NativeFunction = method("get [Symbol.species]", 0, species).with_role(Role::This);

/// get C [ %Symbol.species% ], the same for all constructors that have it, as ECMA-262 23.1.2.5
fn species(_: &mut Vm, call: Call) -> Completion<Value> {
    Ok(call.this)
}

pub(crate) fn install(realm: &mut RealmBuilder, constructor: ObjectId) -> Completion<()> {
    realm.accessor(constructor, symbols::SPECIES, Some(&SPECIES), None)
}

/// SpeciesConstructor ( O, defaultConstructor ), ECMA-262 7.3.22. None means the default. The caller keeps the object.
pub(crate) fn species_constructor(vm: &mut Vm, object: ObjectId) -> Completion<Option<ObjectId>> {
    let constructor = get::get_remembered(vm, Value::object(object), keys::CONSTRUCTOR)?;
    if constructor.is_undefined() {
        return Ok(None);
    }
    if !constructor.is_object() {
        let found = messages::describe(vm, constructor);
        return vm.type_error(format!("constructor is not an object: {found}"));
    }
    vm.keep(constructor);
    let species = get::get_remembered(vm, constructor, symbols::SPECIES)?;
    match species.as_object() {
        None if species.is_nullish() => Ok(None),
        Some(constructor) if vm.heap.has_construct(constructor) => Ok(Some(constructor)),
        _ => {
            let found = messages::describe(vm, species);
            vm.type_error(messages::not_a_constructor(&found))
        }
    }
}

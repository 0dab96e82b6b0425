//! What methods that make objects like the one they work on go by: `constructor[Symbol.species]`.

use ferrotape_engine::error::Completion;
use ferrotape_engine::function::{Call, NativeFunction, Role, method};
use ferrotape_engine::heap::ObjectId;
use ferrotape_engine::interpreter::get;
use ferrotape_engine::messages;
use ferrotape_engine::names::keys;
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

/// SpeciesConstructor ( O, defaultConstructor ), ECMA-262 7.3.22; none stands for the default. The caller keeps the object.
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

//! Intrinsics, operations that instructions name by number, and `super` (ECMA-262 13.3.7).

use ferrotape_bytecode::{Intrinsic, Phase};

use super::class::MethodForm;
use super::private::PrivateForm;
use crate::convert;
use crate::disposal::{self, Hint};
use crate::error::Completion;
use crate::function;
use crate::heap::ObjectId;
use crate::iteration;
use crate::key_set::KeySet;
use crate::messages;
use crate::module;
use crate::names::keys;
use crate::object;
use crate::object::descriptor::PropertyDescriptor;
use crate::operations::class;
use crate::operations::elements;
use crate::operations::iterate;
use crate::operations::private;
use crate::property_key::PropertyKey;
use crate::string_builder::StringBuilder;
use crate::symbol;
use crate::value::Value;
use crate::vm::Vm;

/// Performs the intrinsic of that number. Its operands begin at a place of the value stack, where they stay meanwhile.
pub fn numbered_intrinsic(vm: &mut Vm, number: u8, first: usize) -> Completion<Value> {
    let Some(which) = Intrinsic::from_number(number) else { return Ok(Value::UNDEFINED) };
    let mut operands = [Value::UNDEFINED; Intrinsic::MOST_OPERANDS];
    let count = which.operand_count();
    operands[..count].copy_from_slice(&vm.execution.stack[first..first + count]);
    intrinsic(vm, which, operands)
}

/// Performs an intrinsic. The caller keeps the operands alive.
pub(crate) fn intrinsic(
    vm: &mut Vm,
    which: Intrinsic,
    [a, b, c, d]: [Value; Intrinsic::MOST_OPERANDS],
) -> Completion<Value> {
    match which {
        Intrinsic::NewTarget => Ok(vm.new_target()),
        Intrinsic::GlobalThis => Ok(Value::object(vm.realm.global)),
        Intrinsic::SuperBase => super_base(vm, a),
        Intrinsic::GetSuper => get_super(vm, a, b, c),
        Intrinsic::SetSuper => {
            let strict = vm.running_code().is_strict_at(vm.execution.pc);
            set_super(vm, [a, b, c], d, strict).map(|()| d)
        }
        Intrinsic::SetHome => {
            set_home(vm, a, b);
            Ok(a)
        }
        Intrinsic::AsyncIterator => iteration::get_async_iterator(vm, a),
        Intrinsic::ImportMeta => module::import_meta(vm),
        Intrinsic::Import => module::import_call(vm, Phase::Evaluation, a, b),
        Intrinsic::ImportDefer => module::import_call(vm, Phase::Defer, a, b),
        Intrinsic::ImportSource => module::import_call(vm, Phase::Source, a, b),
        Intrinsic::SetName => set_function_name(vm, a, b, "").map(|()| a),
        Intrinsic::SetGetterName => set_function_name(vm, a, b, "get ").map(|()| a),
        Intrinsic::SetSetterName => set_function_name(vm, a, b, "set ").map(|()| a),
        Intrinsic::CopyProperties => iterate::copy_data_properties(vm, a, b, &KeySet::default()).map(|()| a),
        Intrinsic::RestProperties => iterate::rest_properties(vm, a, b),
        Intrinsic::RestArguments => iterate::rest_arguments(vm, a.as_int().unwrap_or(0) as usize),
        Intrinsic::RequireObject => iterate::require_object(vm, a),
        Intrinsic::IsReturn => Ok(Value::bool(a.as_accessor().is_some())),
        Intrinsic::RequireCoercible => iterate::require_coercible(vm, a, b),
        Intrinsic::MakeClass => class::make_class(vm, a, b),
        Intrinsic::DefineMethod => class::define_method(vm, a, b, MethodForm::Method(c)),
        Intrinsic::DefineMethodGetter => class::define_method(vm, a, b, MethodForm::Getter(c)),
        Intrinsic::DefineMethodSetter => class::define_method(vm, a, b, MethodForm::Setter(c)),
        Intrinsic::SetFields => class::set_fields(vm, a, b),
        Intrinsic::FieldsOf => Ok(class::fields_of(vm, a)),
        Intrinsic::NewPrivateName => Ok(symbol::new_private_name(&mut vm.heap, a)),
        Intrinsic::AddPrivateField => private::add_private(vm, a, b, PrivateForm::Field(c)),
        Intrinsic::AddPrivateMethod => private::add_private(vm, a, b, PrivateForm::Method(c)),
        Intrinsic::AddPrivateGetter => private::add_private(vm, a, b, PrivateForm::Getter(c)),
        Intrinsic::AddPrivateSetter => private::add_private(vm, a, b, PrivateForm::Setter(c)),
        Intrinsic::HasPrivate => private::has_private(vm, a, b),
        Intrinsic::ParentConstructor => class::parent_constructor(vm, a),
        Intrinsic::CheckUnbound => class::check_unbound(vm, a),
        Intrinsic::BindThis => class::bind_this_in(vm, a, b),
        Intrinsic::DerivedResult => class::derived_result(vm, a),
        Intrinsic::ArraysArePlain => Ok(Value::bool(iteration::arrays_are_plain(vm))),
        Intrinsic::NewResources => Ok(disposal::new_scope_resources(vm)),
        Intrinsic::AddResource => disposal::add_resource(vm, a, b, Hint::Sync),
        Intrinsic::AddAsyncResource => disposal::add_resource(vm, a, b, Hint::Async),
        Intrinsic::NextResource => disposal::next_resource(vm, a),
        Intrinsic::ResourceValue => Ok(disposal::resource_value(vm, a)),
        Intrinsic::AwaitsResource => Ok(Value::bool(disposal::awaits_resource(vm, a))),
        Intrinsic::NoteError => disposal::note_error(vm, a, b),
        Intrinsic::ThrowNoted => disposal::throw_noted(vm, a),
    }
}

pub fn set_home(vm: &mut Vm, function: Value, home: Value) {
    if let (Some(function), Some(home)) = (function.as_object(), home.as_object()) {
        function::make_method(vm, function, home);
    }
}

/// GetSuperBase ( ), ECMA-262 9.1.1.3.5
pub fn super_base(vm: &mut Vm, function: Value) -> Completion<Value> {
    let Some(home) = function.as_object().and_then(|function| function::home_object(vm, function)) else {
        return Ok(Value::UNDEFINED);
    };
    Ok(object::get_prototype_of(vm, home)?.map_or(Value::NULL, Value::object))
}

/// GetValue of a super reference, ECMA-262 6.2.5.5.
pub fn get_super(vm: &mut Vm, this: Value, base: Value, key: Value) -> Completion<Value> {
    let Some(object) = base.as_object() else { return elements::property_of_nullish(vm, base, key) };
    let key = convert::to_property_key(vm, key)?;
    object::get_with_receiver(vm, object, key, this)
}

/// PutValue of a super reference, ECMA-262 6.2.5.6.
pub fn set_super(vm: &mut Vm, [this, base, key]: [Value; 3], value: Value, strict: bool) -> Completion<()> {
    let Some(object) = base.as_object() else { return elements::property_of_nullish(vm, base, key) };
    let key = convert::to_property_key(vm, key)?;
    if !object::set_with_receiver(vm, object, key, value, this)? && strict {
        return object::refuse_assignment(vm, this, key);
    }
    Ok(())
}

/// SetFunctionName ( F, name, prefix ), ECMA-262 10.2.9, of a property key.
pub fn set_function_name(vm: &mut Vm, function: Value, key: Value, prefix: &str) -> Completion<()> {
    let Some(function) = function.as_object() else { return Ok(()) };
    let key = convert::to_property_key(vm, key)?;
    let name = function_name_of(vm, key, prefix)?;
    name_function(vm, function, name)
}

/// `name`, `[description]`, `get name`.
fn function_name_of(vm: &mut Vm, key: PropertyKey, prefix: &str) -> Completion<Value> {
    let mut text = StringBuilder::new();
    text.push_bytes(vm, prefix.as_bytes())?;
    let described = key.as_symbol().map(|symbol| symbol::symbol_description(&vm.heap, symbol));
    match described {
        None => {
            let name = vm.heap.value_of_key(key);
            let name = convert::to_string(vm, name)?;
            text.push_string(vm, name)?;
        }
        Some(description) => {
            if let Some(description) = description.as_string() {
                let brackets = !symbol::is_private(&vm.heap, key);
                text.push_bytes(vm, if brackets { b"[" } else { b"" })?;
                text.push_string(vm, description)?;
                text.push_bytes(vm, if brackets { b"]" } else { b"" })?;
            }
        }
    }
    Ok(Value::string(text.finish(vm)?))
}

fn name_function(vm: &mut Vm, function: ObjectId, name: Value) -> Completion<()> {
    let descriptor = PropertyDescriptor::data(name, crate::function::FUNCTION_PROPERTY);
    object::define_own_property(vm, function, keys::NAME, &descriptor).map(|_| ())
}

/// Throws the error of `delete super.a`.
pub fn delete_of_super(vm: &mut Vm) -> Completion<Value> {
    vm.reference_error(messages::DELETE_OF_SUPER)
}

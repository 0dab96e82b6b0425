//! Operations of the engine that instructions name by number, and `super` (ECMA-262 13.3.7).

use ferrotape_bytecode::Intrinsic;

use super::class::MethodForm;
use super::private::PrivateForm;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::key_set::KeySet;
use crate::messages;
use crate::names::keys;
use crate::object::descriptor::PropertyDescriptor;
use crate::property_key::PropertyKey;
use crate::string_builder::StringBuilder;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// The intrinsic of that number, whose operands begin at a place of the value stack, where they stay meanwhile.
    pub(super) fn numbered_intrinsic(&mut self, number: u8, first: usize) -> Completion<Value> {
        let Some(which) = Intrinsic::from_number(number) else { return Ok(Value::UNDEFINED) };
        let mut operands = [Value::UNDEFINED; Intrinsic::MOST_OPERANDS];
        let count = which.operand_count();
        operands[..count].copy_from_slice(&self.stack[first..first + count]);
        self.intrinsic(which, operands)
    }

    /// Does what an intrinsic does. Somebody else keeps the operands alive.
    pub(crate) fn intrinsic(
        &mut self,
        which: Intrinsic,
        [a, b, c, d]: [Value; Intrinsic::MOST_OPERANDS],
    ) -> Completion<Value> {
        match which {
            Intrinsic::NewTarget => Ok(self.new_target()),
            Intrinsic::GlobalThis => Ok(Value::object(self.realm.global)),
            Intrinsic::SuperBase => self.super_base(a),
            Intrinsic::GetSuper => self.get_super(a, b, c),
            Intrinsic::SetSuper => {
                let strict = self.running_code().is_strict_at(self.pc);
                self.set_super([a, b, c], d, strict).map(|()| d)
            }
            Intrinsic::SetHome => {
                self.set_home(a, b);
                Ok(a)
            }
            Intrinsic::AsyncIterator => self.get_async_iterator(a),
            Intrinsic::ImportMeta => self.import_meta(),
            Intrinsic::Import => self.import_call(a, b),
            Intrinsic::SetName => self.set_function_name(a, b, "").map(|()| a),
            Intrinsic::SetGetterName => self.set_function_name(a, b, "get ").map(|()| a),
            Intrinsic::SetSetterName => self.set_function_name(a, b, "set ").map(|()| a),
            Intrinsic::CopyProperties => self.copy_data_properties(a, b, &KeySet::default()).map(|()| a),
            Intrinsic::RestProperties => self.rest_properties(a, b),
            Intrinsic::RestArguments => self.rest_arguments(a.as_int().unwrap_or(0) as usize),
            Intrinsic::RequireObject => self.require_object(a),
            Intrinsic::IsReturn => Ok(Value::bool(a.as_accessor().is_some())),
            Intrinsic::RequireCoercible => self.require_coercible(a, b),
            Intrinsic::MakeClass => self.make_class(a, b),
            Intrinsic::DefineMethod => self.define_method(a, b, MethodForm::Method(c)),
            Intrinsic::DefineMethodGetter => self.define_method(a, b, MethodForm::Getter(c)),
            Intrinsic::DefineMethodSetter => self.define_method(a, b, MethodForm::Setter(c)),
            Intrinsic::SetFields => self.set_fields(a, b),
            Intrinsic::FieldsOf => Ok(self.fields_of(a)),
            Intrinsic::NewPrivateName => Ok(self.heap.new_private_name(a)),
            Intrinsic::AddPrivateField => self.add_private(a, b, PrivateForm::Field(c)),
            Intrinsic::AddPrivateMethod => self.add_private(a, b, PrivateForm::Method(c)),
            Intrinsic::AddPrivateGetter => self.add_private(a, b, PrivateForm::Getter(c)),
            Intrinsic::AddPrivateSetter => self.add_private(a, b, PrivateForm::Setter(c)),
            Intrinsic::HasPrivate => self.has_private(a, b),
            Intrinsic::ParentConstructor => self.parent_constructor(a),
            Intrinsic::CheckUnbound => self.check_unbound(a),
            Intrinsic::BindThis => self.bind_this_in(a, b),
            Intrinsic::DerivedResult => self.derived_result(a),
            Intrinsic::ArraysArePlain => Ok(Value::bool(self.arrays_are_plain())),
        }
    }

    pub(crate) fn set_home(&mut self, function: Value, home: Value) {
        if let (Some(function), Some(home)) = (function.as_object(), home.as_object()) {
            self.make_method(function, home);
        }
    }

    /// GetSuperBase ( ), ECMA-262 9.1.1.3.5
    pub(crate) fn super_base(&mut self, function: Value) -> Completion<Value> {
        let Some(home) = function.as_object().and_then(|function| self.home_object(function)) else {
            return Ok(Value::UNDEFINED);
        };
        Ok(self.get_prototype_of(home)?.map_or(Value::NULL, Value::object))
    }

    /// GetValue of a super reference, ECMA-262 6.2.5.5.
    pub(crate) fn get_super(&mut self, this: Value, base: Value, key: Value) -> Completion<Value> {
        let Some(object) = base.as_object() else { return self.property_of_nullish(base, key) };
        let key = self.to_property_key(key)?;
        self.get_with_receiver(object, key, this)
    }

    /// PutValue of a super reference, ECMA-262 6.2.5.6.
    pub(crate) fn set_super(&mut self, [this, base, key]: [Value; 3], value: Value, strict: bool) -> Completion<()> {
        let Some(object) = base.as_object() else { return self.property_of_nullish(base, key) };
        let key = self.to_property_key(key)?;
        if !self.set_with_receiver(object, key, value, this)? && strict {
            return self.refuse_assignment(this, key);
        }
        Ok(())
    }

    /// SetFunctionName ( F, name, prefix ), ECMA-262 10.2.9, of a property key.
    pub(crate) fn set_function_name(&mut self, function: Value, key: Value, prefix: &str) -> Completion<()> {
        let Some(function) = function.as_object() else { return Ok(()) };
        let key = self.to_property_key(key)?;
        let name = self.function_name_of(key, prefix)?;
        self.name_function(function, name)
    }

    /// `name`, `[description]`, `get name`.
    fn function_name_of(&mut self, key: PropertyKey, prefix: &str) -> Completion<Value> {
        let mut text = StringBuilder::new();
        text.push_bytes(self, prefix.as_bytes())?;
        let described = key.as_symbol().map(|symbol| self.heap.symbol_description(symbol));
        match described {
            None => {
                let name = self.heap.value_of_key(key);
                let name = self.to_string(name)?;
                text.push_string(self, name)?;
            }
            Some(description) => {
                if let Some(description) = description.as_string() {
                    let brackets = !self.heap.is_private(key);
                    text.push_bytes(self, if brackets { b"[" } else { b"" })?;
                    text.push_string(self, description)?;
                    text.push_bytes(self, if brackets { b"]" } else { b"" })?;
                }
            }
        }
        Ok(Value::string(text.finish(self)?))
    }

    fn name_function(&mut self, function: ObjectId, name: Value) -> Completion<()> {
        let descriptor = PropertyDescriptor::data(name, crate::function::FUNCTION_PROPERTY);
        self.define_own_property(function, keys::NAME, &descriptor).map(|_| ())
    }

    /// Throws the error of `delete super.a`.
    pub(crate) fn delete_of_super(&mut self) -> Completion<Value> {
        self.reference_error(messages::DELETE_OF_SUPER)
    }
}

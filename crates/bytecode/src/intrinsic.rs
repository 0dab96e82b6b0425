//! Operations of the engine that are rare or long, named by number: one instruction of the register machine for all of them,
//! whose operands lie in a row.

/// An operation, with how many operands it takes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Intrinsic {
    /// GetNewTarget of the running function, ECMA-262 9.4.5.
    NewTarget,
    /// `this` of scripts.
    GlobalThis,
    /// GetSuperBase, ECMA-262 9.1.1.3.5: the prototype of the home object of a function.
    SuperBase,
    /// GetValue of a super reference: `this`, base, key.
    GetSuper,
    /// PutValue of a super reference: `this`, base, key, value.
    SetSuper,
    /// MakeMethod, ECMA-262 10.2.7: function, home object.
    SetHome,
    /// SetFunctionName, ECMA-262 10.2.9: function, key.
    SetName,
    /// The same with `get` before the name.
    SetGetterName,
    /// The same with `set` before the name.
    SetSetterName,
    /// CopyDataProperties, ECMA-262 7.3.26: target, source.
    CopyProperties,
    /// The rest of an object pattern: a new object with the properties of a source, but for the keys in an array.
    RestProperties,
    /// The array of the arguments from a position on.
    RestArguments,
    /// TypeError where the value is no object: the result of an iterator's `return`.
    RequireObject,
    /// Is what waits for the end of a handler a value that is returned, and not an exception?
    IsReturn,
    /// RequireObjectCoercible, ECMA-262 7.2.1, of what an object pattern takes apart: value, the name of the property that is
    /// asked for first, or undefined.
    RequireCoercible,
    /// The iterator of GetIterator ( obj, async ), ECMA-262 7.4.4.
    AsyncIterator,
    /// `import.meta`, ECMA-262 13.3.12.
    ImportMeta,
    /// `import(a, b)`, ECMA-262 13.3.10: specifier, options.
    Import,
    /// The rest of a class's constructor, ECMA-262 15.7.14: the closure, what it extends. Gives the prototype of instances.
    MakeClass,
    /// DefineMethod of a class: object, key, closure.
    DefineMethod,
    DefineMethodGetter,
    DefineMethodSetter,
    /// The function that gives the instances of a class their fields: constructor, function.
    SetFields,
    /// The same function of a constructor; undefined where there is none.
    FieldsOf,
    /// A new private name of that text.
    NewPrivateName,
    /// PrivateFieldAdd, ECMA-262 7.3.27: object, name, value.
    AddPrivateField,
    /// PrivateMethodOrAccessorAdd, ECMA-262 7.3.28: object, name, closure.
    AddPrivateMethod,
    AddPrivateGetter,
    AddPrivateSetter,
    /// `#name in object`: name, object.
    HasPrivate,
    /// GetSuperConstructor, ECMA-262 13.3.7.2, of a function.
    ParentConstructor,
    /// A ReferenceError where `this`, as far as it is bound, was bound before: the value of its binding.
    CheckUnbound,
    /// BindThisValue, ECMA-262 9.1.1.3.1, of a variable that was looked up: place, value.
    BindThis,
    /// What a derived constructor has returned: a TypeError where that is no object.
    DerivedResult,
    /// Are arrays iterated over by nothing but what they begin with, and is nothing told where that ends early?
    ArraysArePlain,
}

/// What `CallList` does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ListCall {
    Call,
    New,
    Eval,
    /// A call with one argument and the `arguments` of the running function, which are in no array: where `apply` is called,
    /// what it calls gets them as they are.
    Apply,
    /// The same in tail position.
    TailApply,
    /// A call in tail position.
    TailCall,
}

impl ListCall {
    pub fn from_number(number: u8) -> Option<Self> {
        use ListCall::{Apply, Call, Eval, New, TailApply, TailCall};
        [Call, New, Eval, Apply, TailApply, TailCall].get(number as usize).copied()
    }

    /// Passes it the arguments of the running function on?
    pub fn applies(self) -> bool {
        matches!(self, ListCall::Apply | ListCall::TailApply)
    }
}

impl Intrinsic {
    /// By number: name and how many operands there are.
    const ALL: [(Intrinsic, &'static str, usize); 35] = [
        (Intrinsic::NewTarget, "NewTarget", 0),
        (Intrinsic::GlobalThis, "GlobalThis", 0),
        (Intrinsic::SuperBase, "SuperBase", 1),
        (Intrinsic::GetSuper, "GetSuper", 3),
        (Intrinsic::SetSuper, "SetSuper", 4),
        (Intrinsic::SetHome, "SetHome", 2),
        (Intrinsic::SetName, "SetName", 2),
        (Intrinsic::SetGetterName, "SetGetterName", 2),
        (Intrinsic::SetSetterName, "SetSetterName", 2),
        (Intrinsic::CopyProperties, "CopyProperties", 2),
        (Intrinsic::RestProperties, "RestProperties", 2),
        (Intrinsic::RestArguments, "RestArguments", 1),
        (Intrinsic::RequireObject, "RequireObject", 1),
        (Intrinsic::IsReturn, "IsReturn", 1),
        (Intrinsic::RequireCoercible, "RequireCoercible", 2),
        (Intrinsic::AsyncIterator, "AsyncIterator", 1),
        (Intrinsic::ImportMeta, "ImportMeta", 0),
        (Intrinsic::Import, "Import", 2),
        (Intrinsic::MakeClass, "MakeClass", 2),
        (Intrinsic::DefineMethod, "DefineMethod", 3),
        (Intrinsic::DefineMethodGetter, "DefineMethodGetter", 3),
        (Intrinsic::DefineMethodSetter, "DefineMethodSetter", 3),
        (Intrinsic::SetFields, "SetFields", 2),
        (Intrinsic::FieldsOf, "FieldsOf", 1),
        (Intrinsic::NewPrivateName, "NewPrivateName", 1),
        (Intrinsic::AddPrivateField, "AddPrivateField", 3),
        (Intrinsic::AddPrivateMethod, "AddPrivateMethod", 3),
        (Intrinsic::AddPrivateGetter, "AddPrivateGetter", 3),
        (Intrinsic::AddPrivateSetter, "AddPrivateSetter", 3),
        (Intrinsic::HasPrivate, "HasPrivate", 2),
        (Intrinsic::ParentConstructor, "ParentConstructor", 1),
        (Intrinsic::CheckUnbound, "CheckUnbound", 1),
        (Intrinsic::BindThis, "BindThis", 2),
        (Intrinsic::DerivedResult, "DerivedResult", 1),
        (Intrinsic::ArraysArePlain, "ArraysArePlain", 0),
    ];

    /// The most operands that one has.
    pub const MOST_OPERANDS: usize = 4;

    pub const fn from_number(number: u8) -> Option<Self> {
        if (number as usize) < Self::ALL.len() { Some(Self::ALL[number as usize].0) } else { None }
    }

    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub fn operand_count(self) -> usize {
        Self::ALL[self as usize].2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_numbers() {
        for (number, row) in Intrinsic::ALL.iter().enumerate() {
            assert_eq!(Intrinsic::from_number(number as u8), Some(row.0));
            assert_eq!((row.0 as usize, row.0.name()), (number, row.1));
            assert!(row.0.operand_count() <= Intrinsic::MOST_OPERANDS);
        }
        assert_eq!(Intrinsic::from_number(Intrinsic::ALL.len() as u8), None);
    }
}

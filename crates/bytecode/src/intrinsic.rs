//! Rare or long operations of the engine, named by number. One instruction of the register machine serves all of them;
//! its operands lie in a row.

/// An operation, with its operands.
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
    /// SetFunctionName with `get` before the name: function, key.
    SetGetterName,
    /// SetFunctionName with `set` before the name: function, key.
    SetSetterName,
    /// CopyDataProperties, ECMA-262 7.3.26: target, source.
    CopyProperties,
    /// The rest of an object pattern: makes an object with a source's properties, except for the keys in an array.
    RestProperties,
    /// Makes an array of the arguments from a position on.
    RestArguments,
    /// Throws a TypeError if the value is no object: the result of an iterator's `return`.
    RequireObject,
    /// Gives whether the completion that waits for the end of a handler is a returned value, and not an exception.
    IsReturn,
    /// RequireObjectCoercible, ECMA-262 7.2.1, for an object pattern: value, the name of the first property requested,
    /// or undefined.
    RequireCoercible,
    /// The iterator of GetIterator ( obj, async ), ECMA-262 7.4.4.
    AsyncIterator,
    /// `import.meta`, ECMA-262 13.3.12.
    ImportMeta,
    /// `import(a, b)`, ECMA-262 13.3.10: specifier, options.
    Import,
    /// `import.defer(a, b)`, of the proposal Import Defer.
    ImportDefer,
    /// `import.source(a, b)`, of the proposal Source Phase Imports.
    ImportSource,
    /// The rest of a class's constructor, ECMA-262 15.7.14: the closure, the heritage. Gives the prototype of
    /// instances.
    MakeClass,
    /// DefineMethod of a class: object, key, closure.
    DefineMethod,
    DefineMethodGetter,
    DefineMethodSetter,
    /// Sets the function that initialises a class's instances: constructor, function.
    SetFields,
    /// Gives the function that initialises the instances of a constructor; undefined if there is none.
    FieldsOf,
    /// Makes a private name of that text.
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
    /// Throws a ReferenceError if `this` is already bound, given the value of its binding.
    CheckUnbound,
    /// BindThisValue, ECMA-262 9.1.1.3.1, of a variable that has been looked up: place, value.
    BindThis,
    /// Checks the return value of a derived constructor: throws a TypeError if it is no object.
    DerivedResult,
    /// Gives whether iteration over arrays is unmodified, and ending it early calls no `return`.
    ArraysArePlain,
    /// NewDisposeCapability, ECMA-262 7.5.3, of a scope.
    NewResources,
    /// AddDisposableResource, ECMA-262 7.5.4: resources, value.
    AddResource,
    /// AddDisposableResource of `await using`: resources, value.
    AddAsyncResource,
    /// Takes the next of the resources, and gives its method. Gives undefined if undefined is to be awaited instead,
    /// and null at the end (DisposeResources, ECMA-262 7.5.8).
    NextResource,
    /// Gives the resource that was taken last.
    ResourceValue,
    /// Gives whether the result of its method is awaited.
    AwaitsResource,
    /// Notes an exception of the scope or of a disposal: resources, exception. A completion of another kind that waits
    /// for the end of a handler is not noted.
    NoteError,
    /// Throws the error of a disposal, if there was one.
    ThrowNoted,
}

/// The kind of a `CallList`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ListCall {
    Call,
    New,
    Eval,
    /// A call with one argument and the `arguments` of the running function, which are in no array. If the callee is
    /// `apply`, the function that it calls gets them as they are.
    Apply,
    /// `Apply` in tail position.
    TailApply,
    /// A call in tail position.
    TailCall,
}

impl ListCall {
    pub fn from_number(number: u8) -> Option<Self> {
        use ListCall::{Apply, Call, Eval, New, TailApply, TailCall};
        [Call, New, Eval, Apply, TailApply, TailCall].get(number as usize).copied()
    }

    /// Returns whether the call passes on the arguments of the running function.
    pub fn applies(self) -> bool {
        matches!(self, ListCall::Apply | ListCall::TailApply)
    }
}

impl Intrinsic {
    /// Each intrinsic by number, with its name and its number of operands.
    const ALL: [(Intrinsic, &'static str, usize); 45] = [
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
        (Intrinsic::ImportDefer, "ImportDefer", 2),
        (Intrinsic::ImportSource, "ImportSource", 2),
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
        (Intrinsic::NewResources, "NewResources", 0),
        (Intrinsic::AddResource, "AddResource", 2),
        (Intrinsic::AddAsyncResource, "AddAsyncResource", 2),
        (Intrinsic::NextResource, "NextResource", 1),
        (Intrinsic::ResourceValue, "ResourceValue", 1),
        (Intrinsic::AwaitsResource, "AwaitsResource", 1),
        (Intrinsic::NoteError, "NoteError", 2),
        (Intrinsic::ThrowNoted, "ThrowNoted", 1),
    ];

    /// Most operands of an intrinsic.
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

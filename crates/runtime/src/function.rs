//! Function objects: closures of script code, built-in functions, functions of the host, bound functions.

pub(crate) mod defined;
pub mod host;

pub use defined::operations::*;
pub use host::*;

use ferrotape_bytecode::ActivationKind;
use ferrotape_text::spread;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::cell;
use crate::error::Completion;
use crate::generator::Resumption;
use crate::heap::{CodeId, ObjectId, RealmId, RecordId, StringId};
use crate::names::keys;
use crate::object::{self, Flags, Kind, ObjectKind};
use crate::properties;
use crate::realm::{self, Intrinsics};
use crate::shape::{self, Attributes};
use crate::stack_trace;
use crate::value::Value;
use crate::vm::Vm;

pub use host::HostCode;

pub(crate) use ferrotape_heap::function::PROTOTYPE_SLOT;
pub use ferrotape_heap::function::{
    BoundFunction, Closure, FUNCTION_PROPERTY, HostFunction, Native, NativeCallee, NativeClosure, NativeId,
};

/// The body of a built-in function.
pub type NativeCode = fn(&mut Vm, Call) -> Completion<Value>;

/// The `next` of a built-in iterator without a result object: the next value of `this`, none at the end.
pub type NativeStep = fn(&mut Vm, Value) -> Completion<Option<Value>>;

/// A row of a table of built-in functions.
pub struct NativeFunction {
    pub name: &'static str,
    pub length: u8,
    pub code: NativeCode,
    pub is_constructor: bool,
    pub role: Role,
    /// Variant of `code` for callers that need no result object.
    pub step: Option<NativeStep>,
    /// Kinds of the values that its objects have captured, if any: see [`new_native_closure`].
    pub captures: [Captured; 3],
}

/// Kind of a value that a built-in function has captured, and relies on. Once the function was called, undefined or
/// null may be there instead.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Captured {
    Nothing,
    /// Any value of the language.
    Value,
    Boolean,
    /// A non-negative integer.
    Index,
    Object,
    Function,
    Promise,
    Proxy,
    /// An array that no script sees.
    List,
    /// The number of a linked module.
    Module,
    /// The number of a module that is loaded with everything that it requests.
    LoadedModule,
}

/// Role of a built-in function that the machines perform without a native frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    None,
    /// Function.prototype.call
    Call,
    /// Function.prototype.apply
    Apply,
    /// A getter or method that returns `this`.
    This,
    /// get %TypedArray%.prototype.length
    ViewLength,
    /// A method of %GeneratorPrototype%.
    Resume(Resumption),
    /// Reaction to one of the promises that the function of that name combines. It has captured a list, its index, and
    /// the resolve function of the combined promise at the place [`RESOLVE_OF_ELEMENTS`].
    Element(&'static str),
}

/// See [`Role::Element`].
pub const RESOLVE_OF_ELEMENTS: usize = 2;

/// Makes a row for a function that is no constructor.
pub const fn method(name: &'static str, length: u8, code: NativeCode) -> NativeFunction {
    NativeFunction {
        name,
        length,
        code,
        is_constructor: false,
        role: Role::None,
        step: None,
        captures: [Captured::Nothing; 3],
    }
}

/// Makes a row for a constructor.
pub const fn constructor(name: &'static str, length: u8, code: NativeCode) -> NativeFunction {
    NativeFunction {
        name,
        length,
        code,
        is_constructor: true,
        role: Role::None,
        step: None,
        captures: [Captured::Nothing; 3],
    }
}

impl NativeFunction {
    pub const fn with_role(self, role: Role) -> Self {
        NativeFunction { role, ..self }
    }

    pub const fn with_step(self, step: NativeStep) -> Self {
        NativeFunction { step: Some(step), ..self }
    }

    pub const fn capturing(self, captures: [Captured; 3]) -> Self {
        NativeFunction { captures, ..self }
    }
}

/// A call of a native function. The arguments lie on the value stack, where the collector sees them.
#[derive(Copy, Clone)]
pub struct Call {
    pub this: Value,
    pub callee: ObjectId,
    /// The new target, if the function was called by `new`.
    pub new_target: Option<ObjectId>,
    pub(crate) base: u32,
    pub(crate) count: u32,
}

impl Call {
    /// The argument at `index`; undefined if there is none.
    #[inline]
    pub fn argument(self, vm: &Vm, index: usize) -> Value {
        if index < self.count as usize { vm.execution.stack[self.base as usize + index] } else { Value::UNDEFINED }
    }

    pub fn argument_count(self) -> usize {
        self.count as usize
    }

    /// The call with another `this`.
    pub fn with_this(self, this: Value) -> Call {
        Call { this, ..self }
    }

    /// All arguments, with their present values.
    pub fn arguments(self, vm: &Vm) -> &[Value] {
        &vm.execution.stack[self.base as usize..(self.base + self.count) as usize]
    }
}

/// The built-in functions that an engine has objects of. The heap knows a function by its number here.
#[derive(Clone, Default)]
pub struct Natives {
    functions: Vec<&'static NativeFunction>,
    numbers: HashTable<NativeId>,
}

/// Hash of a row by its address: tables of built-ins never move.
fn hash_of(function: &'static NativeFunction) -> u64 {
    spread((std::ptr::from_ref(function).addr() / align_of::<NativeFunction>()) as u32)
}

impl Natives {
    #[inline(always)]
    pub fn get(&self, number: NativeId) -> &'static NativeFunction {
        self.functions[number.0 as usize]
    }

    /// Returns the number of a row of a table of built-ins. The first question for it gives it the next number.
    pub fn number_of(&mut self, function: &'static NativeFunction) -> NativeId {
        let Natives { functions, numbers } = self;
        let is_it = |number: &NativeId| std::ptr::eq(functions[number.0 as usize], function);
        match numbers.entry(hash_of(function), is_it, |number| hash_of(functions[number.0 as usize])) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let number = NativeId(functions.len() as u32);
                entry.insert(number);
                functions.push(function);
                number
            }
        }
    }
}

/// A built-in function by its number.
#[inline(always)]
pub fn native(vm: &Vm, number: NativeId) -> &'static NativeFunction {
    vm.host.natives.get(number)
}

/// Makes a closure of the code in an environment (OrdinaryFunctionCreate, ECMA-262 10.2.3). Its `prototype` is made on
/// first access.
#[inline]
pub fn new_closure(vm: &mut Vm, code: CodeId, environment: Option<RecordId>) -> ObjectId {
    let cell = vm.heap.code_cell(code);
    let length = Value::int(cell.length as i32);
    let (name, is_constructor) = (cell.name, cell.is_constructor);
    let shapes = &vm.realm.shapes;
    let shape = match cell.activation {
        ActivationKind::Plain if is_constructor => shapes.constructor,
        ActivationKind::Plain => shapes.function,
        ActivationKind::Generator => shapes.generator_function,
        ActivationKind::Async => shapes.async_function,
        ActivationKind::AsyncGenerator => shapes.async_generator_function,
    };
    let flags = if is_constructor { Flags::CONSTRUCTOR } else { Flags::default() };
    cell::new_closure_cell(&mut vm.heap, shape, flags, (code, environment), [length, Value::string(name), Value::EMPTY])
}

/// MakeMethod, ECMA-262 10.2.7: `super` in the closure begins at the prototype of `home`.
pub fn make_method(vm: &mut Vm, closure: ObjectId, home: ObjectId) {
    cell::set_home_object(&mut vm.heap, closure, home);
}

/// [[HomeObject]] of a closure.
pub fn home_object(vm: &Vm, function: ObjectId) -> Option<ObjectId> {
    match vm.heap.kind(function) {
        Kind::Closure(Closure { home, .. }) => Some(home).filter(|&home| home != vm.heap.nothing),
        _ => None,
    }
}

/// Makes a function object of a built-in, in the current realm.
pub fn new_native_function(vm: &mut Vm, function: &'static NativeFunction) -> ObjectId {
    let name = vm.heap.intern_text(function.name);
    let kind = ObjectKind::Native(Native { function: vm.host.natives.number_of(function), realm: vm.realm.id });
    new_function_object(vm, kind, function.length.into(), name, function.is_constructor)
}

/// Makes a function object of a built-in that captures values, in the current realm. List the function in its
/// [`Part`](crate::realm::Part), so that snapshots can have such objects.
pub fn new_native_closure(vm: &mut Vm, function: &'static NativeFunction, captured: [Value; 3]) -> ObjectId {
    let number = vm.host.natives.number_of(function);
    let closure = NativeClosure { native: Native { function: number, realm: vm.realm.id }, captured };
    let name = vm.heap.intern_text(function.name);
    new_function_object(vm, ObjectKind::NativeClosure(Box::new(closure)), function.length.into(), name, false)
}

fn new_function_object(vm: &mut Vm, kind: ObjectKind, length: i32, name: StringId, is_constructor: bool) -> ObjectId {
    let slots = [Value::int(length), Value::string(name)];
    let function = vm.heap.new_object_with(vm.realm.shapes.function, kind, &slots);
    if is_constructor {
        vm.heap.insert_flag(function, Flags::CONSTRUCTOR);
    }
    function
}

/// Makes, stores and returns the value of a lazy property: the `prototype` of a closure, the text of `stack`, a
/// built-in global.
#[cold]
#[inline(never)]
pub fn materialize(vm: &mut Vm, object: ObjectId, key: crate::property_key::PropertyKey) -> Completion<Value> {
    if let Some(realm) = vm.heap.realm_of_global(object) {
        return Ok(realm::make_global(vm, object, realm, key));
    }
    let value = if key == keys::PROTOTYPE {
        let realm = realm::function_realm(vm, object)?;
        Value::object(new_prototype_property(vm, object, realm)?)
    } else {
        stack_trace::make(vm, object, key)?
    };
    replace_lazy(vm, object, key, value);
    Ok(value)
}

/// Sets an own property if it is still lazy.
pub(crate) fn replace_lazy(vm: &mut Vm, object: ObjectId, key: crate::property_key::PropertyKey, value: Value) {
    if let Some((slot, attributes)) = shape::shape_lookup(&vm.heap, vm.heap.shape_of(object), key)
        && attributes.is_lazy()
    {
        properties::change_attributes(&mut vm.heap, object, slot, attributes.without(Attributes::LAZY));
        vm.heap.set_slot(object, slot, value);
    }
}

/// Makes the `prototype` of a closure on first access. That of generators has no `constructor`.
fn new_prototype_property(vm: &mut Vm, function: ObjectId, realm: RealmId) -> Completion<ObjectId> {
    let activation = vm.heap.closure(function).map(|(code, _)| vm.heap.code_cell(code).activation);
    let intrinsics = &vm.heap.realm(realm).intrinsics;
    let parent = match activation {
        Some(ActivationKind::Generator) => intrinsics.generator_prototype,
        Some(ActivationKind::AsyncGenerator) => intrinsics.async_generator_prototype,
        Some(ActivationKind::Plain | ActivationKind::Async) | None => {
            let shape = vm.heap.realm(realm).shapes.prototype;
            return Ok(vm.heap.new_object_with(shape, ObjectKind::Ordinary, &[Value::object(function)]));
        }
    };
    Ok(vm.heap.new_object_with_prototype(Some(parent), ObjectKind::Ordinary))
}

/// The prototype of the object that a built-in constructor makes: GetPrototypeFromConstructor, ECMA-262 10.1.14, of the new
/// target. Without `new` that is the running function itself.
pub fn prototype_for_new(
    vm: &mut Vm,
    call: Call,
    default: impl FnOnce(&Intrinsics) -> ObjectId,
) -> Completion<ObjectId> {
    match call.new_target {
        Some(new_target) if new_target != call.callee => prototype_from_constructor(vm, new_target, default),
        // Fast path: the `prototype` of a built-in constructor cannot be changed.
        _ => Ok(default(realm::intrinsics(vm))),
    }
}

/// GetPrototypeFromConstructor, ECMA-262 10.1.14. `default` gets the intrinsics of the constructor's realm.
pub fn prototype_from_constructor(
    vm: &mut Vm,
    constructor: ObjectId,
    default: impl FnOnce(&Intrinsics) -> ObjectId,
) -> Completion<ObjectId> {
    if let Some(prototype) = object::get(vm, constructor, keys::PROTOTYPE)?.as_object() {
        return Ok(prototype);
    }
    let realm = realm::function_realm(vm, constructor)?;
    Ok(default(&vm.heap.realm(realm).intrinsics))
}

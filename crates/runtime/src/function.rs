//! Function objects: closures of script code, built-in functions, functions of the host, bound functions.

pub(crate) mod defined;
pub mod host;
mod operations;

pub use defined::operations::*;
pub use host::*;
pub use operations::*;

use ferrotape_heap::generator::Resumption;
use ferrotape_text::spread;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::error::Completion;
use crate::heap::ObjectId;
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
    /// Reflect.apply
    ReflectApply,
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

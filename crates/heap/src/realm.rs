//! Realms: a global object, intrinsics, and the first shapes of new objects (ECMA-262 9.3).
//!
//! A realm is a cell of the heap. Global objects, native functions and loaded units refer to it. So a closure's realm
//! is that of its code, and costs the closure nothing.

mod on_heap;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_bytecode::ErrorKind;

use crate::id::{ObjectId, ShapeId};
use crate::iteration::PristineIteration;
use crate::regexp::{LastMatch, Pristine};
use crate::typed_array::ElementType;
use crate::value::Value;

/// A realm's objects, and facts about them.
#[derive(Clone)]
pub struct Realm {
    pub global: ObjectId,
    /// Object whose properties are the global variables: the global object, unless the host has set another one.
    pub scope: ObjectId,
    /// Lexical declarations of scripts: the engine looks there before it looks at the global object.
    pub lexical: ObjectId,
    pub intrinsics: Intrinsics,
    pub shapes: InitialShapes,
    pub pristine_regexp: Pristine,
    pub pristine_iteration: PristineIteration,
    pub last_match: LastMatch,
    /// Parts of the built-ins that exist, a bit for each. Those of the host come behind the engine's own.
    pub parts_made: u64,
    /// Well-known objects of what the host has installed, by the host's numbers. [`Heap::nothing`] for one that is
    /// still to be made.
    pub further: Vec<ObjectId>,
    /// Order of creation: greater than that of every realm that existed before.
    pub order: u64,
}

/// Types of Temporal with prototypes.
pub const TEMPORAL_TYPES: usize = 8;

/// Types of ECMA-402 with prototypes.
pub const INTL_TYPES: usize = 12;

macro_rules! intrinsics {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// Well-known objects, ECMA-262 6.1.7.4. Prototypes exist from the beginning. The others are [`Heap::nothing`]
        /// until their part of the built-ins is made.
        #[derive(Clone)]
        pub struct Intrinsics {
            $($(#[$doc])* pub $name: ObjectId,)*
            /// Prototypes in the order of [`ErrorKind::ALL`]; the first is %Error.prototype%.
            pub error_prototypes: [ObjectId; ErrorKind::ALL.len()],
            /// Constructors in the order of [`ElementType::ALL`].
            pub typed_arrays: [ObjectId; ElementType::ALL.len()],
            pub typed_array_prototypes: [ObjectId; ElementType::ALL.len()],
            /// Prototypes of the types of Temporal, in the order of the crate `temporal`.
            pub temporal_prototypes: [ObjectId; TEMPORAL_TYPES],
            /// Prototypes of the types of ECMA-402, in the order of the crate `intl`.
            pub intl_prototypes: [ObjectId; INTL_TYPES],
        }

        impl Intrinsics {
            pub fn all_equal(object: ObjectId) -> Self {
                Intrinsics {
                    $($name: object,)*
                    error_prototypes: [object; ErrorKind::ALL.len()],
                    typed_arrays: [object; ElementType::ALL.len()],
                    typed_array_prototypes: [object; ElementType::ALL.len()],
                    temporal_prototypes: [object; TEMPORAL_TYPES],
                    intl_prototypes: [object; INTL_TYPES],
                }
            }

            pub fn for_each(&self, visit: &mut dyn FnMut(Value)) {
                $(visit(Value::object(self.$name));)*
                let many = [&self.typed_arrays, &self.typed_array_prototypes];
                let many = many.into_iter().flatten().chain(&self.error_prototypes).chain(&self.temporal_prototypes);
                let many = many.chain(&self.intl_prototypes);
                many.for_each(|&object| visit(Value::object(object)));
            }
        }
    };
}

intrinsics! {
    object_prototype,
    function_prototype,
    array_prototype,
    string_prototype,
    number_prototype,
    boolean_prototype,
    symbol_prototype,
    bigint_prototype,
    date_prototype,
    regexp_prototype,
    iterator_prototype,
    async_iterator_prototype,
    async_from_sync_iterator_prototype,
    array_iterator_prototype,
    string_iterator_prototype,
    regexp_string_iterator_prototype,
    promise_prototype,
    map_prototype,
    set_prototype,
    weak_map_prototype,
    weak_set_prototype,
    weak_ref_prototype,
    finalization_registry_prototype,
    /// %IteratorHelperPrototype%
    iterator_helper_prototype,
    /// %WrapForValidIteratorPrototype%
    wrapped_iterator_prototype,
    /// %MapIteratorPrototype%
    map_iterator_prototype,
    /// %SetIteratorPrototype%
    set_iterator_prototype,
    array_buffer_prototype,
    shared_array_buffer_prototype,
    /// %TypedArray.prototype%
    typed_array_prototype,
    data_view_prototype,
    /// %GeneratorFunction.prototype%
    generator_function_prototype,
    /// %GeneratorPrototype%
    generator_prototype,
    /// %AsyncFunction.prototype%
    async_function_prototype,
    /// %AsyncGeneratorFunction.prototype%
    async_generator_function_prototype,
    /// %AsyncGeneratorPrototype%
    async_generator_prototype,
    aggregate_error_prototype,
    suppressed_error_prototype,
    disposable_stack_prototype,
    async_disposable_stack_prototype,
    shadow_realm_prototype,
    /// Prototype of the call sites that `Error.prepareStackTrace` gets.
    call_site_prototype,
    /// %Iterator%
    iterator,
    /// %Object%
    object,
    /// %Function%
    function,
    /// %Array%
    array,
    /// %Array.prototype.values%
    array_values,
    /// %Array.prototype.toString%
    array_to_string,
    /// %Promise%
    promise,
    /// %ArrayBuffer%
    array_buffer,
    /// %SharedArrayBuffer%
    shared_array_buffer,
    /// %JSON.parse%
    json_parse,
    /// %JSON.stringify%
    json_stringify,
    /// %RegExp%
    regexp,
    /// %ThrowTypeError%
    throw_type_error,
    /// %Function.prototype%\[%Symbol.hasInstance%\]
    function_has_instance,
    /// The original `eval` of the global object, which a direct eval must call.
    eval,
}

impl Intrinsics {
    pub fn native_error_prototype(&self, kind: ErrorKind) -> ObjectId {
        self.error_prototypes[kind as usize]
    }
}

macro_rules! initial_shapes {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        #[derive(Copy, Clone)]
        pub struct InitialShapes {
            $($(#[$doc])* pub $name: ShapeId,)*
        }

        impl InitialShapes {
            fn all_equal(shape: ShapeId) -> Self {
                InitialShapes { $($name: shape),* }
            }

            pub fn all(&self) -> impl Iterator<Item = ShapeId> + use<> {
                [$(self.$name),*].into_iter()
            }
        }
    };
}

initial_shapes! {
    object,
    array,
    /// `length` and `name`
    function,
    /// `length`, `name`, and a `prototype` that is not made yet
    constructor,
    /// `length`, `name`, and a `prototype` that is made.
    constructor_with_prototype,
    /// `length`, `name`, and a `prototype` that is not made yet
    generator_function,
    /// `length` and `name`
    async_function,
    /// `length`, `name`, and a `prototype` that is not made yet
    async_generator_function,
    /// `length`, `name`, and the `prototype` of a class, which cannot be changed.
    class,
    /// `constructor`: the first property of what a function or a class makes.
    prototype,
    /// `length` and `callee`
    mapped_arguments,
    /// `length` and `callee`, for sloppy functions without parameters.
    sloppy_arguments,
    /// `length` and the `callee` that throws.
    strict_arguments,
    /// `lastIndex`
    regexp,
    /// `value` and `done`
    iterator_result,
    /// Promises that the engine makes for itself.
    promise,
    /// An array with `index`, `input` and `groups`
    match_result,
    /// Shape that caches take for strings that are no objects; those of other primitive values follow.
    string_value,
    number_value,
    boolean_value,
    symbol_value,
    bigint_value,
}

impl Realm {
    /// Placeholder until the intrinsics are made.
    pub fn empty() -> Self {
        let nothing = ObjectId(0);
        Realm {
            global: nothing,
            scope: nothing,
            lexical: nothing,
            intrinsics: Intrinsics::all_equal(nothing),
            shapes: InitialShapes::all_equal(ShapeId(0)),
            pristine_regexp: Pristine::default(),
            pristine_iteration: PristineIteration::default(),
            last_match: LastMatch::default(),
            parts_made: 0,
            further: Vec::new(),
            order: 0,
        }
    }

    /// Visits every object that the realm keeps alive; its shapes are [`InitialShapes::all`].
    pub(crate) fn trace(&self, visit: &mut dyn FnMut(Value)) {
        visit(Value::object(self.global));
        visit(Value::object(self.scope));
        visit(Value::object(self.lexical));
        self.intrinsics.for_each(visit);
        self.pristine_regexp.trace(visit);
        self.pristine_iteration.values().for_each(&mut *visit);
        self.last_match.trace(visit);
        self.further.iter().for_each(|&object| visit(Value::object(object)));
    }

    /// Bytes of memory that it takes.
    pub(crate) fn bytes(&self) -> usize {
        let further = allocation_bytes(self.further.capacity() * size_of::<ObjectId>());
        allocation_bytes(size_of::<Realm>()) + self.pristine_regexp.bytes() + further
    }
}

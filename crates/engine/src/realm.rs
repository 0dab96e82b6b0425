//! The realm: the global object, the intrinsics, and the shapes that new objects begin with (ECMA-262 9.3).

use ferrotape_bytecode::ErrorKind;

use crate::error::Completion;
use crate::function::{FUNCTION_PROPERTY, NativeFunction, method};
use crate::heap::{Heap, ObjectId, ShapeId, SymbolId};
use crate::names::keys;
use crate::object::{Class, Object, ObjectKind};
use crate::property_key::PropertyKey;
use crate::regexp::Pristine;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

pub struct Realm {
    pub global: ObjectId,
    pub intrinsics: Intrinsics,
    pub symbols: WellKnownSymbols,
    pub shapes: InitialShapes,
    pub pristine_regexp: Pristine,
}

macro_rules! intrinsics {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// Well-known objects, ECMA-262 6.1.7.4. All exist before any built-in is installed.
        pub struct Intrinsics {
            $($(#[$doc])* pub $name: ObjectId,)*
            /// In the order of [`ErrorKind::ALL`]; the first is %Error.prototype%.
            error_prototypes: [ObjectId; ErrorKind::ALL.len()],
        }

        impl Intrinsics {
            fn all_equal(object: ObjectId) -> Self {
                Intrinsics { $($name: object,)* error_prototypes: [object; ErrorKind::ALL.len()] }
            }

            fn for_each(&self, visit: &mut dyn FnMut(Value)) {
                $(visit(Value::object(self.$name));)*
                self.error_prototypes.iter().for_each(|&object| visit(Value::object(object)));
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
    date_prototype,
    regexp_prototype,
    /// %Object%
    object,
    /// %Array%
    array,
    /// %RegExp%
    regexp,
    /// %ThrowTypeError%
    throw_type_error,
    /// The `eval` of the global object: what a direct eval must call.
    eval,
    /// `Function.prototype.call` and `apply`, which the interpreter knows how to do without a native frame.
    function_call,
    function_apply,
}

impl Intrinsics {
    pub fn native_error_prototype(&self, kind: ErrorKind) -> ObjectId {
        self.error_prototypes[kind as usize]
    }
}

macro_rules! initial_shapes {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
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
    /// The same after it was made.
    constructor_with_prototype,
    /// `length` and `callee`
    mapped_arguments,
    /// The same for sloppy functions without parameters.
    sloppy_arguments,
    /// The same with the `callee` that throws.
    strict_arguments,
    /// `lastIndex`
    regexp,
    /// An array with `index`, `input` and `groups`
    match_result,
    /// What caches take for the shape of values that are no objects.
    string_value,
    number_value,
    boolean_value,
    symbol_value,
}

/// Well-known symbols, ECMA-262 6.1.5.1. Missing: all others, and a `Symbol` by which scripts could get at them.
pub struct WellKnownSymbols {
    pub to_string_tag: SymbolId,
}

impl Realm {
    /// What stands in until [`Vm::make_realm`] has run.
    pub(crate) fn empty() -> Self {
        let nothing = ObjectId(0);
        Realm {
            global: nothing,
            intrinsics: Intrinsics::all_equal(nothing),
            symbols: WellKnownSymbols { to_string_tag: SymbolId(0) },
            shapes: InitialShapes::all_equal(ShapeId(0)),
            pristine_regexp: Pristine::default(),
        }
    }

    /// Shows every object that the realm keeps alive.
    pub(crate) fn trace(&self, visit: &mut dyn FnMut(Value)) {
        visit(Value::object(self.global));
        self.intrinsics.for_each(visit);
        self.pristine_regexp.trace(visit);
        let WellKnownSymbols { to_string_tag } = self.symbols;
        visit(Value::symbol(to_string_tag));
    }
}

impl Vm {
    /// Makes the intrinsics, then installs the built-ins.
    pub(crate) fn make_realm(&mut self, install: Installer) -> Completion<()> {
        let object_shape = self.heap.dictionary_shape(None, Class::Ordinary);
        let object_prototype = self.heap.new_object(object_shape, ObjectKind::Ordinary);
        self.realm.intrinsics = Intrinsics::all_equal(object_prototype);
        let prototype = |vm: &mut Vm, parent: ObjectId, kind: ObjectKind| {
            let shape = vm.heap.dictionary_shape(Some(parent), kind.class());
            vm.heap.insert_object(Object::new(shape, kind))
        };
        let function_prototype = prototype(self, object_prototype, ObjectKind::Native(&FUNCTION_PROTOTYPE));
        self.realm.global = prototype(self, object_prototype, ObjectKind::Global);
        let empty = crate::heap::StringId::EMPTY;
        let intrinsics = Intrinsics {
            object_prototype,
            function_prototype,
            array_prototype: prototype(self, object_prototype, ObjectKind::Array { length: 0 }),
            string_prototype: prototype(self, object_prototype, ObjectKind::String(empty)),
            number_prototype: prototype(self, object_prototype, ObjectKind::Number(0.0)),
            boolean_prototype: prototype(self, object_prototype, ObjectKind::Boolean(false)),
            regexp_prototype: prototype(self, object_prototype, ObjectKind::Ordinary),
            date_prototype: prototype(self, object_prototype, ObjectKind::Ordinary),
            ..Intrinsics::all_equal(object_prototype)
        };
        self.realm.intrinsics = intrinsics;
        let error = prototype(self, object_prototype, ObjectKind::Ordinary);
        let mut error_prototypes = [error; ErrorKind::ALL.len()];
        for native in &mut error_prototypes[1..] {
            *native = prototype(self, error, ObjectKind::Ordinary);
        }
        self.realm.intrinsics.error_prototypes = error_prototypes;
        let description = Value::string(self.heap.intern_text("Symbol.toStringTag"));
        self.realm.symbols.to_string_tag = self.heap.new_symbol(description);
        self.heap.put_behind_arrays(self.realm.intrinsics.array_prototype);
        self.make_initial_shapes();
        install(&mut RealmBuilder { vm: self })
    }

    fn make_initial_shapes(&mut self) {
        let intrinsics = &self.realm.intrinsics;
        let (object, array, function) =
            (intrinsics.object_prototype, intrinsics.array_prototype, intrinsics.function_prototype);
        let regexp = intrinsics.regexp_prototype;
        let (string, number, boolean) =
            (intrinsics.string_prototype, intrinsics.number_prototype, intrinsics.boolean_prototype);
        let heap = &mut self.heap;
        let object_shape = heap.root_shape(Some(object), Class::Ordinary);
        let array_shape = heap.root_shape(Some(array), Class::Array);
        let function_root = heap.root_shape(Some(function), Class::Function);
        let with_length = heap.shape_with(function_root, keys::LENGTH, FUNCTION_PROPERTY);
        let with_name = heap.shape_with(with_length, keys::NAME, FUNCTION_PROPERTY);
        let arguments_shape = |heap: &mut Heap, class: Class| {
            let root = heap.root_shape(Some(object), class);
            heap.shape_with(root, keys::LENGTH, Attributes::METHOD)
        };
        let mapped_arguments = arguments_shape(heap, Class::MappedArguments);
        let arguments = arguments_shape(heap, Class::Arguments);
        let lazy = Attributes::WRITABLE.with(Attributes::LAZY);
        let regexp = heap.root_shape(Some(regexp), Class::RegExp);
        let with_index = heap.shape_with(array_shape, keys::INDEX, Attributes::ALL);
        let with_input = heap.shape_with(with_index, keys::INPUT, Attributes::ALL);
        let constructor = heap.shape_with(with_name, keys::PROTOTYPE, lazy);
        let slot = heap[constructor].count - 1;
        let made = heap.shape_reconfigured(constructor, slot, Attributes::WRITABLE);
        let constructor_with_prototype = made.unwrap_or(constructor);
        self.realm.shapes = InitialShapes {
            object: object_shape,
            array: array_shape,
            function: with_name,
            constructor,
            constructor_with_prototype,
            mapped_arguments: heap.shape_with(mapped_arguments, keys::CALLEE, Attributes::METHOD),
            sloppy_arguments: heap.shape_with(arguments, keys::CALLEE, Attributes::METHOD),
            strict_arguments: heap.shape_with(arguments, keys::CALLEE, Attributes::ACCESSOR),
            regexp: heap.shape_with(regexp, keys::LAST_INDEX, Attributes::WRITABLE),
            match_result: heap.shape_with(with_input, keys::GROUPS, Attributes::ALL),
            string_value: heap.root_shape(Some(string), Class::Primitive),
            number_value: heap.root_shape(Some(number), Class::Primitive),
            boolean_value: heap.root_shape(Some(boolean), Class::Primitive),
            symbol_value: heap.root_shape(Some(object), Class::Primitive),
        };
    }
}

/// What puts the built-ins into a realm whose intrinsic prototypes exist.
pub type Installer = fn(&mut RealmBuilder) -> Completion<()>;

/// %Function.prototype%, which is a function that does nothing (ECMA-262 20.2.3).
static FUNCTION_PROTOTYPE: NativeFunction = method("", 0, |_, _| Ok(Value::UNDEFINED));

/// What built-ins install themselves with.
pub struct RealmBuilder<'vm> {
    pub vm: &'vm mut Vm,
}

impl RealmBuilder<'_> {
    /// Defines a table of functions as writable, configurable properties.
    pub fn methods(&mut self, object: ObjectId, methods: &'static [NativeFunction]) -> Completion<()> {
        for method in methods {
            let function = self.vm.new_native_function(method);
            self.value(object, method.name, Value::object(function), Attributes::METHOD)?;
        }
        Ok(())
    }

    /// Makes a constructor, links it with its prototype object, and defines the global of its name.
    pub fn constructor(&mut self, function: &'static NativeFunction, prototype: ObjectId) -> Completion<ObjectId> {
        let constructor = self.vm.new_native_function(function);
        // Constructors carry many functions; a shape of their own from the start.
        self.vm.heap.own_shape(constructor);
        let heap = &mut self.vm.heap;
        heap.add_slot(constructor, keys::PROTOTYPE, Value::object(prototype), Attributes::NONE)?;
        heap.store_property(prototype, keys::CONSTRUCTOR, Value::object(constructor), Attributes::METHOD)?;
        self.global(function.name, Value::object(constructor))?;
        Ok(constructor)
    }

    /// Defines a data property.
    pub fn value(&mut self, object: ObjectId, name: &str, value: Value, attributes: Attributes) -> Completion<()> {
        let key = self.vm.heap.key(name);
        Ok(self.vm.heap.store_property(object, key, value, attributes)?)
    }

    /// Defines a configurable accessor property; either function may be absent.
    pub fn accessor(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        getter: Option<&'static NativeFunction>,
        setter: Option<&'static NativeFunction>,
    ) -> Completion<()> {
        let mut function = |function: Option<&'static NativeFunction>| {
            function.map_or(Value::UNDEFINED, |function| Value::object(self.vm.new_native_function(function)))
        };
        let accessor = crate::heap::Accessor { getter: function(getter), setter: function(setter) };
        let value = Value::accessor(self.vm.heap.new_accessor(accessor));
        let attributes = Attributes::CONFIGURABLE.with(Attributes::ACCESSOR);
        Ok(self.vm.heap.store_property(object, key, value, attributes)?)
    }

    /// Defines a writable, configurable property of the global object.
    pub fn global(&mut self, name: &str, value: Value) -> Completion<()> {
        self.value(self.vm.realm.global, name, value, Attributes::METHOD)
    }

    /// Makes an object that is a global of that name, like `Math`.
    pub fn namespace(&mut self, name: &str) -> Completion<ObjectId> {
        let prototype = self.vm.realm.intrinsics.object_prototype;
        let shape = self.vm.heap.dictionary_shape(Some(prototype), Class::Ordinary);
        let object = self.vm.heap.new_object(shape, ObjectKind::Ordinary);
        self.global(name, Value::object(object))?;
        Ok(object)
    }

    /// Says what Object.prototype.toString calls an object.
    pub fn string_tag(&mut self, object: ObjectId, tag: &str) -> Completion<()> {
        let key = PropertyKey::from_symbol(self.vm.realm.symbols.to_string_tag);
        let tag = Value::string(self.vm.heap.intern_text(tag));
        Ok(self.vm.heap.store_property(object, key, tag, Attributes::CONFIGURABLE)?)
    }
}

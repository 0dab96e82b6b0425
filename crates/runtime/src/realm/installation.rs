//! Creation of realms: the intrinsics that all others need, the shapes, and the builder by which built-ins install
//! themselves.

use crate::function::Native;
use ferrotape_bytecode::ErrorKind;
use ferrotape_heap::iteration::PristineIteration;
use ferrotape_heap::regexp::Pristine;
use ferrotape_heap::typed_array::ElementType;

use super::{InitialShapes, Intrinsics, Realm, RealmBuilder};
use crate::cell;
use crate::error::Completion;
use crate::function::{self, FUNCTION_PROPERTY, NativeFunction, method};
use crate::heap::{Heap, ObjectId, RealmId, StringId};
use crate::names::keys;
use crate::object::{Class, Flags, ObjectKind};
use crate::properties;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shape::{self, Attributes};
use crate::symbol::symbols;
use crate::unfilled;
use crate::value::Value;
use crate::vm::Vm;

/// Room for properties in the cells of large prototypes and namespaces: those of %String.prototype%, which has most,
/// and some more. Scripts find such properties with one load.
const ROOM_FOR_MANY: usize = 61;

/// Room for properties in the cells of prototypes with few methods, and of those of dates and views, which have many: then all
/// large cells of a realm lie in one page.
const ROOM_FOR_FEW: usize = 13;

/// Room for properties in the cells of prototypes of errors and typed arrays, which share their methods.
const ROOM_FOR_LEAST: usize = 4;

/// Approximate bytes of a realm before a script has touched any of its built-ins; checked before one is made.
const ROOM_FOR_A_REALM: usize = 64 << 10;

/// Lexical declarations of scripts that fit in the cell of their object.
const LEXICAL_ROOM: usize = 60;

/// Makes a further realm, with intrinsics of its own, and the same built-ins as the first one
/// (InitializeHostDefinedRealm, ECMA-262 9.6). It lives as long as something refers to it, which nothing does yet: its
/// global object is enough.
pub fn new_realm(vm: &mut Vm) -> Completion<RealmId> {
    vm.room(ROOM_FOR_A_REALM)?;
    let last = vm.heap.last_order_of_realms();
    let realm = vm.heap.insert_realm(Realm { order: last + 1, ..Realm::empty() });
    realm::in_realm(vm, realm, make_realm)?;
    Ok(realm)
}

/// Makes the intrinsics of the current realm, which is empty. The built-ins are made when they are first touched.
pub(crate) fn make_realm(vm: &mut Vm) -> Completion<()> {
    let id = vm.realm.id;
    let object_prototype = unfilled::new_unfilled_object(&mut vm.heap, None, ObjectKind::Ordinary, ROOM_FOR_MANY);
    vm.heap.insert_flag(object_prototype, Flags::IMMUTABLE_PROTOTYPE);
    let global_shape = shape::dictionary_shape(&mut vm.heap, Some(object_prototype), Class::Global);
    let global = vm.heap.new_object(global_shape, ObjectKind::Global(id));
    let lexical_shape = shape::dictionary_shape(&mut vm.heap, None, Class::Ordinary);
    // Scripts reach the first ones without a call.
    let lexical = cell::new_object_with_room(&mut vm.heap, lexical_shape, ObjectKind::Ordinary, LEXICAL_ROOM, &[]);
    let intrinsics = new_intrinsics(vm, object_prototype);
    shape::put_behind_arrays(&mut vm.heap, intrinsics.array_prototype);
    let shapes = initial_shapes(&mut vm.heap, &intrinsics);
    let realm = vm.heap.realm_mut(id);
    (realm.global, realm.scope, realm.lexical) = (global, global, lexical);
    (realm.intrinsics, realm.shapes) = (intrinsics, shapes);
    realm::enter_realm(vm, id);
    realm::prepare_parts(vm)
}

/// Makes the prototypes, without properties yet.
fn new_intrinsics(vm: &mut Vm, object_prototype: ObjectId) -> Intrinsics {
    let realm = vm.realm.id;
    let nothing = vm.heap.nothing();
    let function = ObjectKind::Native(Native { realm, function: vm.host.natives.number_of(&FUNCTION_PROTOTYPE) });
    let heap = &mut vm.heap;
    let mut below =
        |parent: ObjectId, kind: ObjectKind, room: usize| unfilled::new_unfilled_object(heap, Some(parent), kind, room);
    let mut many = |kind: ObjectKind| below(object_prototype, kind, ROOM_FOR_MANY);
    let array_prototype = many(ObjectKind::Array(0));
    let string_prototype = many(ObjectKind::String(StringId::EMPTY));
    let regexp_prototype = many(ObjectKind::Ordinary);
    let iterator_prototype = many(ObjectKind::Ordinary);
    let map_prototype = many(ObjectKind::Ordinary);
    let set_prototype = many(ObjectKind::Ordinary);
    let typed_array_prototype = many(ObjectKind::Ordinary);
    let mut few = |kind: ObjectKind| below(object_prototype, kind, ROOM_FOR_FEW);
    let function_prototype = few(function);
    let number_prototype = few(ObjectKind::Number(0.0));
    let boolean_prototype = few(ObjectKind::Boolean(false));
    let mut few = || few(ObjectKind::Ordinary);
    let mut intrinsics = Intrinsics {
        object_prototype,
        function_prototype,
        array_prototype,
        string_prototype,
        number_prototype,
        boolean_prototype,
        symbol_prototype: few(),
        bigint_prototype: few(),
        regexp_prototype,
        date_prototype: few(),
        iterator_prototype,
        async_iterator_prototype: few(),
        promise_prototype: few(),
        map_prototype,
        set_prototype,
        array_buffer_prototype: few(),
        shared_array_buffer_prototype: few(),
        data_view_prototype: few(),
        typed_array_prototype,
        weak_map_prototype: few(),
        weak_set_prototype: few(),
        weak_ref_prototype: few(),
        finalization_registry_prototype: few(),
        ..Intrinsics::all_equal(nothing)
    };
    let mut few = |parent: ObjectId| below(parent, ObjectKind::Ordinary, ROOM_FOR_FEW);
    let async_iterator_prototype = intrinsics.async_iterator_prototype;
    intrinsics.generator_function_prototype = few(function_prototype);
    intrinsics.async_function_prototype = few(function_prototype);
    intrinsics.async_generator_function_prototype = few(function_prototype);
    intrinsics.async_generator_prototype = few(async_iterator_prototype);
    intrinsics.async_from_sync_iterator_prototype = few(async_iterator_prototype);
    for iterators in [
        &mut intrinsics.generator_prototype,
        &mut intrinsics.array_iterator_prototype,
        &mut intrinsics.string_iterator_prototype,
        &mut intrinsics.map_iterator_prototype,
        &mut intrinsics.set_iterator_prototype,
        &mut intrinsics.regexp_string_iterator_prototype,
        &mut intrinsics.iterator_helper_prototype,
        &mut intrinsics.wrapped_iterator_prototype,
    ] {
        *iterators = few(iterator_prototype);
    }
    let mut least = |parent: ObjectId| below(parent, ObjectKind::Ordinary, ROOM_FOR_LEAST);
    intrinsics.typed_array_prototypes = [(); ElementType::ALL.len()].map(|()| least(typed_array_prototype));
    let error = least(object_prototype);
    intrinsics.error_prototypes = [error; ErrorKind::ALL.len()];
    intrinsics.error_prototypes[1..].iter_mut().for_each(|native| *native = least(error));
    intrinsics.aggregate_error_prototype = least(error);
    intrinsics.suppressed_error_prototype = least(error);
    intrinsics.disposable_stack_prototype = least(object_prototype);
    intrinsics.async_disposable_stack_prototype = least(object_prototype);
    intrinsics.shadow_realm_prototype = least(object_prototype);
    intrinsics.call_site_prototype = least(object_prototype);
    intrinsics
}

/// Makes the first shapes of a realm's objects.
fn initial_shapes(heap: &mut Heap, intrinsics: &Intrinsics) -> InitialShapes {
    let (object, array, function) =
        (intrinsics.object_prototype, intrinsics.array_prototype, intrinsics.function_prototype);
    let regexp = intrinsics.regexp_prototype;
    let (string, number, boolean) =
        (intrinsics.string_prototype, intrinsics.number_prototype, intrinsics.boolean_prototype);
    let object_shape = shape::root_shape(heap, Some(object), Class::Ordinary);
    let array_shape = shape::root_shape(heap, Some(array), Class::Array);
    let function_root = shape::root_shape(heap, Some(function), Class::Function);
    let with_length = shape::shape_with(heap, function_root, keys::LENGTH, FUNCTION_PROPERTY);
    let with_name = shape::shape_with(heap, with_length, keys::NAME, FUNCTION_PROPERTY);
    let arguments_shape = |heap: &mut Heap, class: Class| {
        let root = shape::root_shape(heap, Some(object), class);
        let with_length = shape::shape_with(heap, root, keys::LENGTH, Attributes::METHOD);
        shape::shape_with(heap, with_length, symbols::ITERATOR, Attributes::METHOD)
    };
    let mapped_arguments = arguments_shape(heap, Class::MappedArguments);
    let arguments = arguments_shape(heap, Class::Arguments);
    let lazy = Attributes::WRITABLE.with(Attributes::LAZY);
    let regexp = shape::root_shape(heap, Some(regexp), Class::RegExp);
    let named = |heap: &mut Heap, prototype: ObjectId| {
        let root = shape::root_shape(heap, Some(prototype), Class::Function);
        let with_length = shape::shape_with(heap, root, keys::LENGTH, FUNCTION_PROPERTY);
        shape::shape_with(heap, with_length, keys::NAME, FUNCTION_PROPERTY)
    };
    let generator_function = named(heap, intrinsics.generator_function_prototype);
    let async_generator_function = named(heap, intrinsics.async_generator_function_prototype);
    let with_index = shape::shape_with(heap, array_shape, keys::INDEX, Attributes::ALL);
    let with_input = shape::shape_with(heap, with_index, keys::INPUT, Attributes::ALL);
    let with_value = shape::shape_with(heap, object_shape, keys::VALUE, Attributes::ALL);
    let constructor = shape::shape_with(heap, with_name, keys::PROTOTYPE, lazy);
    let slot = heap[constructor].count - 1;
    let made = shape::shape_reconfigured(heap, constructor, slot, Attributes::WRITABLE);
    let constructor_with_prototype = made.unwrap_or(constructor);
    let class = shape::shape_with(heap, with_name, keys::PROTOTYPE, Attributes::NONE);
    InitialShapes {
        object: object_shape,
        array: array_shape,
        function: with_name,
        constructor,
        constructor_with_prototype,
        generator_function: shape::shape_with(heap, generator_function, keys::PROTOTYPE, lazy),
        async_function: named(heap, intrinsics.async_function_prototype),
        async_generator_function: shape::shape_with(heap, async_generator_function, keys::PROTOTYPE, lazy),
        class,
        prototype: shape::shape_with(heap, object_shape, keys::CONSTRUCTOR, Attributes::METHOD),
        mapped_arguments: shape::shape_with(heap, mapped_arguments, keys::CALLEE, Attributes::METHOD),
        sloppy_arguments: shape::shape_with(heap, arguments, keys::CALLEE, Attributes::METHOD),
        strict_arguments: shape::shape_with(heap, arguments, keys::CALLEE, Attributes::ACCESSOR),
        regexp: shape::shape_with(heap, regexp, keys::LAST_INDEX, Attributes::WRITABLE),
        iterator_result: shape::shape_with(heap, with_value, keys::DONE, Attributes::ALL),
        promise: shape::root_shape(heap, Some(intrinsics.promise_prototype), Class::Ordinary),
        match_result: shape::shape_with(heap, with_input, keys::GROUPS, Attributes::ALL),
        string_value: shape::root_shape(heap, Some(string), Class::Primitive),
        number_value: shape::root_shape(heap, Some(number), Class::Primitive),
        boolean_value: shape::root_shape(heap, Some(boolean), Class::Primitive),
        symbol_value: shape::root_shape(heap, Some(intrinsics.symbol_prototype), Class::Primitive),
        bigint_value: shape::root_shape(heap, Some(intrinsics.bigint_prototype), Class::Primitive),
    }
}

/// %Function.prototype%, which is a function that does nothing (ECMA-262 20.2.3).
static FUNCTION_PROTOTYPE: NativeFunction = method("", 0, |_, _| Ok(Value::UNDEFINED));

impl<'vm> RealmBuilder<'vm> {
    /// Makes a builder for additions of the host to the current realm.
    pub fn new(vm: &'vm mut Vm) -> Self {
        RealmBuilder { vm, is_part: false }
    }

    /// The realm that is being made.
    pub fn realm(&mut self) -> &mut Realm {
        self.vm.heap.realm_mut(self.vm.realm.id)
    }

    /// Defines a table of functions as writable, configurable properties.
    pub fn methods(&mut self, object: ObjectId, methods: &'static [NativeFunction]) -> Completion<()> {
        shape::expect_properties(&mut self.vm.heap, object, methods.len());
        for method in methods {
            let function = function::new_native_function(self.vm, method);
            self.value(object, method.name, Value::object(function), Attributes::METHOD)?;
        }
        Ok(())
    }

    /// Makes an object that gets many properties, as prototypes do: its shape is its own from the start.
    pub fn large_object(&mut self, prototype: ObjectId) -> ObjectId {
        let object = self.vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Ordinary);
        properties::own_shape(&mut self.vm.heap, object);
        object
    }

    /// Defines a table of functions as properties with all attributes. All of them capture the same values.
    pub fn closures(
        &mut self,
        object: ObjectId,
        methods: &'static [NativeFunction],
        captured: [Value; 3],
    ) -> Completion<()> {
        // There is room for a tag as well.
        shape::expect_properties(&mut self.vm.heap, object, methods.len() + 1);
        for method in methods {
            let function = function::new_native_closure(self.vm, method, captured);
            self.value(object, method.name, Value::object(function), Attributes::ALL)?;
        }
        Ok(())
    }

    /// Defines a method whose key is a symbol; returns the function.
    pub fn symbol_method(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        method: &'static NativeFunction,
        attributes: Attributes,
    ) -> Completion<ObjectId> {
        let function = function::new_native_function(self.vm, method);
        self.vm.heap.store_property(object, key, Value::object(function), attributes)?;
        Ok(function)
    }

    /// Makes a constructor, links it with its prototype object, and defines the global of its name.
    pub fn constructor(&mut self, function: &'static NativeFunction, prototype: ObjectId) -> Completion<ObjectId> {
        let constructor = self.constructor_without_global(function, prototype)?;
        self.global(function.name, Value::object(constructor))?;
        Ok(constructor)
    }

    /// Makes a constructor, and links it with its prototype object.
    pub fn constructor_without_global(
        &mut self,
        function: &'static NativeFunction,
        prototype: ObjectId,
    ) -> Completion<ObjectId> {
        let constructor = function::new_native_function(self.vm, function);
        // Constructors carry many functions; a shape of their own from the start.
        properties::own_shape(&mut self.vm.heap, constructor);
        let heap = &mut self.vm.heap;
        heap.add_slot(constructor, keys::PROTOTYPE, Value::object(prototype), Attributes::NONE)?;
        heap.store_property(prototype, keys::CONSTRUCTOR, Value::object(constructor), Attributes::METHOD)?;
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
            function
                .map_or(Value::UNDEFINED, |function| Value::object(function::new_native_function(self.vm, function)))
        };
        let accessor = crate::heap::Accessor { getter: function(getter), setter: function(setter) };
        let value = Value::accessor(self.vm.heap.new_accessor(accessor));
        let attributes = Attributes::CONFIGURABLE.with(Attributes::ACCESSOR);
        Ok(self.vm.heap.store_property(object, key, value, attributes)?)
    }

    /// Defines a writable, configurable property of the global object. A global that a script has changed before its
    /// part was made keeps the script's value.
    pub fn global(&mut self, name: &str, value: Value) -> Completion<()> {
        let global = self.vm.realm.global;
        if !self.is_part {
            return self.value(global, name, value, Attributes::METHOD);
        }
        let key = self.vm.heap.key(name);
        properties::replace_lazy(&mut self.vm.heap, global, key, value);
        Ok(())
    }

    /// Makes a function and a global of its name.
    pub fn global_function(&mut self, function: &'static NativeFunction) -> Completion<ObjectId> {
        let object = function::new_native_function(self.vm, function);
        self.global(function.name, Value::object(object))?;
        Ok(object)
    }

    /// Makes an object and a global of that name, like `Math`.
    pub fn namespace(&mut self, name: &str) -> Completion<ObjectId> {
        let prototype = realm::intrinsics(self.vm).object_prototype;
        let shape = shape::dictionary_shape(&mut self.vm.heap, Some(prototype), Class::Ordinary);
        let object = cell::new_object_with_room(&mut self.vm.heap, shape, ObjectKind::Ordinary, ROOM_FOR_MANY, &[]);
        self.global(name, Value::object(object))?;
        Ok(object)
    }

    /// Remembers the original iteration of arrays, once it is whole.
    pub fn keep_pristine_iteration(&mut self) {
        let array_iterator_prototype = realm::intrinsics(self.vm).array_iterator_prototype;
        realm::fill(self.vm, array_iterator_prototype);
        let pristine = PristineIteration::of(&self.vm.heap, realm::intrinsics(self.vm));
        self.realm().pristine_iteration = pristine;
    }

    /// Remembers the original prototype of regular expressions, once it is whole.
    pub fn keep_pristine_regexp(&mut self, pristine: Pristine) {
        let bytes = pristine.bytes();
        self.vm.heap.resized(0, bytes);
        self.realm().pristine_regexp = pristine;
    }

    /// Sets the name that Object.prototype.toString shows for an object.
    pub fn string_tag(&mut self, object: ObjectId, tag: &str) -> Completion<()> {
        let tag = Value::string(self.vm.heap.intern_text(tag));
        Ok(self.vm.heap.store_property(object, symbols::TO_STRING_TAG, tag, Attributes::CONFIGURABLE)?)
    }
}

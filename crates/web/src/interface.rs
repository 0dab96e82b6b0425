//! Interfaces of Web IDL by tables: constructors, prototypes, brand checks (Web IDL 3.7).
//!
//! The prototypes are well-known objects of a realm, by the numbers of [`Known`], so that operations make objects without a look
//! at what scripts have changed.

use std::any::Any;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::HOST_OBJECT;
use ferrotape_runtime::PropertyDescriptor;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction};
use ferrotape_runtime::heap::{Heap, ObjectId, RealmId};
use ferrotape_runtime::hosts;
use ferrotape_runtime::keys;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Objects that a realm has once their part is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    DomException,
    QuotaExceededError,
    Url,
    UrlSearchParams,
    UrlSearchParamsIterator,
    UrlPattern,
    Event,
    CustomEvent,
    ErrorEvent,
    MessageEvent,
    PromiseRejectionEvent,
    ProgressEvent,
    /// The getter of `isTrusted`, which each event has as its own.
    IsTrusted,
    /// The constructor: interfaces of other parts inherit from it.
    EventTargetConstructor,
    EventTarget,
    /// The target that has the listeners of the global object.
    GlobalTarget,
    AbortController,
    AbortSignal,
    Crypto,
    /// `crypto` and `navigator`, which getters of the global object give.
    CryptoObject,
    #[cfg(feature = "crypto")]
    CryptoKey,
    #[cfg(feature = "crypto")]
    SubtleCrypto,
    #[cfg(feature = "crypto")]
    SubtleObject,
    Navigator,
    NavigatorObject,
    Performance,
    PerformanceEntry,
    PerformanceMark,
    PerformanceMeasure,
    PerformanceObserver,
    PerformanceObserverEntryList,
    /// The hidden object with the entries.
    Timeline,
    SupportedEntryTypes,
    MessageChannel,
    MessagePort,
    BroadcastChannel,
    /// The Set of channels that are not closed.
    OpenChannels,
    Headers,
    HeadersIterator,
    ObjectUrls,
    Request,
    Response,
    /// The host that `fetch` asks. Realms without a network have none.
    FetchHost,
    FormData,
    FormDataIterator,
    Blob,
    File,
    FileReader,
    ReadableStream,
    ReadableStreamDefaultReader,
    ReadableStreamByobReader,
    ReadableStreamDefaultController,
    ReadableByteStreamController,
    ReadableStreamByobRequest,
    ReadableStreamIterator,
    WritableStream,
    WritableStreamDefaultWriter,
    WritableStreamDefaultController,
    TransformStream,
    TransformStreamDefaultController,
    CountQueuingStrategy,
    ByteLengthQueuingStrategy,
    /// The size functions of the two, which a realm has once.
    CountSize,
    ByteLengthSize,
    TextEncoderStream,
    TextDecoderStream,
    #[cfg(feature = "compression")]
    CompressionStream,
    #[cfg(feature = "compression")]
    DecompressionStream,
    #[cfg(feature = "wasm")]
    WasmModule,
    #[cfg(feature = "wasm")]
    WasmInstance,
    #[cfg(feature = "wasm")]
    WasmMemory,
    #[cfg(feature = "wasm")]
    WasmTable,
    #[cfg(feature = "wasm")]
    WasmGlobal,
    #[cfg(feature = "wasm")]
    WasmCompileError,
    #[cfg(feature = "wasm")]
    WasmLinkError,
    #[cfg(feature = "wasm")]
    WasmRuntimeError,
    /// A WeakRef of the store of WebAssembly.
    #[cfg(feature = "wasm")]
    WasmStore,
}

impl Known {
    /// Returns a global of the part that makes the object.
    fn global(self) -> &'static str {
        match self {
            Known::DomException | Known::QuotaExceededError => "DOMException",
            Known::Url | Known::UrlSearchParams | Known::UrlSearchParamsIterator | Known::ObjectUrls => "URL",
            Known::UrlPattern => "URLPattern",
            Known::Event
            | Known::CustomEvent
            | Known::ErrorEvent
            | Known::MessageEvent
            | Known::PromiseRejectionEvent
            | Known::ProgressEvent
            | Known::IsTrusted
            | Known::EventTargetConstructor
            | Known::EventTarget
            | Known::GlobalTarget => "EventTarget",
            Known::AbortController | Known::AbortSignal => "AbortSignal",
            Known::Crypto | Known::CryptoObject => "Crypto",
            #[cfg(feature = "crypto")]
            Known::CryptoKey | Known::SubtleCrypto | Known::SubtleObject => "Crypto",
            Known::Navigator | Known::NavigatorObject => "Navigator",
            Known::Performance
            | Known::PerformanceEntry
            | Known::PerformanceMark
            | Known::PerformanceMeasure
            | Known::PerformanceObserver
            | Known::PerformanceObserverEntryList
            | Known::Timeline
            | Known::SupportedEntryTypes => "performance",
            Known::MessageChannel | Known::MessagePort | Known::BroadcastChannel | Known::OpenChannels => {
                "MessageChannel"
            }
            Known::Headers | Known::HeadersIterator => "Headers",
            Known::Request | Known::Response | Known::FetchHost => "fetch",
            Known::FormData | Known::FormDataIterator => "FormData",
            Known::Blob | Known::File => "Blob",
            Known::FileReader => "FileReader",
            Known::ReadableStream
            | Known::ReadableStreamDefaultReader
            | Known::ReadableStreamByobReader
            | Known::ReadableStreamDefaultController
            | Known::ReadableByteStreamController
            | Known::ReadableStreamByobRequest
            | Known::ReadableStreamIterator
            | Known::WritableStream
            | Known::WritableStreamDefaultWriter
            | Known::WritableStreamDefaultController
            | Known::TransformStream
            | Known::TransformStreamDefaultController
            | Known::CountQueuingStrategy
            | Known::ByteLengthQueuingStrategy
            | Known::CountSize
            | Known::ByteLengthSize
            | Known::TextEncoderStream
            | Known::TextDecoderStream => "ReadableStream",
            #[cfg(feature = "compression")]
            Known::CompressionStream | Known::DecompressionStream => "CompressionStream",
            #[cfg(feature = "wasm")]
            Known::WasmModule
            | Known::WasmInstance
            | Known::WasmMemory
            | Known::WasmTable
            | Known::WasmGlobal
            | Known::WasmCompileError
            | Known::WasmLinkError
            | Known::WasmRuntimeError
            | Known::WasmStore => "WebAssembly",
        }
    }

    /// Returns the object of the current realm if its part is made.
    pub(crate) fn if_made(self, vm: &Vm) -> Option<ObjectId> {
        self.if_made_in(vm, vm.realm.id)
    }

    /// Returns the object of a realm if it is made.
    pub(crate) fn if_made_in(self, vm: &Vm, realm: RealmId) -> Option<ObjectId> {
        let known = vm.heap.realm(realm).further.get(self as usize).copied();
        known.filter(|&object| object != vm.heap.nothing())
    }

    /// Returns the object of the current realm.
    pub(crate) fn of_realm(self, vm: &mut Vm) -> ObjectId {
        let realm = vm.realm.id;
        self.of(vm, realm)
    }

    /// Returns the object of a realm.
    pub(crate) fn of(self, vm: &mut Vm, realm: RealmId) -> ObjectId {
        realm::further(vm, realm, self as usize, self.global())
    }
}

/// An attribute: its getter, and its setter unless it is read-only.
pub(crate) struct Attribute {
    pub(crate) name: &'static str,
    pub(crate) getter: NativeFunction,
    pub(crate) setter: Option<NativeFunction>,
}

/// Makes rows of attributes: `name: getter` or `name: getter, setter`.
macro_rules! attributes {
    ($($name:literal: $getter:expr $(, $setter:expr)?;)*) => {
        &[$($crate::interface::Attribute {
            name: $name,
            getter: ferrotape_runtime::function::method(concat!("get ", $name), 0, $getter),
            setter: $crate::interface::setter!($name $(, $setter)?),
        }),*]
    };
}

macro_rules! setter {
    ($name:literal) => {
        None
    };
    ($name:literal, $setter:expr) => {
        Some(ferrotape_runtime::function::method(concat!("set ", $name), 1, $setter))
    };
}

pub(crate) use {attributes, setter};

/// The table of an interface.
pub(crate) struct Interface {
    pub(crate) known: Known,
    pub(crate) constructor: NativeFunction,
    pub(crate) operations: &'static [NativeFunction],
    pub(crate) attributes: &'static [Attribute],
    pub(crate) statics: &'static [NativeFunction],
}

/// Defines an interface. Gives its constructor and its prototype.
pub(crate) fn define(
    realm: &mut RealmBuilder,
    interface: &'static Interface,
    parent: Option<[ObjectId; 2]>,
) -> Completion<[ObjectId; 2]> {
    let object_prototype = realm::intrinsics(realm.vm).object_prototype;
    let above = parent.map_or(object_prototype, |[_, prototype]| prototype);
    let prototype = new_prototype(realm, above, interface.known);
    let constructor = realm.constructor(&interface.constructor, prototype)?;
    if let Some([parent, _]) = parent {
        realm.vm.heap.replace_prototype(constructor, Some(parent));
    }
    crate::define_operations(realm, prototype, interface.operations)?;
    crate::define_operations(realm, constructor, interface.statics)?;
    define_attributes(realm, prototype, interface.attributes)?;
    realm.string_tag(prototype, interface.constructor.name)?;
    Ok([constructor, prototype])
}

/// Makes a prototype, and makes it known.
pub(crate) fn new_prototype(realm: &mut RealmBuilder, above: ObjectId, known: Known) -> ObjectId {
    let prototype = realm.large_object(above);
    realm.vm.keep(Value::object(prototype));
    realm::set_further(realm.vm, known as usize, prototype);
    prototype
}

/// Defines attributes, which are enumerable and configurable.
pub(crate) fn define_attributes(
    realm: &mut RealmBuilder,
    object: ObjectId,
    attributes: &'static [Attribute],
) -> Completion<()> {
    for Attribute { name, getter, setter } in attributes {
        let vm = &mut *realm.vm;
        let getter = Value::object(function::new_native_function(vm, getter));
        vm.keep(getter);
        let setter = setter.as_ref().map(|setter| Value::object(function::new_native_function(vm, setter)));
        let flags = Attributes::ENUMERABLE.with(Attributes::CONFIGURABLE);
        let descriptor = PropertyDescriptor::accessor(getter, setter.unwrap_or(Value::UNDEFINED), flags);
        let key = vm.heap.key(name);
        object::define_property_or_throw(vm, object, key, &descriptor)?;
    }
    Ok(())
}

/// Makes the prototype ready of what a constructor makes: GetPrototypeFromConstructor, ECMA-262 10.1.14. A TypeError
/// without `new`.
pub(crate) fn prototype_for_new(vm: &mut Vm, call: Call, known: Known, name: &str) -> Completion<ObjectId> {
    let Some(new_target) = call.new_target else {
        return vm.type_error(format!("Class constructor {name} cannot be invoked without 'new'"));
    };
    if new_target == call.callee {
        return Ok(known.of_realm(vm));
    }
    if let Some(prototype) = object::get(vm, new_target, keys::PROTOTYPE)?.as_object() {
        vm.keep(Value::object(prototype));
        return Ok(prototype);
    }
    let realm = function::function_realm(vm, new_target)?;
    Ok(realm::further(vm, realm, known as usize, known.global()))
}

/// Makes an object of a class. The result is kept.
pub(crate) fn new_object(
    vm: &mut Vm,
    class: &'static str,
    prototype: ObjectId,
    data: Box<dyn HostData>,
) -> Completion<ObjectId> {
    vm.keep(Value::object(prototype));
    vm.work(HOST_OBJECT)?;
    // Collects garbage where there is no room else.
    vm.room(data.bytes())?;
    let class = object::plain_host_class(vm, class);
    let object = object::new_host_object(vm, class, Some(prototype), data)?;
    vm.keep(Value::object(object));
    Ok(object)
}

/// Converts to a dictionary (Web IDL 3.2.17): an object, or none.
pub(crate) fn dictionary(vm: &mut Vm, value: Value, what: &str) -> Completion<Option<ObjectId>> {
    match value.as_object() {
        None if !value.is_nullish() => vm.type_error(format!("{what} must be an object")),
        object => Ok(object),
    }
}

/// Reads a member of a dictionary, which is kept. None where it is undefined.
pub(crate) fn member(vm: &mut Vm, dictionary: Option<ObjectId>, name: &str) -> Completion<Option<Value>> {
    let Some(dictionary) = dictionary else { return Ok(None) };
    let key = vm.heap.key(name);
    let value = object::get(vm, dictionary, key)?;
    vm.keep(value);
    Ok(Some(value).filter(|value| !value.is_undefined()))
}

/// Reads a boolean member of a dictionary.
pub(crate) fn flag(vm: &mut Vm, dictionary: Option<ObjectId>, name: &str) -> Completion<bool> {
    Ok(member(vm, dictionary, name)?.is_some_and(|value| vm.heap.to_boolean(value)))
}

/// Refuses calls with fewer arguments than the operation needs.
pub(crate) fn require_arguments(vm: &mut Vm, call: Call, count: usize, what: &str) -> Completion<()> {
    let found = call.argument_count();
    if found >= count {
        return Ok(());
    }
    let plural = if count == 1 { "" } else { "s" };
    vm.type_error(format!("{what} requires {count} argument{plural}, but only {found} present"))
}

/// The brand check: returns `this` if its data are of that type.
pub(crate) fn this_object<T: HostData>(vm: &mut Vm, call: Call, what: &str) -> Completion<ObjectId> {
    match call.this.as_object().filter(|&this| hosts::host_data::<T>(&vm.heap, this).is_some()) {
        Some(this) => Ok(this),
        None => illegal_invocation(vm, call, what),
    }
}

/// The constructor of an interface whose objects scripts do not make.
pub(crate) fn illegal_constructor(vm: &mut Vm, _: Call) -> Completion<Value> {
    vm.type_error("Illegal constructor")
}

/// Throws what a failed brand check does.
pub(crate) fn illegal_invocation<T>(vm: &mut Vm, call: Call, what: &str) -> Completion<T> {
    let receiver = messages::describe(vm, call.this);
    vm.type_error(messages::incompatible_receiver(what, &receiver))
}

/// Reads the data of an object while the heap may change.
pub(crate) fn with_data<T: HostData, R>(
    vm: &mut Vm,
    object: ObjectId,
    read: impl FnOnce(&mut Heap, &T) -> Result<R, Termination>,
) -> Completion<Option<R>> {
    let Some(data) = hosts::take_host_data(&mut vm.heap, object) else { return Ok(None) };
    let any: &dyn Any = &*data;
    let result = any.downcast_ref::<T>().map(|data| read(&mut vm.heap, data)).transpose();
    hosts::put_host_data(&mut vm.heap, object, data);
    Ok(result?)
}

/// Returns a value that an object keeps.
pub(crate) fn kept(vm: &Vm, object: ObjectId, place: usize) -> Value {
    hosts::kept_values(&vm.heap, object).get(place).copied().unwrap_or(Value::UNDEFINED)
}

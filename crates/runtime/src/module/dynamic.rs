//! `import()` and `import.meta` (ECMA-262 13.3.10, 13.3.12).

use ferrotape_bytecode::Phase;

use super::deferred;
use super::{ImportRequest, ModuleId, ModuleSource, ModuleType, Referrer};
use crate::convert;
use crate::error::{Completion, Throw};
use crate::function::Native;
use crate::function::{self, Call, Captured, NativeFunction, method};
use crate::heap::{ObjectId, RealmId, StringId};
use crate::messages;
use crate::module;
use crate::names::keys;
use crate::object::{self, Kind, ObjectKind};
use crate::promise::{self, Capability, PromiseState};
use crate::realm;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

static CLOSURES: &[&NativeFunction] =
    &[&LINK_AND_EVALUATE, &LINK_AND_DEFER, &RESOLVE, &RESOLVE_DEFERRED, &REJECT, &RESOLVE_SPECIFIER];

/// Functions of modules that capture something.
pub fn closures() -> impl Iterator<Item = &'static NativeFunction> {
    super::evaluate::CLOSURES.iter().chain(CLOSURES).copied()
}

static LINK_AND_EVALUATE: NativeFunction =
    method("", 1, link_and_evaluate).capturing([Captured::LoadedModule, Captured::Promise, Captured::Nothing]);

static LINK_AND_DEFER: NativeFunction =
    method("", 1, link_and_defer).capturing([Captured::LoadedModule, Captured::Promise, Captured::Nothing]);

const OF_LINKED: [Captured; 3] = [Captured::Module, Captured::Promise, Captured::Nothing];

static RESOLVE: NativeFunction = method("", 1, resolve).capturing(OF_LINKED);
static RESOLVE_DEFERRED: NativeFunction = method("", 1, resolve_deferred).capturing(OF_LINKED);
static REJECT: NativeFunction = method("", 1, reject).capturing(OF_LINKED);

static RESOLVE_SPECIFIER: NativeFunction =
    method("resolve", 1, resolve_specifier).capturing([Captured::LoadedModule, Captured::Nothing, Captured::Nothing]);

/// The module that is evaluated when a job with this handler runs, linked or not.
pub(super) fn imported_by(vm: &Vm, handler: Value) -> Option<ModuleId> {
    let function = handler.as_object()?;
    match vm.heap.kind(function) {
        Kind::Native(Native { function: native, .. })
            if [&raw const LINK_AND_EVALUATE, &raw const LINK_AND_DEFER]
                .contains(&std::ptr::from_ref(function::native(vm, native))) =>
        {
            Some(ModuleId::of_value(vm.heap.captured(function, 0)))
        }
        _ => None,
    }
}

/// linkAndEvaluateClosure, ECMA-262 13.3.10.3 step 6. Captures here and below: the module and the promise.
fn link_and_evaluate(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (module, promise) = captured(vm, call);
    let evaluated = module::link_module(vm, module).and_then(|()| module::evaluate_module(vm, module));
    match evaluated {
        Ok(evaluated) => {
            let captured = [module.to_value(), Value::object(promise), Value::UNDEFINED];
            let on_fulfilled = Value::object(function::new_native_closure(vm, &RESOLVE, captured));
            vm.keep(on_fulfilled);
            let on_rejected = Value::object(function::new_native_closure(vm, &REJECT, captured));
            promise::perform_promise_then(vm, evaluated, on_fulfilled, on_rejected, Capability::None)?;
        }
        Err(Throw::Exception(error)) => vm.keeping([error], |vm| promise::reject_promise(vm, promise, error))?,
        Err(thrown) => return Err(thrown),
    }
    Ok(Value::UNDEFINED)
}

/// linkAndEvaluateClosure of `import.defer`: links the module, and evaluates only what cannot wait. Captures the module
/// and the promise.
fn link_and_defer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (module, promise) = captured(vm, call);
    let begun = module::link_module(vm, module).and_then(|()| evaluate_asynchronous(vm, module, promise));
    match begun {
        Ok(()) => Ok(Value::UNDEFINED),
        Err(Throw::Exception(error)) => {
            vm.keeping([error], |vm| promise::reject_promise(vm, promise, error))?;
            Ok(Value::UNDEFINED)
        }
        Err(thrown) => Err(thrown),
    }
}

/// Evaluates the modules below a deferred one that await something. Each of them that ends looks whether it was the last.
fn evaluate_asynchronous(vm: &mut Vm, module: ModuleId, promise: ObjectId) -> Completion<()> {
    let captured = [module.to_value(), Value::object(promise), Value::UNDEFINED];
    let on_fulfilled = Value::object(function::new_native_closure(vm, &RESOLVE_DEFERRED, captured));
    vm.keep(on_fulfilled);
    let on_rejected = Value::object(function::new_native_closure(vm, &REJECT, captured));
    vm.keep(on_rejected);
    let waiting = deferred::asynchronous_dependencies(vm, module)?;
    if waiting.is_empty() {
        let done = promise::new_promise(vm, None);
        vm.keep(Value::object(done));
        promise::resolve_promise(vm, done, Value::UNDEFINED)?;
        return promise::perform_promise_then(vm, done, on_fulfilled, on_rejected, Capability::None);
    }
    for module in waiting {
        let evaluated = module::evaluate_module(vm, module)?;
        vm.keep(Value::object(evaluated));
        promise::perform_promise_then(vm, evaluated, on_fulfilled, on_rejected, Capability::None)?;
    }
    Ok(())
}

fn resolve_deferred(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (module, promise) = captured(vm, call);
    if is_pending(vm, promise) && deferred::asynchronous_dependencies(vm, module)?.is_empty() {
        let namespace = Value::object(module::deferred_namespace(vm, module)?);
        promise::resolve_promise(vm, promise, namespace)?;
    }
    Ok(Value::UNDEFINED)
}

fn is_pending(vm: &Vm, promise: ObjectId) -> bool {
    promise::promise(vm, Value::object(promise)).is_some_and(|(_, promise)| promise.state == PromiseState::Pending)
}

fn resolve(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (module, promise) = captured(vm, call);
    let namespace = Value::object(module::module_namespace(vm, module)?);
    promise::resolve_promise(vm, promise, namespace)?;
    Ok(Value::UNDEFINED)
}

fn reject(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, promise) = captured(vm, call);
    let error = call.argument(vm, 0);
    if is_pending(vm, promise) {
        promise::reject_promise(vm, promise, error)?;
    }
    Ok(Value::UNDEFINED)
}

fn captured(vm: &Vm, call: Call) -> (ModuleId, ObjectId) {
    let module = ModuleId::of_value(vm.heap.captured(call.callee, 0));
    // The promise of a closure that is called is there.
    (module, vm.heap.captured(call.callee, 1).as_object().unwrap_or(call.callee))
}

/// The script or module of the running code: GetActiveScriptOrModule, ECMA-262 9.4.1.
pub(crate) fn referrer(vm: &Vm) -> Referrer {
    let unit = &vm.running_code().unit;
    match unit.referrer.get() {
        Some(referrer) => referrer.clone(),
        None => Referrer { name: unit.unit.source.name().into(), module: None },
    }
}

/// `import.meta`, ECMA-262 13.3.12.1.1: an object with the loader's properties of the module, and `resolve`. Without a
/// loader, `url` is its name.
pub fn import_meta(vm: &mut Vm) -> Completion<Value> {
    let Referrer { name, module: Some(module) } = referrer(vm) else { return Ok(Value::UNDEFINED) };
    if let Some(meta) = vm.agent.modules[module].meta {
        return Ok(Value::object(meta));
    }
    let said = module::with_loader(vm, &name, |loader, _| Ok(loader.meta(&name)))?;
    let has_loader = said.is_ok();
    let properties = said.unwrap_or_else(|_| vec![("url".to_owned(), name.to_string())]);
    let bytes = properties.iter().map(|(key, text)| key.len() + text.len()).sum::<usize>();
    vm.heap.room(bytes.saturating_mul(2))?;
    let meta = vm.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
    vm.agent.modules[module].meta = Some(meta);
    for (key, text) in properties {
        let (key, text) = (vm.heap.key(&key), Value::string(vm.heap.new_string(&text)));
        vm.heap.store_property(meta, key, text, Attributes::ALL)?;
    }
    if has_loader {
        let captured = [module.to_value(), Value::UNDEFINED, Value::UNDEFINED];
        let resolve = function::new_native_closure(vm, &RESOLVE_SPECIFIER, captured);
        let key = vm.heap.key("resolve");
        vm.heap.store_property(meta, key, Value::object(resolve), Attributes::ALL)?;
    }
    Ok(Value::object(meta))
}

/// import.meta.resolve ( specifier ): the URL that an import of it from there would load, as hosts of the web have it.
/// Nothing is loaded; a refusal of the loader is a TypeError.
fn resolve_specifier(vm: &mut Vm, call: Call) -> Completion<Value> {
    let module = ModuleId::of_value(vm.heap.captured(call.callee, 0));
    let specifier = call.argument(vm, 0);
    let specifier = convert::to_string(vm, specifier)?;
    let specifier = module::copied_specifier(vm, specifier)?;
    let referrer = vm.agent.modules[module].name.clone();
    let resolved = module::with_loader(vm, &specifier, |loader, limits| {
        let name = loader.resolve_within(&specifier, &referrer, ModuleType::Source, limits)?;
        let meta = loader.meta(&name);
        Ok(meta.into_iter().find(|(key, _)| key == "url").map_or(name, |(_, url)| url))
    })?;
    match resolved {
        Ok(url) => {
            vm.heap.room(url.len().saturating_mul(2))?;
            Ok(Value::string(vm.heap.new_string(&url)))
        }
        Err(error) => module::load_error(vm, &error),
    }
}

/// EvaluateImportCall, ECMA-262 13.3.10.2: every failure rejects the promise.
pub fn import_call(vm: &mut Vm, phase: Phase, specifier: Value, options: Value) -> Completion<Value> {
    let vm = &mut vm.scope();
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    let begun = match begin_import(vm, phase, (specifier, options), promise) {
        Ok(()) => Ok(()),
        Err(Throw::Exception(error)) => vm.keeping([error], |vm| promise::reject_promise(vm, promise, error)),
        Err(thrown) => Err(thrown),
    };
    begun.map(|()| Value::object(promise))
}

/// Makes an `import()` again that was on its way in another engine, by the [texts](ImportRequest::texts) of its request, in the
/// realm of that global object. Returns a promise.
pub fn import_again(vm: &mut Vm, global: Value, texts: &[Value]) -> Completion<Value> {
    let realm = global.as_object().and_then(|global| vm.heap.realm_of_global(global)).unwrap_or(vm.realm.id);
    vm.keeping([global], |vm| realm::in_realm(vm, realm, |vm| import_by_texts(vm, texts)))
}

/// Makes an `import()` in the current realm, by the texts of its request, or that of the program's module. Its exceptions reject
/// the promise.
fn import_by_texts(vm: &mut Vm, texts: &[Value]) -> Completion<Value> {
    let vm = &mut vm.scope();
    let mut strings = texts.iter().filter_map(|text| text.as_string());
    let (Some(specifier), Some(referrer), Some(module_type), Some(phase)) =
        (strings.next(), strings.next(), strings.next(), strings.next())
    else {
        return vm.type_error(NO_IMPORT);
    };
    for text in [specifier, referrer, module_type, phase] {
        vm.keep(Value::string(text));
    }
    let referrer = Referrer { name: module::copied_specifier(vm, referrer)?.into(), module: None };
    let (module_type, phase) = (module::copied_specifier(vm, module_type)?, module::copied_specifier(vm, phase)?);
    let Some((module_type, phase)) = module::source::type_and_phase(&module_type, &phase) else {
        return vm.type_error(NO_IMPORT);
    };
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    let begun = match phase {
        Some(phase) => begin_import_of(vm, referrer, phase, (specifier, module_type), promise),
        None => module::fetch_requests(vm, referrer.name, promise),
    };
    let begun = match begun {
        Err(Throw::Exception(error)) => vm.keeping([error], |vm| promise::reject_promise(vm, promise, error)),
        begun => begun,
    };
    begun.map(|()| Value::object(promise))
}

const NO_IMPORT: &str = "the call is not an unfinished import()";

/// Imports a module that the host gives, by its name: returns a promise of its namespace.
pub fn import_module(vm: &mut Vm, name: &str, source: impl Into<ModuleSource>) -> Completion<ObjectId> {
    let vm = &mut vm.scope();
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    let begun = module::load_module(vm, name, source)
        .and_then(|module| continue_import(vm, module, Phase::Evaluation, promise));
    begun.map(|()| promise)
}

/// Begins an `import()`, whose promise is settled later: EvaluateImportCall from step 8 on, ECMA-262 13.3.10.2.
fn begin_import(vm: &mut Vm, phase: Phase, (specifier, options): (Value, Value), promise: ObjectId) -> Completion<()> {
    let referrer = referrer(vm);
    let specifier = convert::to_string(vm, specifier)?;
    vm.keep(Value::string(specifier));
    let module_type = import_options(vm, options)?;
    let module_type = match (phase, module_type) {
        (Phase::Source, ModuleType::Source) => module::source_type(vm, module_type, specifier)?,
        // What attributes ask for has no source.
        (Phase::Source, _) => return vm.syntax_error(messages::NO_MODULE_SOURCE),
        _ => module_type,
    };
    begin_import_of(vm, referrer, phase, (specifier, module_type), promise)
}

/// Imports a module of source text into another realm, as code of the running script or module would: returns a promise
/// of that realm.
pub fn import_into_realm(vm: &mut Vm, realm: RealmId, specifier: StringId) -> Completion<ObjectId> {
    let referrer = match vm.execution.frames.is_empty() {
        true => Referrer { name: "".into(), module: None },
        false => referrer(vm),
    };
    realm::in_realm(vm, realm, |vm| {
        let vm = &mut vm.scope();
        vm.keep(Value::string(specifier));
        let promise = promise::new_promise(vm, None);
        vm.keep(Value::object(promise));
        let requested = (specifier, ModuleType::Source);
        match begin_import_of(vm, referrer, Phase::Evaluation, requested, promise) {
            Ok(()) => Ok(promise),
            Err(Throw::Exception(error)) => {
                vm.keeping([error], |vm| promise::reject_promise(vm, promise, error)).map(|()| promise)
            }
            Err(thrown) => Err(thrown),
        }
    })
}

/// Passes an `import()` on to the host's importer, or loads at once if there is none. The caller turns exceptions into
/// a rejection.
fn begin_import_of(
    vm: &mut Vm,
    referrer: Referrer,
    phase: Phase,
    (specifier, module_type): (StringId, ModuleType),
    promise: ObjectId,
) -> Completion<()> {
    if let Some(importer) = vm.agent.modules.importer {
        let specifier = module::copied_specifier(vm, specifier)?;
        let phase = Some(phase);
        return importer(vm, ImportRequest { referrer: referrer.name, specifier, module_type, phase, promise });
    }
    let module = load_for_import(vm, &referrer.name, specifier, module_type, phase)?;
    continue_import(vm, module, phase, promise)
}

/// Loads what an `import()` asks for: a module with all that it requests, or one whose source is wanted, alone.
pub(super) fn load_for_import(
    vm: &mut Vm,
    referrer: &str,
    specifier: StringId,
    module_type: ModuleType,
    phase: Phase,
) -> Completion<ModuleId> {
    match phase {
        Phase::Source => module::load_one(vm, referrer, specifier, module_type),
        Phase::Defer | Phase::Evaluation => module::load_imported(vm, referrer, specifier, module_type),
    }
}

/// Steps 10 and 11: the attributes.
fn import_options(vm: &mut Vm, options: Value) -> Completion<ModuleType> {
    if options.is_undefined() {
        return Ok(ModuleType::Source);
    }
    let Some(options) = options.as_object() else { return vm.type_error(messages::IMPORT_OPTIONS) };
    let attributes = object::get(vm, options, keys::WITH)?;
    if attributes.is_undefined() {
        return Ok(ModuleType::Source);
    }
    let Some(attributes) = attributes.as_object() else { return vm.type_error(messages::IMPORT_ATTRIBUTES) };
    vm.keep(Value::object(attributes));
    let keys = object::own_property_keys(vm, attributes)?;
    keys.iter().for_each(|&key| vm.keep_key(key));
    let mut entries: Vec<(StringId, Value)> = Vec::new();
    for key in keys {
        vm.work(1)?;
        if key.as_symbol().is_none()
            && object::get_own_property(vm, attributes, key)?.is_some_and(|property| property.enumerable == Some(true))
        {
            let value = object::get(vm, attributes, key)?;
            vm.keep(value);
            let Some(key) = vm.heap.value_of_key(key).as_string() else { continue };
            vm.keep(Value::string(key));
            entries.push((key, value));
        }
    }
    let mut module_type = ModuleType::Source;
    for &(_, value) in &entries {
        if value.as_string().is_none() {
            return vm.type_error(messages::IMPORT_ATTRIBUTE_VALUE);
        }
    }
    for (key, value) in entries {
        let Some(value) = value.as_string() else { continue };
        module_type = match module::attribute(vm, key, value) {
            Ok(module_type) => module_type,
            Err(message) => return vm.type_error(&message),
        };
    }
    Ok(module_type)
}

/// ContinueDynamicImport, ECMA-262 13.3.10.3: the module is loaded, with everything that it requests.
pub(super) fn continue_import(vm: &mut Vm, module: ModuleId, phase: Phase, promise: ObjectId) -> Completion<()> {
    if phase == Phase::Source {
        return match deferred::module_source(vm, module)? {
            Some(source) => promise::resolve_promise(vm, promise, Value::object(source)),
            None => vm.syntax_error(messages::NO_MODULE_SOURCE),
        };
    }
    let then = if phase == Phase::Defer { &LINK_AND_DEFER } else { &LINK_AND_EVALUATE };
    let loaded = promise::new_promise(vm, None);
    vm.keep(Value::object(loaded));
    promise::resolve_promise(vm, loaded, Value::UNDEFINED)?;
    let captured = [module.to_value(), Value::object(promise), Value::UNDEFINED];
    let on_fulfilled = Value::object(function::new_native_closure(vm, then, captured));
    vm.keep(on_fulfilled);
    promise::perform_promise_then(vm, loaded, on_fulfilled, Value::UNDEFINED, Capability::None)
}

//! Loading of modules from source text, with the modules that they request (ECMA-262 16.2.1.6.1.1, 16.2.1.10).

use std::sync::{Arc, Mutex, PoisonError};

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_bytecode::{ExportEntry, Exported, ModuleTemplate, Phase, TextId, Unit};
use ferrotape_syntax::Goal;
use ferrotape_text::{Note, SourceText, Span};
use rustc_hash::FxHashSet;

use super::{
    Body, Export, Exports, LoadError, Module, ModuleId, ModuleKey, ModuleLoader, ModuleSource, ModuleType, ReadLimits,
    Referrer, Status, source,
};
use crate::buffer;
use crate::buffers;
use crate::code::{CodeSet, LoadedUnit, Scope};
use crate::debug;
use crate::environment::{Record, RecordKind};
use crate::error::{Completion, EarlyPlace, Throw};
use crate::events::{self, Patience};
use crate::function;
use crate::heap::{ObjectId, RecordId, StringId};
use crate::jobs;
use crate::messages;
use crate::module;
use crate::names::keys;
use crate::panics::unless_it_panics;
use crate::promise::{self, PromiseState};
use crate::property_key::PropertyKey;
use crate::realm;
use crate::scripts::eval;
use crate::shape::Attributes;
use crate::shown;
use crate::string;
use crate::typed_array::{self, ElementType, View};
use crate::value::Value;
use crate::vm::Vm;

/// Most copies of a specifier at the same time, while a module is looked for: as many as the loaders of `ferrotape`
/// make.
const COPIES_OF_SPECIFIER: usize = 8;

/// Sets the loader of modules. Without one, there are only modules whose text the host gives.
pub fn set_module_loader(vm: &mut Vm, loader: Option<Box<dyn ModuleLoader>>) {
    vm.agent.modules.loader = loader.map(|loader| Arc::new(Mutex::new(loader)));
}

/// A module that was loaded by that name in the current realm.
pub(super) fn known_module(vm: &Vm, name: &Arc<str>, module_type: ModuleType) -> Option<ModuleId> {
    let key = ModuleKey { realm: vm.realm.id, name: Arc::clone(name), module_type };
    vm.agent.modules.by_name.get(&key).copied()
}

/// Loads a module of a text that the host gives, with everything that it requests: ParseModule and
/// LoadRequestedModules, ECMA-262 16.2.1.7.1 and 16.2.1.6.1.1. An existing module of that name is returned instead.
pub fn load_module(vm: &mut Vm, name: &str, source: impl Into<ModuleSource>) -> Completion<ModuleId> {
    let module = given_module(vm, Arc::from(name), source.into())?;
    load_requested_modules(vm, module)?;
    Ok(module)
}

/// The module of that name, made of what the host gives if there is none; without those that it requests.
pub(crate) fn given_module(vm: &mut Vm, name: Arc<str>, source: ModuleSource) -> Completion<ModuleId> {
    match known_module(vm, &name, ModuleType::Source) {
        Some(module) => Ok(module),
        None => new_module(vm, name, ModuleType::Source, source),
    }
}

/// Compiles the text of a host's module. So errors in the text are distinguished from later exceptions. The text is not read if
/// a module of that name exists.
pub fn read_module(vm: &mut Vm, name: &str, text: String) -> Completion<ModuleSource> {
    match known_module(vm, &Arc::from(name), ModuleType::Source) {
        Some(_) => Ok(ModuleSource::Text(text)),
        None => module::compile_module(vm, name, text).map(ModuleSource::Unit),
    }
}

/// A module that the host is about to run.
#[derive(Copy, Clone)]
pub enum GivenModule<'a> {
    Text(&'a str),
    Unit(&'a Arc<Unit>),
}

/// Returns whether the host may run a module by that name in the current realm. It may not where another module has the name:
/// the host's would not run. A module that could not be linked or evaluated makes way.
pub fn make_way(vm: &mut Vm, name: &str, given: GivenModule<'_>) -> Completion<bool> {
    let Some(known) = known_module(vm, &Arc::from(name), ModuleType::Source) else { return Ok(true) };
    let module = &vm.agent.modules[known];
    let has_failed = module.status == Status::Unlinked || module.error.is_some();
    let Body::Source { unit, .. } = &module.body else { return Ok(false) };
    let unit = Arc::clone(&unit.unit);
    if is_same_module(vm, &unit, given)? {
        return Ok(true);
    }
    match has_failed {
        true => drop_module(vm, name).map(|_| true),
        false => Ok(false),
    }
}

/// Returns whether a module is the given one: by its text, or by its code if neither has a text.
fn is_same_module(vm: &mut Vm, known: &Arc<Unit>, given: GivenModule<'_>) -> Completion<bool> {
    let has_text = known.source.lines_without_text().is_none();
    match given {
        GivenModule::Text(text) => Ok(has_text && known.source.text() == text),
        GivenModule::Unit(unit) if Arc::ptr_eq(known, unit) => Ok(true),
        GivenModule::Unit(unit) if has_text != unit.source.lines_without_text().is_none() => Ok(false),
        GivenModule::Unit(unit) if has_text => Ok(known.source.text() == unit.source.text()),
        GivenModule::Unit(unit) => {
            let bytes = known.bytes().saturating_add(unit.bytes());
            vm.work(bytes as u64 / BYTES_PER_TICK)?;
            vm.heap.room(bytes.saturating_mul(2))?;
            // What was read can be written.
            let [known, given] = [known, unit].map(|unit| ferrotape_bytecode::save(unit, false).ok());
            Ok(known.is_some() && known == given)
        }
    }
}

/// Result of [`drop_module`].
#[derive(Copy, Clone, Default, Debug)]
pub struct Dropped {
    pub any: bool,
    /// The module of a source text, or of the host.
    pub source: Option<ModuleId>,
}

/// Removes a module's name in the current realm, so that the next import of it loads it again. Modules that have
/// imported it keep it.
pub fn drop_module(vm: &mut Vm, name: &str) -> Completion<Dropped> {
    let mut dropped = Dropped::default();
    for module_type in [ModuleType::Source, ModuleType::Json, ModuleType::Text, ModuleType::Bytes] {
        if let Some(module) = known_module(vm, &Arc::from(name), module_type) {
            dropped.any = true;
            if module_type == ModuleType::Source {
                dropped.source = Some(module);
            }
            // In snapshots, modules are told apart by their names.
            let retired = format!("{name}\0{}", module.0);
            vm.heap.take(retired.len() - name.len())?;
            name_module(vm, module, name, &retired, module_type);
        }
        module::drop_provided(vm, name, module_type);
    }
    Ok(dropped)
}

/// Makes a name mean a module again that was dropped.
pub fn bring_back_module(vm: &mut Vm, name: &str, module: ModuleId) -> Completion<()> {
    drop_module(vm, name)?;
    let retired = Arc::clone(&vm.agent.modules[module].name);
    name_module(vm, module, &retired, name, ModuleType::Source);
    Ok(())
}

fn name_module(vm: &mut Vm, module: ModuleId, before: &str, name: &str, module_type: ModuleType) {
    let (name, realm) = (Arc::<str>::from(name), vm.agent.modules[module].realm);
    let modules = &mut vm.agent.modules;
    modules.by_name.remove(&ModuleKey { realm, name: Arc::from(before), module_type });
    modules.by_name.insert(ModuleKey { realm, name: Arc::clone(&name), module_type }, module);
    modules[module].name = name;
}

/// Loads, links and evaluates a module, and runs the jobs and events that are left. Returns its namespace; none if it still
/// waits for something, and then a failure that nobody handles may have ended the wait
/// ([`promise::first_unhandled`]). Once more with that module, it goes on. Once the module has failed, no event happens.
pub fn run_module(vm: &mut Vm, name: &str, source: impl Into<ModuleSource>) -> Completion<Option<ObjectId>> {
    let vm = &mut vm.scope();
    begin_module(vm, name, source.into())
}

/// Carries out [`run_module`] inside of its scope. Throws the reason of an evaluation that has failed.
fn begin_module(vm: &mut Vm, name: &str, source: ModuleSource) -> Completion<Option<ObjectId>> {
    let module = load_module(vm, name, source)?;
    module::link_module(vm, module)?;
    if debug::are_kept(vm) && vm.agent.modules.program != Some(module) {
        module::set_program_module(vm, Some(module));
    }
    let evaluated = module::evaluate_module(vm, module)?;
    vm.keep(Value::object(evaluated));
    module::run_due_body(vm)?;
    // Whoever has asked for the module learns of it.
    promise::mark_handled(vm, evaluated);
    jobs::run_jobs(vm)?;
    while !promise::has_unhandled(vm)
        && promise::state_of(vm, evaluated) != Some(PromiseState::Rejected)
        && events::run_event(vm, Patience::Sleep)?
    {
        jobs::run_jobs(vm)?;
    }
    match promise::promise(vm, Value::object(evaluated)) {
        Some((_, promise)) if promise.state == PromiseState::Rejected => Err(Throw::Exception(promise.result)),
        Some((_, promise)) if promise.state == PromiseState::Pending => Ok(None),
        _ => module::module_namespace(vm, module).map(Some),
    }
}

/// The module that `import` of the specifier in a text means, with everything that it requests.
pub(super) fn load_imported(
    vm: &mut Vm,
    referrer: &str,
    specifier: StringId,
    module_type: ModuleType,
) -> Completion<ModuleId> {
    let module = load_one(vm, referrer, specifier, module_type)?;
    load_requested_modules(vm, module)?;
    Ok(module)
}

/// LoadRequestedModules ( ), ECMA-262 16.2.1.6.1.1. Modules that an earlier attempt has left incomplete are visited
/// again.
pub(crate) fn load_requested_modules(vm: &mut Vm, root: ModuleId) -> Completion<()> {
    let mut pending = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(module) = pending.pop() {
        if vm.agent.modules[module].is_complete || !seen.insert(module) {
            continue;
        }
        vm.work(1)?;
        vm.heap.room((seen.len() + pending.len()).saturating_mul(2 * size_of::<ModuleId>()))?;
        let Body::Source { unit, .. } = &vm.agent.modules[module].body else { continue };
        let unit = Arc::clone(unit);
        let requests = unit.unit.module.as_ref().map_or(&[][..], |template| &template.requests);
        for request in requests.iter().skip(vm.agent.modules[module].requested.len()) {
            vm.work(1)?;
            let module_type = requested_type(vm, &unit, &request.attributes, request.at)?;
            let module_type = match request.phase {
                Phase::Source => source_type(vm, module_type, unit.strings[request.specifier.0 as usize])?,
                Phase::Defer | Phase::Evaluation => module_type,
            };
            let name = Arc::clone(&vm.agent.modules[module].name);
            let specifier = unit.strings[request.specifier.0 as usize];
            let loaded = load_one(vm, &name, specifier, module_type);
            let requested = loaded.map_err(|throw| placed(vm, throw, &unit.unit.source, request.at))?;
            vm.agent.modules[module].requested.push(requested);
        }
        // The source of a module is there without what the module requests.
        let linked = requests.iter().zip(&vm.agent.modules[module].requested);
        let linked = linked.filter(|(request, _)| request.phase != Phase::Source).map(|(_, &requested)| requested);
        pending.extend(linked.filter(|&requested| !vm.agent.modules[requested].is_complete));
    }
    for module in seen {
        vm.agent.modules[module].is_complete = true;
    }
    Ok(())
}

/// The type of what is loaded where the source of a module is wanted.
pub(super) fn source_type(vm: &mut Vm, module_type: ModuleType, specifier: StringId) -> Completion<ModuleType> {
    let specifier = copied_specifier(vm, specifier)?;
    Ok(source::loaded_type(module_type, Phase::Source, &specifier))
}

/// Checks the attributes: `type` is the only one (HostGetSupportedImportAttributes, ECMA-262 16.2.1.12.1).
fn requested_type(vm: &mut Vm, unit: &LoadedUnit, attributes: &[(TextId, TextId)], at: u32) -> Completion<ModuleType> {
    let mut module_type = ModuleType::Source;
    for &(key, value) in attributes {
        let [key, value] = [key, value].map(|text| unit.strings[text.0 as usize]);
        module_type = match attribute(vm, key, value) {
            Ok(module_type) => module_type,
            Err(message) => return module_error(vm, &unit.unit.source, at, &message),
        };
    }
    Ok(module_type)
}

/// The type that an import attribute requests.
pub(super) fn attribute(vm: &mut Vm, key: StringId, value: StringId) -> Result<ModuleType, String> {
    let [key, value] = [key, value].map(|text| shown::shown_name(&mut vm.heap, text));
    match (&*key, &*value) {
        ("type", "json") => Ok(ModuleType::Json),
        ("type", "text") => Ok(ModuleType::Text),
        ("type", "bytes") => Ok(ModuleType::Bytes),
        ("type", _) => Err(messages::unknown_module_type(&value)),
        _ => Err(messages::unknown_import_attribute(&key)),
    }
}

/// Throws a SyntaxError with a place in a module.
pub(super) fn module_error<T>(vm: &mut Vm, source: &SourceText, at: u32, message: &str) -> Completion<T> {
    module_error_with(vm, source, at, message, &[])
}

/// Throws a SyntaxError with a place in a module, and further notes.
pub(super) fn module_error_with<T>(
    vm: &mut Vm,
    source: &SourceText,
    at: u32,
    message: &str,
    notes: &[Note],
) -> Completion<T> {
    let place = EarlyPlace::new(source, Span::new(at, at), notes);
    Err(Throw::Exception(vm.new_early_error(ferrotape_bytecode::ErrorKind::SyntaxError, message, place)))
}

/// Places an error of a requested module at the request, unless it is in the module's own text.
fn placed(vm: &mut Vm, throw: Throw, source: &SourceText, at: u32) -> Throw {
    if let Throw::Exception(error) = throw {
        vm.set_early_place(error, || EarlyPlace::new(source, Span::new(at, at), &[]));
    }
    throw
}

/// Copies a specifier for a loader.
pub(super) fn copied_specifier(vm: &mut Vm, specifier: StringId) -> Completion<String> {
    let length = vm.heap.string_length(specifier);
    vm.work(length as u64)?;
    let flat = vm.heap.flatten(specifier)?;
    // The loader makes a name of it, and a message that has one of them, each while the others are still there.
    let bytes = string::max_utf8_length(&mut vm.heap, flat)?;
    vm.heap.room(bytes.saturating_mul(COPIES_OF_SPECIFIER))?;
    Ok(string::copied_text(&mut vm.heap, flat, bytes)?)
}

/// Loads one module, without those that it requests.
pub(super) fn load_one(
    vm: &mut Vm,
    referrer: &str,
    specifier: StringId,
    module_type: ModuleType,
) -> Completion<ModuleId> {
    let specifier = copied_specifier(vm, specifier)?;
    if let Some(known) = host_module(vm, &specifier) {
        return Ok(known);
    }
    let resolved =
        with_loader(vm, &specifier, |loader, limits| loader.resolve_within(&specifier, referrer, module_type, limits))?;
    let name = match resolved {
        Ok(name) => Arc::from(name),
        Err(error) => return load_error(vm, &error),
    };
    if let Some(known) = known_module(vm, &name, module_type) {
        return Ok(known);
    }
    let source = match module::take_provided(vm, &name, module_type) {
        Some(provided) => provided,
        // Checked before the loader is asked: the limit is on what scripts make the host do.
        None if !may_load_module(vm, 0) => return vm.range_error(messages::TOO_MANY_MODULES),
        None => with_loader(vm, &specifier, |loader, limits| loader.load_within(&name, module_type, limits))?,
    };
    match source {
        Ok(source) => new_module(vm, name, module_type, source),
        Err(error) => load_error(vm, &error),
    }
}

/// Throws what scripts get for an error of the loader.
pub(super) fn load_error<T>(vm: &mut Vm, error: &LoadError) -> Completion<T> {
    let code = error.code().unwrap_or_default();
    vm.heap.room((error.message().len() + code.len()).saturating_mul(2))?;
    let thrown = vm.new_error(ferrotape_bytecode::ErrorKind::TypeError, error.message());
    let Some(object) = thrown.as_object().filter(|_| error.code().is_some()) else {
        return Err(Throw::Exception(thrown));
    };
    vm.keeping([thrown], |vm| {
        let (key, code) = (vm.heap.key("code"), Value::string(vm.heap.new_string(code)));
        vm.heap.store_property(object, key, code, Attributes::ALL)?;
        Err(Throw::Exception(thrown))
    })
}

/// Returns whether the host may be asked for one more module, with this many on their way.
pub fn may_load_module(vm: &Vm, coming: usize) -> bool {
    let there = vm.agent.modules.list.len() + vm.agent.modules.provided.len();
    there.saturating_add(coming) < vm.options.modules
}

/// Calls the loader within the engine's limits. Its charges are released afterwards: making a module of the result
/// charges it anew.
pub(super) fn with_loader<T>(
    vm: &mut Vm,
    specifier: &str,
    ask: impl FnOnce(&mut dyn ModuleLoader, &mut ReadLimits<'_>) -> Result<T, LoadError>,
) -> Completion<Result<T, LoadError>> {
    let Some(loader) = vm.agent.modules.loader.clone() else {
        return Ok(Err(messages::no_module_loader(specifier).into()));
    };
    // A loader that has panicked is responsible for its own state.
    let mut loader = loader.lock().unwrap_or_else(PoisonError::into_inner);
    let on_loan = vm.heap.on_loan();
    let mut limits = ReadLimits::of(vm);
    let answer = unless_it_panics(|| ask(&mut **loader, &mut limits));
    let ended = limits.ended();
    vm.heap.settle_loans(on_loan);
    vm.heap.budget.look_after_host();
    match ended {
        Some(termination) => Err(termination.into()),
        None => Ok(answer.unwrap_or_else(|| Err(messages::loader_panicked().into()))),
    }
}

fn new_module(vm: &mut Vm, name: Arc<str>, module_type: ModuleType, source: ModuleSource) -> Completion<ModuleId> {
    let on_loan = vm.heap.on_loan();
    let made = make_module(vm, name, module_type, source);
    vm.heap.settle_loans(on_loan);
    made
}

/// Makes the record of a module from its compiled text.
fn make_module(vm: &mut Vm, name: Arc<str>, module_type: ModuleType, source: ModuleSource) -> Completion<ModuleId> {
    let mark = vm.kept_mark();
    let source = match source {
        ModuleSource::Bytes(bytes) if module_type != ModuleType::Bytes => {
            vm.work((bytes.len() / BYTES_PER_TICK as usize) as u64)?;
            match String::from_utf8(bytes) {
                Ok(text) => ModuleSource::Text(text),
                Err(_) => return vm.type_error(messages::not_text_of_module(&name)),
            }
        }
        source => source,
    };
    let module = match (module_type, source) {
        (ModuleType::Source, ModuleSource::Text(text)) => parse_module(vm, &name, text)?,
        (ModuleType::Source, ModuleSource::Unit(unit)) => module_of_unit(vm, &name, unit)?,
        (ModuleType::Bytes, ModuleSource::Bytes(bytes)) => bytes_module(vm, &name, bytes)?,
        (ModuleType::Bytes, ModuleSource::Text(text)) => bytes_module(vm, &name, text.into_bytes())?,
        (ModuleType::Source | ModuleType::Json | ModuleType::Text, ModuleSource::Bytes(_))
        | (ModuleType::Json | ModuleType::Text | ModuleType::Bytes, ModuleSource::Unit(_)) => {
            return vm.type_error(messages::no_text_of_module(&name));
        }
        (ModuleType::Json, ModuleSource::Text(text)) => {
            vm.heap.lend(text.len())?;
            let value = parse_json(vm, &text)?;
            synthetic_module(vm, &name, &[(keys::DEFAULT, value)])?
        }
        (ModuleType::Text, ModuleSource::Text(text)) => {
            vm.heap.lend(text.len())?;
            vm.heap.room(text.len().saturating_mul(2))?;
            let value = Value::string(vm.heap.new_string(&text));
            synthetic_module(vm, &name, &[(keys::DEFAULT, value)])?
        }
    };
    add_module(vm, name, module_type, module, mark)
}

/// CreateBytesModule, of the proposal Import Bytes: its default export is a Uint8Array over an immutable buffer.
fn bytes_module(vm: &mut Vm, name: &Arc<str>, bytes: Vec<u8>) -> Completion<Module> {
    let length = bytes.len();
    let object = buffer::new_immutable_buffer(vm, bytes)?;
    vm.keep(Value::object(object));
    let Some(buffer) = buffers::buffer_of(&vm.heap, object) else { return vm.type_error(messages::VIEW_OUT_OF_BOUNDS) };
    let prototype = realm::intrinsics(vm).typed_array_prototypes[ElementType::Uint8 as usize];
    let view = View::new(ElementType::Uint8, buffer, 0, Some(length));
    let array = Value::object(typed_array::new_typed_array(vm, Some(prototype), view));
    vm.keep(array);
    synthetic_module(vm, name, &[(keys::DEFAULT, array)])
}

/// Makes a host module, which imports find by its name before a loader is asked. Its exports keep their present values.
pub fn new_host_module(vm: &mut Vm, name: &str, exports: &[(PropertyKey, Value)]) -> Completion<ModuleId> {
    let mark = vm.kept_mark();
    let name = Arc::from(name);
    let module = synthetic_module(vm, &name, exports)?;
    add_module(vm, name, ModuleType::Source, module, mark)
}

pub(super) fn host_module(vm: &Vm, specifier: &str) -> Option<ModuleId> {
    let known = known_module(vm, &Arc::from(specifier), ModuleType::Source)?;
    matches!(vm.agent.modules[known].body, Body::Synthetic).then_some(known)
}

/// Enters a module into the realm's table, charged. It keeps its values from here on, so those kept since `mark` are
/// released.
pub(super) fn add_module(
    vm: &mut Vm,
    name: Arc<str>,
    module_type: ModuleType,
    module: Module,
    mark: usize,
) -> Completion<ModuleId> {
    ferrotape_budget::make_room(&mut vm.agent.modules.list, 1, |bytes| vm.heap.take(bytes))?;
    vm.heap.take(module.bytes())?;
    let id = ModuleId(vm.agent.modules.list.len() as u32);
    if let Body::Source { unit, .. } = &module.body {
        unit.referrer.get_or_init(|| Referrer { name: Arc::clone(&name), module: Some(id) });
    }
    vm.agent.modules.list.push(module);
    vm.agent.modules.by_name.insert(ModuleKey { realm: vm.realm.id, name, module_type }, id);
    vm.release_kept(mark);
    Ok(id)
}

/// ParseJSONModule, ECMA-262 16.2.1.8.3, by the original built-in of the realm.
pub fn parse_json(vm: &mut Vm, text: &str) -> Completion<Value> {
    vm.heap.room(text.len().saturating_mul(2))?;
    let text = Value::string(vm.heap.new_string(text));
    let parse = Value::object(realm::made(vm, "JSON", |intrinsics| intrinsics.json_parse));
    vm.keeping([text], |vm| vm.call(parse, Value::UNDEFINED, &[text]))
}

/// CreateSyntheticModule, ECMA-262 16.2.1.8.1, with the values that it exports.
pub(super) fn synthetic_module(vm: &mut Vm, name: &Arc<str>, values: &[(PropertyKey, Value)]) -> Completion<Module> {
    vm.heap.room(values.len().saturating_mul(2 * size_of::<(PropertyKey, Export)>()))?;
    let (mut names, mut forms, mut first) = (Vec::new(), Vec::new(), Vec::new());
    let mut exports = Exports::default();
    for &(key, value) in values {
        vm.work(2)?;
        vm.keep(value);
        vm.keep_key(key);
        exports.named.insert(key, Export::Local(names.len() as u32));
        names.push(key);
        forms.push(ferrotape_bytecode::BindingForm::Const);
        first.push(value);
    }
    let record = new_environment(vm, Scope::of_module(names, forms), &first)?;
    Ok(unlinked(vm, Arc::clone(name), Body::Synthetic, record, exports))
}

fn parse_module(vm: &mut Vm, name: &Arc<str>, text: String) -> Completion<Module> {
    let unit = Arc::new(eval::compile_text(vm, name, text, Goal::Module)?);
    module_of_unit(vm, name, unit)
}

fn module_of_unit(vm: &mut Vm, name: &Arc<str>, unit: Arc<ferrotape_bytecode::Unit>) -> Completion<Module> {
    let loaded = eval::loaded_unit(vm, unit)?;
    module_of_set(vm, name, CodeSet::new(loaded))
}

/// Makes an unlinked module of compiled code: its environment, its function, and its own exports. Imports are not
/// resolved yet.
pub(super) fn module_of_set(vm: &mut Vm, name: &Arc<str>, set: Arc<CodeSet>) -> Completion<Module> {
    // The closure keeps the unit's strings alive from here on.
    let code = set.code(&mut vm.heap, 0);
    let unit = Arc::clone(&set.unit);
    let Some(template) = unit.unit.module.as_deref() else { return vm.syntax_error(messages::NO_MODULE) };
    let (mut names, mut forms) = (Vec::new(), Vec::new());
    vm.heap.room(template.bindings.len().saturating_mul(2 * size_of::<Value>()))?;
    for variable in &template.bindings {
        vm.work(1)?;
        names.push(vm.heap.key_of_string(unit.strings[variable.name.0 as usize])?);
        forms.push(variable.form);
    }
    let scope = Scope::of_module(names, forms);
    let values: Vec<Value> = scope.first_values().collect();
    let record = new_environment(vm, scope, &values)?;
    let function = function::new_closure(vm, code, Some(record));
    vm.keep(Value::object(function));
    let exports = exports_of(vm, &unit, template)?;
    Ok(unlinked(vm, Arc::clone(name), Body::Source { unit, function }, record, exports))
}

fn new_environment(vm: &mut Vm, scope: Scope, values: &[Value]) -> Completion<RecordId> {
    let scope = vm.heap.new_scope(scope);
    let kind = RecordKind::closed(scope, values.len(), values.iter().copied());
    let record = vm.heap.new_record(Record { parent: None, kind });
    vm.keep(Value::record(record));
    Ok(record)
}

/// Sorts the exports of a template by kind: those with a name, and the requests of `export *`.
fn exports_of(vm: &mut Vm, unit: &LoadedUnit, template: &ModuleTemplate) -> Completion<Exports> {
    let mut exports = Exports::default();
    vm.heap.room(template.exports.len().saturating_mul(2 * size_of::<(PropertyKey, Export)>()))?;
    for &ExportEntry { name, what, at } in &template.exports {
        vm.work(2)?;
        let mut key = |text: TextId| vm.heap.key_of_string(unit.strings[text.0 as usize]);
        let export = match (what, name) {
            (Exported::Local(binding), _) => Export::Local(binding),
            (Exported::Indirect { request, import }, _) => Export::Indirect { request, import: key(import)?, at },
            (Exported::All { request }, Some(_)) => Export::Namespace { request },
            (Exported::All { request }, None) => {
                exports.stars.push(request);
                continue;
            }
        };
        if let Some(name) = name {
            exports.named.insert(key(name)?, export);
        }
    }
    Ok(exports)
}

/// Makes a module in the state before linking, of the current realm, with no requested modules yet.
fn unlinked(vm: &Vm, name: Arc<str>, body: Body, record: RecordId, exports: Exports) -> Module {
    Module {
        name,
        realm: vm.realm.id,
        body,
        record,
        exports,
        requested: Vec::new(),
        is_complete: false,
        namespace: None,
        deferred_namespace: None,
        meta: None,
        status: Status::Unlinked,
        error: None,
        dfs_index: 0,
        dfs_ancestor: 0,
        cycle_root: None,
        async_order: None,
        top_level: None,
        async_parents: Vec::new(),
        pending_dependencies: 0,
    }
}

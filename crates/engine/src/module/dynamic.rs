//! `import()` and `import.meta` (ECMA-262 13.3.10, 13.3.12).

use super::{ImportRequest, ModuleId, ModuleSource, ModuleType, Referrer};
use crate::error::{Completion, Throw};
use crate::function::{Call, Captured, NativeFunction, method};
use crate::heap::{ObjectId, StringId};
use crate::messages;
use crate::names::keys;
use crate::object::{Kind, ObjectKind};
use crate::promise::Capability;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

pub(super) static CLOSURES: &[&NativeFunction] = &[&LINK_AND_EVALUATE, &RESOLVE, &REJECT];

static LINK_AND_EVALUATE: NativeFunction =
    method("", 1, link_and_evaluate).capturing([Captured::LoadedModule, Captured::Promise, Captured::Nothing]);

const OF_LINKED: [Captured; 3] = [Captured::Module, Captured::Promise, Captured::Nothing];

static RESOLVE: NativeFunction = method("", 1, resolve).capturing(OF_LINKED);
static REJECT: NativeFunction = method("", 1, reject).capturing(OF_LINKED);

/// The module that is evaluated when a job with this handler runs, linked or not.
pub(super) fn imported_by(vm: &Vm, handler: Value) -> Option<ModuleId> {
    let function = handler.as_object()?;
    match vm.heap.kind(function) {
        Kind::Native { function: native, .. } if std::ptr::eq(vm.native(native), &raw const LINK_AND_EVALUATE) => {
            Some(ModuleId::of_value(vm.heap.captured(function, 0)))
        }
        _ => None,
    }
}

/// linkAndEvaluateClosure, ECMA-262 13.3.10.3 step 6. What is captured, here and below: the module and the promise.
fn link_and_evaluate(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (module, promise) = captured(vm, call);
    let evaluated = vm.link_module(module).and_then(|()| vm.evaluate_module(module));
    match evaluated {
        Ok(evaluated) => {
            let captured = [module.to_value(), Value::object(promise), Value::UNDEFINED];
            let on_fulfilled = Value::object(vm.new_native_closure(&RESOLVE, captured));
            vm.keep(on_fulfilled);
            let on_rejected = Value::object(vm.new_native_closure(&REJECT, captured));
            vm.perform_promise_then(evaluated, on_fulfilled, on_rejected, Capability::None)?;
        }
        Err(Throw::Exception(error)) => vm.keeping([error], |vm| vm.reject_promise(promise, error))?,
        Err(thrown) => return Err(thrown),
    }
    Ok(Value::UNDEFINED)
}

fn resolve(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (module, promise) = captured(vm, call);
    let namespace = Value::object(vm.module_namespace(module)?);
    vm.resolve_promise(promise, namespace)?;
    Ok(Value::UNDEFINED)
}

fn reject(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, promise) = captured(vm, call);
    let error = call.argument(vm, 0);
    vm.reject_promise(promise, error)?;
    Ok(Value::UNDEFINED)
}

fn captured(vm: &Vm, call: Call) -> (ModuleId, ObjectId) {
    let module = ModuleId::of_value(vm.heap.captured(call.callee, 0));
    // The promise of a closure that is called is there.
    (module, vm.heap.captured(call.callee, 1).as_object().unwrap_or(call.callee))
}

impl Vm {
    /// What the running code is part of: GetActiveScriptOrModule, ECMA-262 9.4.1.
    pub(crate) fn referrer(&self) -> Referrer {
        let unit = &self.running_code().unit;
        match unit.referrer.get() {
            Some(referrer) => referrer.clone(),
            None => Referrer { name: unit.unit.source.name().into(), module: None },
        }
    }

    /// `import.meta`, ECMA-262 13.3.12.1.1: an object with what the loader says of the module, or else its name as `url`.
    pub(crate) fn import_meta(&mut self) -> Completion<Value> {
        let Referrer { name, module: Some(module) } = self.referrer() else { return Ok(Value::UNDEFINED) };
        if let Some(meta) = self.modules[module].meta {
            return Ok(Value::object(meta));
        }
        let said = self.with_loader(&name, |loader, _| Ok(loader.meta(&name)))?;
        let properties = said.unwrap_or_else(|_| vec![("url".to_owned(), name.to_string())]);
        let bytes = properties.iter().map(|(key, text)| key.len() + text.len()).sum::<usize>();
        self.heap.require_room(bytes.saturating_mul(2))?;
        let meta = self.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
        self.modules[module].meta = Some(meta);
        for (key, text) in properties {
            let (key, text) = (self.heap.key(&key), Value::string(self.heap.new_string(&text)));
            self.heap.store_property(meta, key, text, Attributes::ALL)?;
        }
        Ok(Value::object(meta))
    }

    /// EvaluateImportCall, ECMA-262 13.3.10.2: all that goes wrong rejects the promise.
    pub(crate) fn import_call(&mut self, specifier: Value, options: Value) -> Completion<Value> {
        let mark = self.kept_mark();
        let promise = self.new_promise(None);
        self.keep(Value::object(promise));
        let begun = match self.begin_import(specifier, options, promise) {
            Ok(()) => Ok(()),
            Err(Throw::Exception(error)) => self.keeping([error], |vm| vm.reject_promise(promise, error)),
            Err(thrown) => Err(thrown),
        };
        self.release_kept(mark);
        begun.map(|()| Value::object(promise))
    }

    /// The same for a module that the host gives, by its name: a promise of its namespace.
    pub fn import_module(&mut self, name: &str, source: impl Into<ModuleSource>) -> Completion<ObjectId> {
        let mark = self.kept_mark();
        let promise = self.new_promise(None);
        self.keep(Value::object(promise));
        let begun = self.load_module(name, source).and_then(|module| self.continue_import(module, promise));
        self.release_kept(mark);
        begun.map(|()| promise)
    }

    fn begin_import(&mut self, specifier: Value, options: Value, promise: ObjectId) -> Completion<()> {
        let referrer = self.referrer();
        let specifier = self.to_string(specifier)?;
        self.keep(Value::string(specifier));
        let module_type = self.import_options(options)?;
        if let Some(importer) = self.modules.importer {
            let length = self.heap.string_length(specifier);
            self.tick(length as u64)?;
            let flat = self.heap.flatten(specifier)?;
            let bytes = self.heap.max_utf8_length(flat)?;
            self.heap.require_room(bytes.saturating_mul(8))?;
            let specifier = self.heap.copied_text(flat, bytes)?;
            return importer(self, ImportRequest { referrer: referrer.name, specifier, module_type, promise });
        }
        let module = self.load_imported(&referrer.name, specifier, module_type)?;
        self.continue_import(module, promise)
    }

    /// Steps 10 and 11: the attributes.
    fn import_options(&mut self, options: Value) -> Completion<ModuleType> {
        if options.is_undefined() {
            return Ok(ModuleType::Source);
        }
        let Some(options) = options.as_object() else { return self.type_error(messages::IMPORT_OPTIONS) };
        let attributes = self.get(options, keys::WITH)?;
        if attributes.is_undefined() {
            return Ok(ModuleType::Source);
        }
        let Some(attributes) = attributes.as_object() else { return self.type_error(messages::IMPORT_ATTRIBUTES) };
        self.keep(Value::object(attributes));
        let keys = self.own_property_keys(attributes)?;
        keys.iter().for_each(|&key| self.keep_key(key));
        let mut entries: Vec<(StringId, Value)> = Vec::new();
        for key in keys {
            self.tick(1)?;
            if key.as_symbol().is_none()
                && self.get_own_property(attributes, key)?.is_some_and(|property| property.enumerable == Some(true))
            {
                let value = self.get(attributes, key)?;
                self.keep(value);
                let Some(key) = self.heap.value_of_key(key).as_string() else { continue };
                self.keep(Value::string(key));
                entries.push((key, value));
            }
        }
        let mut module_type = ModuleType::Source;
        for &(_, value) in &entries {
            if value.as_string().is_none() {
                return self.type_error(messages::IMPORT_ATTRIBUTE_VALUE);
            }
        }
        for (key, value) in entries {
            let Some(value) = value.as_string() else { continue };
            module_type = match self.attribute(key, value) {
                Ok(module_type) => module_type,
                Err(message) => return self.type_error(&message),
            };
        }
        Ok(module_type)
    }

    /// ContinueDynamicImport, ECMA-262 13.3.10.3: the module is there, with all that it asks for.
    pub(super) fn continue_import(&mut self, module: ModuleId, promise: ObjectId) -> Completion<()> {
        let loaded = self.new_promise(None);
        self.keep(Value::object(loaded));
        self.resolve_promise(loaded, Value::UNDEFINED)?;
        let captured = [module.to_value(), Value::object(promise), Value::UNDEFINED];
        let on_fulfilled = Value::object(self.new_native_closure(&LINK_AND_EVALUATE, captured));
        self.keep(on_fulfilled);
        self.perform_promise_then(loaded, on_fulfilled, Value::UNDEFINED, Capability::None)
    }
}

//! Objects of the embedder: seen by whatever walks prototypes, and by the collector.

mod chains;

use std::sync::Arc;

use ferrotape_compiler::Backend;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::error_report;
use ferrotape_runtime::function;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object;
use ferrotape_runtime::object::descriptor::PropertyDescriptor;
use ferrotape_runtime::object::host::{AskedKeys, Hooked, HostClass, HostClassId, HostData, InternalMethods};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Options, Vm};
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// Both machines, as they are and collecting at every safepoint.
fn all_options() -> impl Iterator<Item = Options> {
    BACKENDS.into_iter().flat_map(|backend| {
        [false, true].map(|stress_collection| Options { backend, stress_collection, ..Options::default() })
    })
}

fn new_vm(options: Options) -> Vm {
    Vm::new(options, ferrotape_builtins::PARTS, crate::MACHINES).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"))
}

fn define(vm: &mut Vm, name: &str, value: Value) {
    let (global, key) = (vm.realm.global, vm.heap.key(name));
    object::set(vm, global, key, value, true).expect("a global");
}

/// The value of a script, as text.
fn run(vm: &mut Vm, source: &str) -> String {
    let options = ParseOptions::new(Goal::Script, vm.native_stack());
    let text = Arc::new(SourceText::new("test.js", source));
    let unit = ferrotape_compiler::compile_source(text, &options, vm.options.backend, &mut vm.heap.budget)
        .unwrap_or_else(|error| panic!("{error}"));
    let result = eval::run_script(vm, unit).and_then(|value| convert::to_string(vm, value));
    match result {
        Ok(string) => {
            let flat = vm.heap.flatten(string).expect("a short string");
            vm.heap.view(flat).to_string_lossy()
        }
        Err(Throw::Exception(value)) => panic!("{}", error_report::describe_exception(vm, value)),
        Err(thrown) => panic!("{thrown:?}"),
    }
}

/// Names and values in Rust: what the methods of [`Table`] go by.
#[derive(Default)]
struct Entries(Vec<(String, i32)>);

impl HostData for Entries {}

/// An object that has the properties of its [`Entries`] and those of an ordinary object besides. `fixed` cannot be assigned to.
struct Table;

impl Table {
    fn name(vm: &mut Vm, key: PropertyKey) -> Option<String> {
        if key.as_symbol().is_some() {
            return None;
        }
        Some(vm.heap.describe_key(key))
    }

    fn place(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Option<(usize, i32)> {
        let name = Table::name(vm, key)?;
        let entries = &hosts::host_data::<Entries>(&vm.heap, object)?.0;
        let place = entries.iter().position(|entry| entry.0 == name)?;
        Some((place, entries[place].1))
    }
}

impl InternalMethods for Table {
    fn get_own_property(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
    ) -> Completion<Hooked<Option<PropertyDescriptor>>> {
        // What a method of the embedder may do to those who hold things meanwhile.
        vm.collect_garbage();
        let Some((_, value)) = Table::place(vm, object, key) else { return Ok(Hooked::Ordinary) };
        Ok(Hooked::Answer(Some(PropertyDescriptor::data(Value::int(value), Attributes::ALL))))
    }

    fn define_own_property(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<Hooked<bool>> {
        vm.collect_garbage();
        let (Some(name), Some(number)) = (Table::name(vm, key), descriptor.value.and_then(Value::as_int)) else {
            return Ok(Hooked::Ordinary);
        };
        if name == "fixed" {
            return Ok(Hooked::Answer(false));
        }
        let known = Table::place(vm, object, key);
        hosts::change_host_data(&mut vm.heap, object, |entries: &mut Entries| match known {
            Some((place, _)) => entries.0[place].1 = number,
            None => entries.0.push((name, number)),
        });
        Ok(Hooked::Answer(true))
    }

    fn delete(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Hooked<bool>> {
        vm.collect_garbage();
        let Some((place, _)) = Table::place(vm, object, key) else { return Ok(Hooked::Ordinary) };
        hosts::change_host_data(&mut vm.heap, object, |entries: &mut Entries| entries.0.remove(place));
        Ok(Hooked::Answer(true))
    }

    fn own_property_keys(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<Vec<PropertyKey>>> {
        vm.collect_garbage();
        let mut keys = Vec::new();
        let names: Vec<String> = hosts::host_data::<Entries>(&vm.heap, object)
            .into_iter()
            .flat_map(|entries| &entries.0)
            .map(|e| e.0.clone())
            .collect();
        for name in names {
            keys.push(vm.heap.key(&name));
        }
        // What it has as an ordinary object besides.
        keys.extend(object::ordinary_own_property_keys(vm, object)?);
        Ok(Hooked::Answer(keys))
    }
}

fn register_table(vm: &mut Vm, asked: AskedKeys) -> HostClassId {
    object::register_host_class(vm, HostClass { name: "Table", methods: Some(Arc::new(Table)), asked })
}

/// A machine with the function `table(prototype, entries)`.
fn vm_with_tables(options: Options, asked: AskedKeys) -> Vm {
    let mut vm = new_vm(options);
    let class = register_table(&mut vm, asked);
    let new_host_object = Arc::new(move |vm: &mut Vm, call: ferrotape_runtime::Call| {
        let prototype = call.argument(vm, 0).as_object();
        let mut entries = Entries::default();
        if let Some(object) = call.argument(vm, 1).as_object() {
            for key in object::own_property_keys(vm, object)? {
                let value = object::get(vm, object, key)?;
                entries.0.push((vm.heap.describe_key(key), value.as_int().unwrap_or(0)));
            }
        }
        Ok(Value::object(object::new_host_object(vm, class, prototype, Box::new(entries))?))
    });
    let table = function::new_host_function(&mut vm, "table", 2, new_host_object);
    define(&mut vm, "table", Value::object(table));
    vm
}

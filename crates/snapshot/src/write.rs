//! Writing: an engine as bytes.
//!
//! ```text
//! kinds   what objects are      slots   what they refer to besides properties      weak   what is referred to weakly
//! cells   code, texts, buffers
//! hosts   what the host has installed, and the Rust values of its classes
//! promises   with what waits for them, and jobs    generators   who drives them    frames   what waits in them
//! waiters    promises of Atomics.waitAsync
//! modules    what is needed to link them, and how far they have come
//! ```

mod cells;
mod enumerations;
mod execution;
mod frames;
mod generators;
mod hosts;
mod kinds;
mod modules;
mod programs;
mod promises;
mod remembered;
mod slots;
mod states;
mod waiters;
mod weak;

use ferrotape_runtime::function::Native;
use std::sync::Arc;

use ferrotape_budget::Termination;
use ferrotape_bytecode::{Saved, Unit, Writer};
use rustc_hash::FxHashMap;

use super::code_states::CodeStates;
use super::{Done, FORMAT, JOB, MAGIC, MODULE, ROOT, SnapshotError, VERSION, says_what_it_captures};
use crate::built_ins::BuiltIns;
use ferrotape_runtime::bigints;
use ferrotape_runtime::buffer::waiting::WaiterLeft;
use ferrotape_runtime::code::LoadedUnit;
use ferrotape_runtime::environment::{self, RecordKind};
use ferrotape_runtime::function::{self, NativeFunction};
use ferrotape_runtime::handles;
use ferrotape_runtime::heap::{BigIntId, BufferId, CodeId, ObjectId, PatternId, RealmId, RecordId, StringId, SymbolId};
use ferrotape_runtime::host_part::{self, HostValue, InstalledClass};
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::program;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::string;
use ferrotape_runtime::symbol::{self, SymbolKind};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Approximate bytes of numbers for each cell.
const BYTES_PER_NUMBER: usize = 64;

/// Bytes allowed for built-ins and their numbers, which are more than small limits.
const ALLOWANCE: usize = 1 << 20;

/// Cells that a small engine has of most kinds.
const ROOM_FOR_NUMBERS: usize = 56;

/// Bytes of a part of a small engine.
const ROOM_FOR_PART: usize = 512;

/// Numbers of cells, given in the order of their discovery.
struct Numbers<K> {
    of: FxHashMap<K, usize>,
    all: Vec<K>,
}

impl<K: Copy + Eq + std::hash::Hash> Numbers<K> {
    fn new() -> Self {
        Numbers { of: FxHashMap::default(), all: Vec::new() }
    }

    /// Room for what a small engine has of them.
    fn with_room() -> Self {
        let of = FxHashMap::with_capacity_and_hasher(ROOM_FOR_NUMBERS, Default::default());
        Numbers { of, all: Vec::with_capacity(ROOM_FOR_NUMBERS) }
    }

    fn number(&mut self, key: K) -> u64 {
        let all = &mut self.all;
        *self.of.entry(key).or_insert_with(|| {
            all.push(key);
            all.len() - 1
        }) as u64
    }
}

/// A key of weak collections: an object or a symbol.
type WeakKey = (Option<ObjectId>, Option<SymbolId>);

/// An engine that is being written.
struct Writing<'vm> {
    vm: &'vm mut Vm,
    strings: Numbers<StringId>,
    symbols: Numbers<SymbolId>,
    bigints: Numbers<BigIntId>,
    records: Numbers<RecordId>,
    objects: Numbers<ObjectId>,
    /// Units by number; the same code can be in several realms.
    units: Numbers<(*const Unit, RealmId)>,
    /// Patterns of regular expressions by number.
    patterns: Numbers<PatternId>,
    /// Existing realms, numbered by their places, with the parts of the built-ins that are made of each.
    realms: Vec<(RealmId, u64)>,
    /// Classes of the host, numbered by their places.
    classes: Vec<InstalledClass>,
    /// First function found for each realm and name: its code, and whether its place is known.
    host_functions: FxHashMap<(RealmId, String), (usize, bool)>,
    modules: modules::Modules,
    module_states: Writer,
    loaded_units: Vec<Arc<LoadedUnit>>,
    /// True if some variable has no value.
    lacks_values: bool,
    buffers: Numbers<BufferId>,
    /// Entries of weak collections by their keys, if nothing has led to the key yet.
    weak_entries_by_key: FxHashMap<WeakKey, Vec<(ObjectId, Value)>>,
    weak_entries: Writer,
    weak_entry_count: u64,
    weak_refs: Vec<ObjectId>,
    /// Registrations for cleanup: target, held value and token.
    registered: Vec<(ObjectId, [Value; 3])>,
    /// Origin of each object's discovery, for messages.
    ways: Vec<(usize, PropertyKey)>,
    current: usize,
    current_key: PropertyKey,
    /// Numbers of built-in functions that are not where they are in a new engine, by their code.
    displaced: FxHashMap<(u64, *const NativeFunction), Vec<usize>>,
    /// Displaced functions that have been found, whose states are not written yet.
    found: Vec<usize>,
    built_in_states: Writer,
    /// Data of host objects.
    host_states: Writer,
    kinds: Writer,
    record_kinds: Writer,
    record_values: Writer,
    states: Writer,
    /// Jobs.
    waiting: Writer,
    /// Promises of `Atomics.waitAsync`, each as it is referred to.
    waiters: Vec<(Vec<u8>, WaiterLeft)>,
    /// The frames of an execution.
    paused: Writer,
    templates: Writer,
    remembered: Writer,
    code_states: CodeStates,
}

/// Writes everything that scripts have made, for [`ferrotape_runtime::restore`]. Nothing may be running, but an
/// execution may have paused.
pub fn snapshot(vm: &mut Vm) -> Done<Vec<u8>> {
    snapshot_with(vm, HostValue::default())
}

/// Writes everything that scripts have created, and values of the host, which [`crate::restore_with`] returns. The
/// host keeps its values alive.
pub fn snapshot_with(vm: &mut Vm, held: HostValue) -> Done<Vec<u8>> {
    handles::release_dropped_handles(vm);
    // The realm of a paused execution may be another one.
    let before = vm.realm;
    crate::enter_first_realm(vm);
    program::note_spent(vm);
    // The script goes on as if nobody had written it down.
    let aside = vm.heap.budget.begin_aside();
    let written = written(vm, held);
    vm.heap.budget.end_aside(aside);
    vm.realm = before;
    written
}

/// Writes the engine, whose first realm is current. The places of the host's functions are found first, if that is still due.
fn written(vm: &mut Vm, held: HostValue) -> Done<Vec<u8>> {
    function::end_definitions(vm, false)?;
    if vm.heap.all_realms().len() > 1 {
        // Garbage is left out.
        vm.collect_garbage();
    }
    if vm.agent.events.is_some() && host_part::host_part_of_events(vm).is_none() {
        return Err(unwritable("events of the host"));
    }
    let realms = vm.heap.all_realms();
    if realms.iter().any(|&realm| vm.heap.realm(realm).scope != vm.heap.realm(realm).global) {
        return Err(unwritable("a realm whose variables are properties of another object than its global object"));
    }
    let realms: Vec<_> = realms.into_iter().map(|realm| (realm, vm.heap.realm(realm).parts_made)).collect();
    let classes = hosts::classes_of(vm)?;
    let built_ins = BuiltIns::of(vm, &realms, &classes)?;
    Writing::new(vm, realms, classes).write(built_ins, held)
}

/// Writes behind bytes.
fn writing_to(bytes: &mut Vec<u8>, write: impl FnOnce(&mut Writer)) {
    let mut to = Writer { bytes: std::mem::take(bytes) };
    write(&mut to);
    *bytes = to.bytes;
}

/// An empty part that does not grow in small steps.
fn part() -> Writer {
    Writer { bytes: Vec::with_capacity(ROOM_FOR_PART) }
}

fn unwritable(what: &str) -> SnapshotError {
    SnapshotError::Unwritable(what.to_owned())
}

impl<'vm> Writing<'vm> {
    /// Begins to write an engine.
    fn new(vm: &'vm mut Vm, realms: Vec<(RealmId, u64)>, classes: Vec<InstalledClass>) -> Self {
        Writing {
            vm,
            realms,
            classes,
            strings: Numbers::with_room(),
            symbols: Numbers::new(),
            bigints: Numbers::new(),
            records: Numbers::new(),
            objects: Numbers::new(),
            units: Numbers::new(),
            patterns: Numbers::new(),
            host_functions: FxHashMap::default(),
            modules: modules::Modules::default(),
            module_states: Writer::default(),
            loaded_units: Vec::new(),
            lacks_values: false,
            buffers: Numbers::new(),
            weak_entries_by_key: FxHashMap::default(),
            weak_entries: Writer::default(),
            weak_entry_count: 0,
            weak_refs: Vec::new(),
            registered: Vec::new(),
            ways: Vec::new(),
            current: 0,
            current_key: PropertyKey::NONE,
            displaced: FxHashMap::default(),
            found: Vec::new(),
            built_in_states: part(),
            host_states: Writer::default(),
            kinds: part(),
            record_kinds: part(),
            record_values: part(),
            states: part(),
            waiting: part(),
            waiters: Vec::new(),
            paused: part(),
            templates: Writer::default(),
            remembered: Writer::default(),
            code_states: CodeStates::default(),
        }
    }

    /// Writes everything. Returns the bytes.
    fn write(mut self, mut built_ins: BuiltIns, held: HostValue) -> Done<Vec<u8>> {
        let count = built_ins.objects.len();
        self.number_built_ins(&mut built_ins);
        let BuiltIns { original, objects, kept, .. } = built_ins;
        self.find_modules()?;
        let mut modules = self.write_modules()?;
        self.write_module_states()?;
        let has_host_parts = !self.vm.host.host_parts.is_empty();
        for (number, (object, kept)) in objects.into_iter().zip(kept).enumerate() {
            let Some(object) = object else { continue };
            let is_of_class = self.class_of(object).is_some();
            if is_of_class {
                self.built_in_state(number, object, 0)?;
            } else if !kept.is_whole {
                self.built_in_state(number, object, kept.properties)?;
            }
            if has_host_parts && matches!(self.vm.heap.kind(object), Kind::HostObject(_)) && !is_of_class {
                self.host_state(number, object)?;
            }
        }
        self.jobs()?;
        self.calls()?;
        self.held(held)?;
        self.find_waiters()?;
        self.execution()?;
        self.write_remembered()?;
        let (mut object, mut record, mut symbol, mut unit) = (count, 0, 0, 0);
        loop {
            self.check_size(0)?;
            if let Some(&next) = self.records.all.get(record) {
                self.record_values_of(next)?;
                record += 1;
            } else if let Some(&next) = self.objects.all.get(object) {
                self.kind(object, next)?;
                self.state(object, next, 0)?;
                self.entries_of_key(Value::object(next))?;
                object += 1;
            } else if let Some(&next) = self.symbols.all.get(symbol) {
                self.entries_of_key(Value::symbol(next))?;
                symbol += 1;
            } else if let Some((number, object)) = self.next_found() {
                self.built_in_state(number, object, 0)?;
                self.entries_of_key(Value::object(object))?;
            } else if unit < self.loaded_units.len() {
                self.templates_of_unit(unit)?;
                unit += 1;
            } else {
                break;
            }
        }
        for unit in 0..self.loaded_units.len() {
            self.patterns_of_unit(unit)?;
        }
        self.built_in_states.number(0);
        self.host_states.number(0);
        self.templates.number(0);
        let written = self.finish(&original.counts, &mut modules);
        original.keep();
        written
    }

    /// Gives the built-in objects their numbers, and finds functions that are not where they are in a new engine.
    fn number_built_ins(&mut self, built_ins: &mut BuiltIns) {
        let BuiltIns { original, objects, numbers, .. } = built_ins;
        for (number, (&bare, object)) in original.objects.iter().zip(&*objects).enumerate() {
            if let (None, Kind::Native(Native { function, realm })) = (object, original.vm.heap.kind(bare)) {
                let realm = original.realms.iter().position(|&known| known == realm).unwrap_or(0);
                let same = (realm as u64, &raw const *function::native(&original.vm, function));
                self.displaced.entry(same).or_default().push(number);
            }
        }
        self.objects.of = std::mem::take(numbers);
        let nothing = self.vm.heap.nothing;
        self.objects.all = objects.iter().map(|object| object.unwrap_or(nothing)).collect();
        self.ways = vec![(ROOT, PropertyKey::NONE); objects.len()];
    }

    /// Checks the size of the output against the engine's limit, which counts for the bytes alone. So an engine that is
    /// nearly full can be written. One whose strings take much more in bytes than on the heap, where they share parts,
    /// takes at most as much again.
    fn check_size(&self, out: usize) -> Done<()> {
        let sections = [&self.kinds, &self.record_kinds, &self.record_values, &self.states, &self.built_in_states];
        let others = [&self.host_states, &self.module_states, &self.weak_entries, &self.waiting, &self.templates];
        let written: usize = sections.into_iter().chain(others).chain([&self.paused]).map(|to| to.bytes.len()).sum();
        let cells = self.strings.all.len() + self.objects.all.len() + self.records.all.len() + self.symbols.all.len();
        let most = self.vm.heap.budget.memory_limit().saturating_add(ALLOWANCE);
        match out.saturating_add(written).saturating_add(cells.saturating_mul(BYTES_PER_NUMBER)) > most {
            true => Err(Termination::OutOfMemory.into()),
            false => Ok(()),
        }
    }

    /// Joins the parts, whose numbers are known now.
    fn finish(mut self, built_ins: &[usize], modules: &mut Writer) -> Done<Vec<u8>> {
        let mut weak = self.write_weak()?;
        let mut symbols = Writer::default();
        symbols.number(self.symbols.all.len() as u64);
        for symbol in self.symbols.all.clone() {
            let kind = match symbol::symbol_kind(&self.vm.heap, symbol) {
                _ if ferrotape_runtime::symbol::is_fixed(symbol) => 3,
                SymbolKind::Unique => 0,
                SymbolKind::Registered => 1,
                SymbolKind::Private => 2,
            };
            symbols.byte(kind);
            match symbol::symbol_description(&self.vm.heap, symbol).as_string() {
                _ if kind == 3 => symbols.number(symbol.0.into()),
                Some(text) => {
                    let number = self.string(text)?;
                    symbols.number(number + 1);
                }
                None => symbols.number(0),
            }
        }
        let mut out = Writer { bytes: Vec::with_capacity(ROOM_FOR_PART + 2 * self.states.bytes.len()) };
        out.bytes.extend(MAGIC);
        out.number(FORMAT);
        out.text(VERSION.as_bytes());
        out.number(self.realms.len() as u64);
        self.realms.iter().for_each(|&(_, parts)| out.number(parts));
        self.host_parts(built_ins, &mut out);
        self.write_units(&mut out)?;
        self.write_strings(&mut out)?;
        out.bytes.append(&mut symbols.bytes);
        out.number(self.bigints.all.len() as u64);
        for &bigint in &self.bigints.all {
            out.text(&bigints::get(&self.vm.heap, bigint).to_signed_bytes_le());
        }
        out.bytes.append(&mut modules.bytes);
        out.number(self.records.all.len() as u64);
        out.bytes.append(&mut self.record_kinds.bytes);
        self.write_buffers(&mut out)?;
        let built_ins = built_ins.last().copied().unwrap_or(0);
        out.number((self.objects.all.len() - built_ins) as u64);
        let mut waiters = self.write_waiters();
        let waiting = [&mut weak, &mut self.waiting, &mut waiters, &mut self.templates, &mut self.remembered];
        let states = [&mut self.built_in_states, &mut self.host_states, &mut self.states].into_iter().chain(waiting);
        let states = states.chain([&mut self.paused]);
        for section in [&mut self.kinds, &mut self.record_values, &mut self.module_states].into_iter().chain(states) {
            out.bytes.append(&mut section.bytes);
        }
        Ok(out.bytes)
    }

    /// Reports something that cannot be written, with the way to it.
    fn cannot<T>(&self, what: &str) -> Done<T> {
        const MOST_STEPS: usize = 20;
        let mut steps = vec![self.step_text(self.current_key)];
        let mut at = self.current;
        while let Some(&(from, key)) = self.ways.get(at).filter(|_| steps.len() < MOST_STEPS) {
            steps.push(self.step_text(key));
            at = from;
        }
        steps.reverse();
        let way: String = steps.concat();
        let way = way.trim_start_matches('.');
        let place = match (way, at) {
            ("", MODULE) => ", in a module".to_owned(),
            (way, MODULE) => format!(", at {way} in a module"),
            ("", JOB) => ", in a job that has not run".to_owned(),
            ("", _) => String::new(),
            (way, JOB) => format!(", at {way} in a job that has not run"),
            (way, _) => format!(", at {way}"),
        };
        Err(SnapshotError::Unwritable(format!("{what}{place}")))
    }

    fn step_text(&self, key: PropertyKey) -> String {
        if key == PropertyKey::NONE { String::new() } else { self.vm.heap.step_by(key).to_string() }
    }

    fn next_found(&mut self) -> Option<(usize, ObjectId)> {
        let number = self.found.pop()?;
        Some((number, *self.objects.all.get(number)?))
    }

    /// Writes a changed built-in object: its number, how many of its first properties are as in a new engine, an array's length,
    /// and its state without those.
    fn built_in_state(&mut self, number: usize, object: ObjectId, kept: u32) -> Done<()> {
        self.built_in_states.number(number as u64 + 1);
        self.built_in_states.number(kept.into());
        if let Some(length) = self.vm.heap.length_of_array(object) {
            self.built_in_states.number(length.into());
        }
        let before = std::mem::take(&mut self.states);
        self.state(number, object, kept)?;
        let mut state = std::mem::replace(&mut self.states, before);
        self.built_in_states.bytes.append(&mut state.bytes);
        Ok(())
    }

    /// Gives a displaced built-in function, found for the first time, the number of one with the same code.
    fn find_displaced(&mut self, object: ObjectId) {
        let Kind::Native(Native { function, realm }) = self.vm.heap.kind(object) else { return };
        let is_ours = |value: &Value| value.as_object().is_none_or(|object| self.objects.of.contains_key(&object));
        if says_what_it_captures(function::native(self.vm, function))
            || !self.vm.heap.all_captured(object).iter().all(is_ours)
            || self.objects.of.contains_key(&object)
        {
            return;
        }
        let same = (self.realm_number(realm), &raw const *function::native(self.vm, function));
        let numbers = self.displaced.get_mut(&same);
        if let Some(number) = numbers.and_then(Vec::pop)
            && let Some(place) = self.objects.all.get_mut(number)
        {
            *place = object;
            self.objects.of.insert(object, number);
            self.found.push(number);
        }
    }

    fn object(&mut self, object: ObjectId) -> u64 {
        self.find_displaced(object);
        let number = self.objects.number(object);
        if self.ways.len() < self.objects.all.len() {
            self.ways.push((self.current, self.current_key));
        }
        number
    }

    /// The number of a string. Strings that it shares units with are numbered first.
    fn string(&mut self, string: StringId) -> Done<u64> {
        if let Some(&number) = self.strings.of.get(&string) {
            self.vm.heap.work(1)?;
            return Ok(number as u64);
        }
        let on_loan = self.vm.heap.on_loan();
        let mut path = vec![string];
        while let Some(&next) = path.last() {
            self.vm.heap.work(1)?;
            let parts = string::layout_of_string(&self.vm.heap, next).parts();
            let open = parts.filter(|part| !self.strings.of.contains_key(part)).last();
            match open {
                Some(part) if !self.strings.of.contains_key(&next) => {
                    self.vm.heap.lend_room(&mut path, 1)?;
                    path.push(part);
                }
                _ => {
                    self.strings.number(next);
                    path.pop();
                }
            }
        }
        self.vm.heap.settle_loans(on_loan);
        Ok(self.strings.number(string))
    }

    /// Writes a value of the language. A cell gets a number at its first mention, and is written itself later.
    fn value(&mut self, value: Value, to: &mut Vec<u8>) -> Done<()> {
        let (tag, number) = if let Some(object) = value.as_object() {
            (7, self.object(object))
        } else if let Some(string) = value.as_string() {
            (8, self.string(string)?)
        } else if let Some(symbol) = value.as_symbol() {
            (9, self.symbols.number(symbol))
        } else if let Some(bigint) = value.as_bigint() {
            (10, self.bigints.number(bigint))
        } else {
            return self.plain_value(value, to);
        };
        to.push(tag);
        self.number(number, to);
        Ok(())
    }

    /// Writes a value that is no cell.
    fn plain_value(&mut self, value: Value, to: &mut Vec<u8>) -> Done<()> {
        if let Some(int) = value.as_int() {
            to.push(5);
            writing_to(to, |to| int.save(to));
        } else if let Some(number) = value.as_number() {
            to.push(6);
            writing_to(to, |to| number.save(to));
        } else {
            let special = [Value::UNDEFINED, Value::NULL, Value::FALSE, Value::TRUE, Value::EMPTY];
            match special.iter().position(|&known| known == value) {
                Some(place) => to.push(place as u8),
                None => return self.cannot("a value of the machine"),
            }
        }
        Ok(())
    }

    /// Writes a property key. Strings and symbols get numbers, as in values.
    fn key(&mut self, key: PropertyKey, to: &mut Vec<u8>) {
        let (kind, number) = if let Some(index) = key.as_index() {
            (0, index.into())
        } else if let Some(atom) = key.as_atom() {
            (1, self.strings.number(atom))
        } else if let Some(symbol) = key.as_symbol() {
            (2, self.symbols.number(symbol))
        } else {
            return;
        };
        to.push(kind);
        self.number(number, to);
    }

    fn number(&self, number: u64, to: &mut Vec<u8>) {
        writing_to(to, |to| to.number(number));
    }

    /// The number of a record, whose parents come first.
    fn record(&mut self, record: Option<RecordId>) -> Done<u64> {
        let mut path = Vec::new();
        let mut next = record;
        while let Some(record) = next.filter(|record| !self.records.of.contains_key(record)) {
            path.push(record);
            next = self.vm.heap[record].parent;
        }
        for record in path.into_iter().rev() {
            let parent = self.vm.heap[record].parent;
            let parent = parent.and_then(|parent| self.records.of.get(&parent)).map_or(0, |&number| number as u64 + 1);
            self.records.number(record);
            self.record_kinds.number(parent);
            if let Some(number) = self.modules.of_environment(record) {
                self.record_kinds.byte(2);
                self.record_kinds.number(number as u64);
                continue;
            }
            let kind = &self.vm.heap[record].kind;
            match kind {
                RecordKind::Few { scope, .. } | RecordKind::Many { scope, .. } | RecordKind::Open { scope, .. } => {
                    let scope = self.vm.heap.scope(*scope).clone();
                    self.record_kinds.byte(0);
                    scope.kind.save(&mut self.record_kinds);
                    scope.dynamic.save(&mut self.record_kinds);
                    self.record_kinds.number(scope.names.len() as u64);
                    let mut bytes = Vec::new();
                    for (&name, form) in scope.names.iter().zip(&scope.forms) {
                        self.key(name, &mut bytes);
                        let mut form_writer = Writer::default();
                        form.save(&mut form_writer);
                        bytes.append(&mut form_writer.bytes);
                    }
                    self.record_kinds.bytes.append(&mut bytes);
                }
                RecordKind::Object { .. } => self.record_kinds.byte(1),
                RecordKind::Import { .. } => return self.cannot("a module's import"),
            }
        }
        Ok(record.and_then(|record| self.records.of.get(&record)).map_or(0, |&number| number as u64 + 1))
    }

    /// Writes the values of an environment record.
    fn record_values_of(&mut self, record: RecordId) -> Done<()> {
        self.vm.work(1)?;
        let kind = self.vm.heap[record].kind.clone();
        let open: Vec<Value>;
        let (values, count) = match &kind {
            RecordKind::Few { scope, values } => (&values[..], self.vm.heap.scope(*scope).names.len()),
            RecordKind::Many { scope, values, .. } => (&values[..], self.vm.heap.scope(*scope).names.len()),
            RecordKind::Open { scope, .. } => {
                let count = self.vm.heap.scope(*scope).names.len();
                open = (0..count as u32).map(|index| environment::bound_value(self.vm, record, index)).collect();
                (&open[..], count)
            }
            RecordKind::Object { target } => {
                let mut bytes = Vec::new();
                self.value(Value::object(*target), &mut bytes)?;
                self.record_values.bytes.append(&mut bytes);
                return Ok(());
            }
            RecordKind::Import { .. } => return self.cannot("a module's import"),
        };
        let module = self.modules.of_environment(record);
        for &value in values.iter().take(count) {
            if let Some(number) = module {
                let mut bytes = Vec::new();
                self.module_variable(number, value, &mut bytes)?;
                self.record_values.bytes.append(&mut bytes);
                continue;
            }
            // The declaration has not been evaluated: perhaps it threw.
            self.lacks_values |= value.is_empty();
            let mut bytes = Vec::new();
            self.value(value, &mut bytes)?;
            self.record_values.bytes.append(&mut bytes);
        }
        let added = kind.added().map_or(&[][..], |added| added.as_slice());
        let mut bytes = Vec::new();
        for &(name, value) in added {
            self.key(name, &mut bytes);
            self.value(value, &mut bytes)?;
        }
        self.record_values.number(added.len() as u64);
        self.record_values.bytes.append(&mut bytes);
        Ok(())
    }

    /// The number of a realm. All realms that are referred to exist.
    fn realm_number(&self, realm: RealmId) -> u64 {
        self.realms.iter().position(|&(known, _)| known == realm).unwrap_or(0) as u64
    }

    fn unit(&mut self, code: CodeId) -> Done<u64> {
        let loaded: Arc<LoadedUnit> = Arc::clone(&self.vm.heap.code_cell(code).set.unit);
        let unit = (Arc::as_ptr(&loaded.unit), loaded.realm);
        if let Some(&number) = self.units.of.get(&unit) {
            return Ok(number as u64);
        }
        self.loaded_units.push(loaded);
        Ok(self.units.number(unit))
    }
}

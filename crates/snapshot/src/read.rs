//! Reading: an engine from untrusted bytes.
//!
//! Cells are made by the operations of the heap, so none of them can be wrong in itself. The reader verifies what those
//! leave to their callers. Handles are of cells of the right kind, getters can be called, and chains of prototypes end.
//! Properties that scripts cannot remove or change are there, and no variable is without a value.

mod activations;
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
mod slot_reader;
mod slots;
mod states;
mod waiters;
mod weak;

use std::sync::Arc;

use ferrotape_bytecode::{Reader, Saved, ScopeKind, read_saved};
use ferrotape_heap::environment::{AddedBindings, Record};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use self::states::KeptProperties;
use super::built_ins::{BuiltIns, Kept};
use super::code_states::CodeStates;
use super::originals::Original;
use super::{Done, FORMAT, HASHED, INTERNED, MAGIC, ROPE, SLICE, SnapshotError, TICKS_FOR_A_REALM, VERSION, WIDE};
use ferrotape_runtime::bigints;
use ferrotape_runtime::code::{CodeSet, LoadedUnit, Scope};
use ferrotape_runtime::environment::RecordKind;
use ferrotape_runtime::function;
use ferrotape_runtime::generator::Driver;
use ferrotape_runtime::heap::{ObjectId, PatternId, RealmId, RecordId, ScopeId, StringId};
use ferrotape_runtime::host_part::{HostValue, InstalledClass};
use ferrotape_runtime::module::ModuleId;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::string;
use ferrotape_runtime::symbol;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Length below which strings are stored in the one way that there is for them.
const LEAST_WIDE: usize = 32;

/// More bytes than any BigInt may have.
const MOST_BIGINT_BYTES: usize = (1 << 24) / 8;

/// Result of [`restore`].
#[derive(Debug)]
pub enum Restored {
    /// An engine in which nothing runs.
    Engine,
    /// One with a script that has paused, alone.
    Execution,
    /// One with a program that was started.
    Program,
}

/// Restores a snapshot ([`crate::snapshot`]) into this engine, which must have the host functions of the other one.
/// Call it before anything else has run in it. Whatever the bytes are, the engine keeps to its limits. After an error,
/// throw the engine away. When the restored execution or program has ended, the current realm is the one that it was begun
/// in.
pub fn restore(vm: &mut Vm, bytes: &[u8]) -> Done<Restored> {
    restore_with(vm, bytes).map(|(restored, _)| restored)
}

/// Restores a snapshot, and returns the host's values in it ([`crate::snapshot_with`]). Root these values before
/// doing anything else.
pub fn restore_with(vm: &mut Vm, bytes: &[u8]) -> Done<(Restored, HostValue)> {
    let before = vm.realm;
    crate::enter_first_realm(vm);
    // The bytes are untrusted: more than there is fuel for is not read. The remaining fuel is the script's.
    let spent = vm.heap.budget.fuel_spent();
    let restored = read(vm, bytes);
    if restored.is_ok() {
        vm.heap.budget.forget_spent(spent);
    }
    if !matches!(restored, Ok((Restored::Execution | Restored::Program, _))) {
        vm.realm = before;
    }
    restored
}

/// Makes an engine of bytes, in a new one.
fn read(vm: &mut Vm, bytes: &[u8]) -> Done<(Restored, HostValue)> {
    let reader = Reader::new(bytes, 0);
    let mut reading = Reading {
        hosts: FxHashMap::default(),
        realms: Vec::new(),
        realms_of_host: 0,
        classes: Vec::new(),
        built_ins: 0,
        reader,
        units: Vec::new(),
        modules: Vec::new(),
        environments: FxHashSet::default(),
        bodies: FxHashSet::default(),
        lacks_values: false,
        strings: Vec::new(),
        symbols: Vec::new(),
        bigints: Vec::new(),
        scopes: FxHashMap::default(),
        records: Vec::new(),
        objects: Vec::new(),
        fresh: Vec::new(),
        buffers: Vec::new(),
        forwarding: Vec::new(),
        rests: Vec::new(),
        patterns: Vec::new(),
        open_records: FxHashSet::default(),
        running: FxHashSet::default(),
        code_states: CodeStates::default(),
        vm,
    };
    let on_loan = reading.vm.heap.on_loan();
    let mut done = reading.read();
    if let Err(SnapshotError::Damaged { offset, .. }) = &mut done {
        *offset = reading.reader.offset();
    }
    reading.vm.heap.settle_loans(on_loan);
    done
}

/// An engine that is being made of bytes.
struct Reading<'vm, 'b> {
    vm: &'vm mut Vm,
    reader: Reader<'b>,
    /// Functions of the host by their realms and names.
    hosts: FxHashMap<(RealmId, String), Vec<ObjectId>>,
    /// Realms by number, with the parts of the built-ins to make of each.
    realms: Vec<(RealmId, u64)>,
    /// Number of realms that existed before.
    realms_of_host: usize,
    /// Classes that the other engine had, by number.
    classes: Vec<InstalledClass>,
    units: Vec<Arc<CodeSet>>,
    modules: Vec<ModuleId>,
    /// Environments of modules.
    environments: FxHashSet<RecordId>,
    /// Functions that run modules, which no script has.
    bodies: FxHashSet<ObjectId>,
    /// True if some variables may have no value.
    lacks_values: bool,
    strings: Vec<StringId>,
    symbols: Vec<Value>,
    bigints: Vec<Value>,
    /// Scopes of closed records, by their bytes.
    scopes: FxHashMap<&'b [u8], ScopeId>,
    records: Vec<RecordId>,
    objects: Vec<Option<ObjectId>>,
    /// Objects that have been made here, in order.
    fresh: Vec<ObjectId>,
    /// Buffers by the object made for each, and whether it has got a number.
    buffers: Vec<(ObjectId, bool)>,
    /// Bound functions and proxies.
    forwarding: Vec<ObjectId>,
    /// Patterns of regular expressions, by number.
    patterns: Vec<PatternId>,
    /// Enumerations, and the slots that they have not reached.
    rests: Vec<(ObjectId, [u32; 2])>,
    /// The records that frames have open.
    open_records: FxHashSet<RecordId>,
    /// Generators whose frames are still to come.
    running: FxHashSet<ObjectId>,
    code_states: CodeStates,
    built_ins: usize,
}

fn unreadable<T>(what: &str) -> Done<T> {
    Err(SnapshotError::damaged(what))
}

/// The error that the host has put something else into the engine than into the other one.
fn unfit<T>(what: String) -> Done<T> {
    Err(SnapshotError::Unfit(what))
}

impl Reading<'_, '_> {
    /// Reads all parts in their order.
    fn read(&mut self) -> Done<(Restored, HostValue)> {
        if self.reader.left() < MAGIC.len() || self.reader.take(MAGIC.len())? != MAGIC {
            return Err(SnapshotError::NotSaved);
        }
        if self.reader.number()? != FORMAT || self.reader.text()? != VERSION.as_bytes() {
            return Err(SnapshotError::OtherVersion);
        }
        let on_loan = self.vm.heap.on_loan();
        function::end_definitions(self.vm, true)?;
        self.read_realms()?;
        self.read_host_parts()?;
        self.find_hosts();
        let counts = self.read_classes()?;
        let built_ins = BuiltIns::of(self.vm, &self.realms, &self.classes)?;
        self.compare_counts(&counts, &built_ins.original.counts)?;
        self.built_ins = built_ins.objects.len();
        self.objects = built_ins.objects;
        self.leave_out_members_of_classes();
        self.vm.heap.settle_loans(on_loan);
        let read = self.read_to_built_ins(&built_ins.original, &built_ins.kept);
        // Nothing has changed in it, whatever the bytes are.
        built_ins.original.keep();
        read?;
        self.read_host_states()?;
        for place in 0..self.fresh.len() {
            self.read_state(self.fresh[place], KeptProperties::default())?;
        }
        self.set_rests()?;
        self.read_weak()?;
        self.read_jobs()?;
        self.read_calls()?;
        let held = self.read_held()?;
        self.read_waiters()?;
        self.read_templates()?;
        self.read_remembered()?;
        let execution = self.read_execution()?;
        if self.reader.left() > 0 {
            return unreadable("there are bytes after the end");
        }
        self.vm.heap.forget_global_variables();
        if self.buffers.iter().any(|&(_, is_taken)| !is_taken) {
            return unreadable("a buffer has no object");
        }
        self.verify_forwarding()?;
        self.verify_prototypes()?;
        Ok((execution, held))
    }

    /// Reads what all cells are, and the states of built-in objects, beside those of a new engine.
    fn read_to_built_ins(&mut self, original: &Original, kept: &[Kept]) -> Done<()> {
        self.read_units()?;
        self.read_strings()?;
        self.read_symbols()?;
        self.read_bigints()?;
        self.read_modules()?;
        self.read_records()?;
        self.read_buffers()?;
        for _ in 0..self.reader.count(1)? {
            self.room()?;
            let object = self.read_object()?;
            self.vm.heap.lend_room(&mut self.objects, 1)?;
            self.vm.heap.lend_room(&mut self.fresh, 1)?;
            self.objects.push(Some(object));
            self.fresh.push(object);
        }
        self.read_record_values()?;
        self.read_module_states()?;
        loop {
            let number = self.reader.number()?;
            if number == 0 {
                break;
            }
            if number > self.built_ins as u64 {
                return unreadable("there is no such built-in object");
            }
            let number = number as usize - 1;
            let object = self.object_at(number as u64)?;
            realm::fill(self.vm, object);
            let known = kept.get(number).copied().unwrap_or_default();
            let first = self.read_kept_properties(original, number, known)?;
            self.read_built_in_length(object)?;
            self.read_state(object, first)?;
        }
        Ok(())
    }

    /// Checks the limits for each thing that is made: what is accounted for afterwards is small.
    fn room(&mut self) -> Done<()> {
        const MOST_OF_ONE: usize = 512;
        self.vm.heap.room(MOST_OF_ONE)?;
        Ok(self.vm.heap.work(1)?)
    }

    /// Reads the realms. Takes those that the host has made in their order, and makes missing ones.
    fn read_realms(&mut self) -> Done<()> {
        let own = self.vm.heap.all_realms();
        self.realms_of_host = own.len();
        for number in 0..self.reader.count(1)? {
            self.room()?;
            let realm = match own.get(number) {
                Some(&realm) => realm,
                None => {
                    self.vm.heap.work(TICKS_FOR_A_REALM)?;
                    let before = self.vm.heap.budget.bytes();
                    let made = realm::new_realm(self.vm)?;
                    // The new engine beside has one like it.
                    self.vm.heap.lend(self.vm.heap.budget.bytes().saturating_sub(before))?;
                    made
                }
            };
            // Nothing else keeps it alive yet.
            self.vm.keep(Value::object(self.vm.heap.realm(realm).global));
            self.realms.push((realm, self.reader.number()?));
        }
        if self.realms.is_empty() { unreadable("there is no realm") } else { Ok(()) }
    }

    fn realm(&mut self) -> Done<RealmId> {
        let number = self.reader.number()?;
        self.realm_of(number)
    }

    fn realm_of(&self, number: u64) -> Done<RealmId> {
        let realm = usize::try_from(number).ok().and_then(|number| self.realms.get(number));
        realm.map_or_else(|| unreadable("there is no such realm"), |&(realm, _)| Ok(realm))
    }

    /// Reads the units in saved form, whose verifier checks their code. If variables may have no value, all code must check for
    /// that.
    fn read_units(&mut self) -> Done<()> {
        self.lacks_values = bool::read(&mut self.reader)?;
        for _ in 0..self.reader.count(2)? {
            let realm = self.realm()?;
            let bytes = self.reader.text()?;
            // The result takes a few times the bytes.
            self.vm.heap.room(bytes.len().saturating_mul(8))?;
            self.vm.heap.work(bytes.len() as u64 / 16)?;
            let unit = read_saved(bytes)?;
            if self.lacks_values && !ferrotape_bytecode::looks_at_variables(&unit) {
                return unreadable("a variable is read without a look");
            }
            if !self.vm.machines.can_run(&unit) {
                return unreadable("there is code for the stack machine, which this program is built without");
            }
            let tail_calls = self.vm.options.tail_calls;
            let unit = LoadedUnit::new(&mut self.vm.heap, Arc::new(unit), tail_calls, realm)?;
            // It was verified just now.
            let _ = unit.is_prepared.set(());
            let set = CodeSet::new(unit);
            // The outermost code stands for what the unit takes, though it may never run here.
            set.code(&mut self.vm.heap, 0);
            self.units.push(set);
        }
        Ok(())
    }

    /// Reads the code units of a flat string. Long wide strings stay wide; short ones are stored as any string of their units.
    fn read_units_of_string(&mut self, is_wide: bool) -> Done<StringId> {
        let bytes = self.reader.text()?;
        self.vm.heap.room(bytes.len())?;
        self.vm.heap.work(bytes.len() as u64 / 64)?;
        if !is_wide {
            return Ok(self.vm.heap.new_latin1(bytes));
        }
        let (units, rest) = bytes.as_chunks::<2>();
        if !rest.is_empty() {
            return unreadable("half a code unit");
        }
        let units: Vec<u16> = units.iter().map(|&unit| u16::from_le_bytes(unit)).collect();
        // A string made anew would be narrow if it can.
        if units.len() >= LEAST_WIDE {
            Ok(string::wide_string(&mut self.vm.heap, units))
        } else {
            Ok(string::new_long_utf16(&mut self.vm.heap, units)?)
        }
    }

    /// Reads the strings. Ropes and slices refer to earlier ones, which share their text again.
    fn read_strings(&mut self) -> Done<()> {
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let known = self.reader.byte()?;
            self.vm.heap.lend_room(&mut self.strings, 1)?;
            let string = if known == ROPE {
                let (left, right) = (self.reader.number()?, self.reader.number()?);
                let parts = [self.string_at(left)?, self.string_at(right)?];
                string::rope_of_parts(&mut self.vm.heap, parts)
            } else if known & SLICE != 0 {
                let parent = self.reader.number()?;
                let (parent, start, length) = (self.string_at(parent)?, self.small()?, self.small()?);
                string::slice_of_parent(&mut self.vm.heap, parent, start, length)
            } else {
                Some(self.read_units_of_string(known & WIDE != 0)?)
            };
            let Some(string) = string else { return unreadable("a text shares nothing of the kind") };
            if known == ROPE {
                self.strings.push(string);
                continue;
            }
            string::find_out(&mut self.vm.heap, string, known & HASHED != 0, known & INTERNED != 0)?;
            self.strings.push(string);
        }
        Ok(())
    }

    /// Reads the symbols.
    fn read_symbols(&mut self) -> Done<()> {
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let kind = self.reader.byte()?;
            let number = self.reader.number()?;
            let symbol = if kind == 3 {
                match ferrotape_runtime::symbol::fixed_symbol(number) {
                    Some(symbol) => symbol,
                    None => return unreadable("there is no such symbol"),
                }
            } else {
                let text = match number.checked_sub(1) {
                    Some(number) => {
                        let flat = self.vm.heap.flatten(self.string_at(number)?)?;
                        Value::string(flat.id())
                    }
                    None => Value::UNDEFINED,
                };
                match (kind, text.as_string()) {
                    (0, _) => Value::symbol(symbol::new_symbol(&mut self.vm.heap, text)),
                    (1, Some(text)) => {
                        let key = self.vm.heap.key_of_string(text)?;
                        Value::symbol(symbol::registered_symbol(&mut self.vm.heap, key)?)
                    }
                    (2, Some(_)) => symbol::new_private_name(&mut self.vm.heap, text),
                    _ => return unreadable("there is no such kind of symbols"),
                }
            };
            self.symbols.push(symbol);
        }
        Ok(())
    }

    /// Reads the BigInts, in two's complement with the low byte first.
    fn read_bigints(&mut self) -> Done<()> {
        for _ in 0..self.reader.count(1)? {
            self.room()?;
            let bytes = self.reader.text()?;
            if bytes.len() > MOST_BIGINT_BYTES {
                return unreadable("a BigInt is too long");
            }
            self.vm.heap.room(bytes.len())?;
            let bigint = bigints::insert_bigint(&mut self.vm.heap, BigInt::from_signed_bytes_le(bytes))?;
            self.bigints.push(Value::bigint(bigint));
        }
        Ok(())
    }

    /// Reads the records, with an earlier one as parent. Their values and targets follow with the states.
    fn read_records(&mut self) -> Done<()> {
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let parent = self.record()?;
            let kind = match self.reader.byte()? {
                0 => {
                    let (scope, count) = self.read_scope()?;
                    RecordKind::closed(scope, count, std::iter::repeat_n(Value::UNDEFINED, count))
                }
                2 => {
                    let record = self.read_environment()?;
                    self.vm.heap.lend_room(&mut self.records, 1)?;
                    self.records.push(record);
                    continue;
                }
                1 => RecordKind::Object { target: self.vm.heap.nothing },
                _ => return unreadable("there is no such kind of records"),
            };
            let record = self.vm.heap.new_record(Record { parent, kind });
            self.vm.heap.lend_room(&mut self.records, 1)?;
            self.records.push(record);
        }
        Ok(())
    }

    /// The scope of a closed record, and how many names it has. Records of one scope share it, as they did.
    fn read_scope(&mut self) -> Done<(ScopeId, usize)> {
        let start = self.reader.offset();
        let kind = ScopeKind::read(&mut self.reader)?;
        let dynamic = bool::read(&mut self.reader)?;
        let count = self.reader.count(3)?;
        self.vm.heap.room(count.saturating_mul(32))?;
        let (mut names, mut forms) = (Vec::new(), Vec::new());
        for _ in 0..count {
            self.vm.heap.work(1)?;
            names.push(self.key()?);
            forms.push(Saved::read(&mut self.reader)?);
        }
        let bytes = self.reader.since(start);
        if let Some(&known) = self.scopes.get(bytes) {
            return Ok((known, count));
        }
        // A map has at least twice the room of its entries.
        self.vm.heap.lend(2 * size_of::<(&[u8], ScopeId)>())?;
        let scope = self.vm.heap.new_scope(Scope::of_closed_records(kind, names, forms, dynamic));
        self.scopes.insert(bytes, scope);
        Ok((scope, count))
    }

    /// Reads the values of environment records.
    fn read_record_values(&mut self) -> Done<()> {
        for record in self.records.clone() {
            let count = match &self.vm.heap[record].kind {
                RecordKind::Few { scope, .. } | RecordKind::Many { scope, .. } => {
                    self.vm.heap.scope(*scope).names.len() as u32
                }
                _ => {
                    let Some(target) = self.value()?.as_object() else { return unreadable("no object to look in") };
                    self.vm.heap.record_mut_light(record).kind = RecordKind::Object { target };
                    continue;
                }
            };
            for index in 0..count {
                if self.is_linked(record, index)? {
                    continue;
                }
                let value = self.stored_value()?;
                if value.is_empty() && !self.lacks_values {
                    return unreadable("a variable has no value");
                }
                ferrotape_heap::environment::on_heap::set_value(&mut self.vm.heap, &mut [], record, index, value);
            }
            let added = self.reader.count(2)?;
            for _ in 0..added {
                self.room()?;
                let (name, value) = (self.key()?, self.value()?);
                let before = self.vm.heap[record].payload_bytes();
                if let Some(bindings) = self.vm.heap[record].kind.added_mut() {
                    let bindings = bindings.get_or_insert_with(|| Box::new(AddedBindings::default()));
                    if bindings.find(name).is_none() {
                        bindings.push(name, value);
                    }
                }
                let after = self.vm.heap[record].payload_bytes();
                self.vm.heap.resized(before, after);
            }
        }
        Ok(())
    }

    fn string_at(&self, number: u64) -> Done<StringId> {
        let string = usize::try_from(number).ok().and_then(|number| self.strings.get(number));
        string.map_or_else(|| unreadable("there is no such string"), |&string| Ok(string))
    }

    fn object_at(&self, number: u64) -> Done<ObjectId> {
        let object = usize::try_from(number).ok().and_then(|number| *self.objects.get(number)?);
        object.map_or_else(|| unreadable("there is no such object"), Ok)
    }

    fn record(&mut self) -> Done<Option<RecordId>> {
        let Some(number) = self.reader.number()?.checked_sub(1) else { return Ok(None) };
        let record = usize::try_from(number).ok().and_then(|number| self.records.get(number));
        record.map_or_else(|| unreadable("there is no such record"), |&record| Ok(Some(record)))
    }

    /// Reads a property key: an index, or the number of a string or symbol, which comes earlier.
    fn key(&mut self) -> Done<PropertyKey> {
        let kind = self.reader.byte()?;
        let number = self.reader.number()?;
        let key = match kind {
            0 => u32::try_from(number).ok().and_then(PropertyKey::from_index),
            1 => {
                let string = self.string_at(number)?;
                Some(self.vm.heap.key_of_string(string)?)
            }
            2 => {
                let symbol = usize::try_from(number).ok().and_then(|number| self.symbols.get(number));
                symbol.and_then(|symbol| symbol.as_symbol()).map(PropertyKey::from_symbol)
            }
            _ => None,
        };
        key.map_or_else(|| unreadable("there is no such key"), Ok)
    }

    /// Reads a value of the language.
    fn value(&mut self) -> Done<Value> {
        let value = self.value_of_variable()?;
        if self.is_private(value) { unreadable("a private name is not a value") } else { Ok(value) }
    }

    /// Reads the value of a variable; those of classes hold private names as well.
    fn value_of_variable(&mut self) -> Done<Value> {
        let value = self.stored_value()?;
        if value.is_empty() { unreadable("a value is missing") } else { Ok(value) }
    }

    fn is_private(&self, value: Value) -> bool {
        value.as_symbol().is_some_and(|symbol| symbol::is_private(&self.vm.heap, PropertyKey::from_symbol(symbol)))
    }

    /// Reads a stored value, which may be empty.
    fn stored_value(&mut self) -> Done<Value> {
        let value = self.any_value()?;
        let is_internal = value.as_object().is_some_and(|object| match self.vm.heap.kind(object) {
            Kind::Enumeration(_) => true,
            Kind::Generator(generator) => matches!(generator.driver, Driver::Async(_)),
            Kind::Closure { .. } => self.bodies.contains(&object),
            _ => false,
        });
        if is_internal { unreadable("an internal value is not a value of scripts") } else { Ok(value) }
    }

    /// Reads any value, including those that only the machine has.
    fn any_value(&mut self) -> Done<Value> {
        let at = |list: &[Value], number: u64| {
            let value = usize::try_from(number).ok().and_then(|number| list.get(number));
            value.map_or_else(|| unreadable("there is no such value"), |&value| Ok(value))
        };
        Ok(match self.reader.byte()? {
            0 => Value::UNDEFINED,
            1 => Value::NULL,
            2 => Value::FALSE,
            3 => Value::TRUE,
            4 => Value::EMPTY,
            5 => Value::int(i32::read(&mut self.reader)?),
            6 => Value::double(f64::read(&mut self.reader)?),
            7 => {
                let number = self.reader.number()?;
                Value::object(self.object_at(number)?)
            }
            8 => {
                let number = self.reader.number()?;
                Value::string(self.string_at(number)?)
            }
            9 => {
                let number = self.reader.number()?;
                at(&self.symbols, number)?
            }
            10 => {
                let number = self.reader.number()?;
                at(&self.bigints, number)?
            }
            _ => return unreadable("there is no such kind of values"),
        })
    }

    /// Reads the length of `Array.prototype`, an array (ECMA-262 23.1.3) whose length scripts can change like any
    /// other's.
    fn read_built_in_length(&mut self, object: ObjectId) -> Done<()> {
        if self.vm.heap.length_of_array(object).is_some() {
            let length = u32::read(&mut self.reader)?;
            if !self.vm.heap.elements(object).is_empty() {
                return unreadable("a built-in array is there twice");
            }
            self.vm.heap.set_array_length(object, length);
        }
        Ok(())
    }

    /// Verifies that every chain of prototypes ends; looks at each object once.
    fn verify_prototypes(&mut self) -> Done<()> {
        let mut ends = FxHashSet::default();
        for object in self.objects.iter().copied().flatten() {
            let mut path = Vec::new();
            let mut on_path = FxHashSet::default();
            let mut next = Some(object);
            while let Some(object) = next.filter(|object| !ends.contains(object)) {
                if !on_path.insert(object) {
                    return unreadable("an object inherits from itself");
                }
                self.vm.heap.work(1)?;
                path.push(object);
                next = self.vm.heap.prototype_of(object);
            }
            ends.extend(path);
        }
        Ok(())
    }
}

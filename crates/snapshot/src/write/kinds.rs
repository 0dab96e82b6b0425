//! What objects are: the kind of each, with those internal slots that refer to no other object.

use ferrotape_bytecode::Saved;

use super::super::{Done, HELPER_FORMS, HELPER_STATES, YIELDS, closures};
use super::Writing;
use ferrotape_runtime::buffers;
use ferrotape_runtime::cell;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::function::host::{address_of_host_function, name_of_host_function, order_of_host_function};
use ferrotape_runtime::function::{self, NativeFunction};
use ferrotape_runtime::heap::{BufferId, ObjectId, PatternId, RealmId};
use ferrotape_runtime::iteration::Yields;
use ferrotape_runtime::iterator_helper::IteratorHelper;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::pattern;
use ferrotape_runtime::typed_array::{ElementType, View};
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    pub(super) fn kind(&mut self, number: usize, object: ObjectId) -> Done<()> {
        self.vm.tick(1)?;
        if let Some(&(from, key)) = self.ways.get(number) {
            (self.current, self.current_key) = (from, key);
        }
        let what = match self.vm.heap.kind(object) {
            Kind::Ordinary => return self.kind_byte(0),
            Kind::Array { length } => {
                self.kind_byte(1)?;
                self.kinds.number(length.into());
                return Ok(());
            }
            Kind::Closure { code, environment, .. } => {
                if let Some(number) = self.modules.of_body(object) {
                    self.kind_byte(33)?;
                    self.kinds.number(number as u64);
                    return Ok(());
                }
                let unit = self.unit(code)?;
                let environment = self.record(environment)?;
                let index = self.vm.heap.code_cell(code).index;
                self.kind_byte(2)?;
                [unit, index.into(), environment].into_iter().for_each(|number| self.kinds.number(number));
                return Ok(());
            }
            Kind::MappedArguments(arguments) => {
                let arguments = arguments.clone();
                let record = self.record(Some(arguments.record))?;
                self.kind_byte(29)?;
                self.kinds.number(record);
                self.kinds.number(arguments.mapped.len() as u64);
                for mapped in &arguments.mapped {
                    self.kinds.number(mapped.map_or(0, |index| u64::from(index) + 1));
                }
                return Ok(());
            }
            Kind::Host(function) => {
                let (name, realm) = (name_of_host_function(function).to_owned(), function.realm);
                if name.is_empty() {
                    return self.cannot("a function of the host without a name");
                }
                let (address, order) = (address_of_host_function(function), order_of_host_function(function));
                let place = self.vm.host.defined_functions.place(realm, &name, order).unwrap_or_default().to_owned();
                let own = (address, !place.is_empty());
                let known = *self.host_functions.entry((realm, name.clone())).or_insert(own);
                if known.0 != own.0 && !(known.1 && own.1) {
                    return self.cannot(&format!("two functions of the host by the name '{name}'"));
                }
                self.kind_byte(3)?;
                self.kinds.text(name.as_bytes());
                self.kinds.number(self.realm_number(realm));
                self.kinds.text(place.as_bytes());
                return Ok(());
            }
            Kind::Error(_) => return self.kind_byte(4),
            Kind::Boolean(truth) => return self.wrapper(5, Value::bool(truth)),
            Kind::Number(number) => return self.wrapper(6, Value::double(number)),
            Kind::Date(time) => return self.wrapper(7, Value::double(time)),
            Kind::String(string) => return self.wrapper(8, Value::string(string)),
            Kind::Symbol(symbol) => return self.wrapper(9, Value::symbol(symbol)),
            Kind::BigInt(bigint) => return self.wrapper(10, Value::bigint(bigint)),
            Kind::RegExp(pattern) => {
                let legacy = cell::legacy_realm(&self.vm.heap, object).map_or(0, |realm| self.realm_number(realm) + 1);
                self.kind_byte(11)?;
                self.pattern(pattern)?;
                self.kinds.number(legacy);
                return Ok(());
            }
            Kind::Collection(collection) => {
                let is_map = collection.kind() == CollectionKind::Map;
                return self.kind_byte(if is_map { 12 } else { 13 });
            }
            Kind::Native { function, realm } => return self.native(object, function::native(self.vm, function), realm),
            Kind::Bound(bound) => {
                let count = bound.arguments.len();
                self.kind_byte(15)?;
                self.kinds.number(count as u64);
                self.constructor(object);
                return Ok(());
            }
            Kind::Proxy { callable, .. } => {
                self.kind_byte(16)?;
                self.kinds.byte(callable.into());
                self.constructor(object);
                return Ok(());
            }
            Kind::ArrayBuffer(buffer) => {
                self.kind_byte(17)?;
                self.buffer(buffer);
                return Ok(());
            }
            Kind::TypedArray(view) => {
                self.kind_byte(18)?;
                self.kinds.byte(ElementType::ALL.iter().position(|&known| known == view.element).unwrap_or(0) as u8);
                self.view(view);
                return Ok(());
            }
            Kind::DataView(view) => {
                self.kind_byte(19)?;
                self.view(view);
                return Ok(());
            }
            Kind::ArrayIterator { yields, index, .. } => {
                self.kind_byte(20)?;
                self.yields(yields);
                self.kinds.number(index);
                return Ok(());
            }
            Kind::StringIterator { string, position } => {
                self.wrapper(21, Value::string(string))?;
                self.kinds.number(position.into());
                return Ok(());
            }
            Kind::RegExpStringIterator(iterator) => {
                self.wrapper(22, Value::string(iterator.string))?;
                let flags = [iterator.is_global, iterator.unicode, iterator.is_running];
                flags.into_iter().for_each(|flag| self.kinds.byte(flag.into()));
                return Ok(());
            }
            Kind::CollectionIterator { collection, kind, yields, position } => {
                let collection = self.vm.heap.collection(collection);
                let place = collection.map_or(0, |collection| collection.place_of_iteration(position));
                self.kind_byte(23)?;
                self.collection_kind(kind);
                self.yields(yields);
                self.kinds.number(place as u64);
                return Ok(());
            }
            Kind::IteratorHelper(&IteratorHelper { form, state, count, .. }) => {
                self.kind_byte(24)?;
                let places = [
                    HELPER_FORMS.iter().position(|&known| known == form),
                    HELPER_STATES.iter().position(|&known| known == state),
                ];
                places.into_iter().for_each(|place| self.kinds.byte(place.unwrap_or(0) as u8));
                count.save(&mut self.kinds);
                return Ok(());
            }
            Kind::WeakTable(table) => {
                let kind = table.kind;
                self.kind_byte(25)?;
                self.collection_kind(kind);
                return Ok(());
            }
            Kind::WeakRef(_) => return self.kind_byte(26),
            Kind::FinalizationRegistry(_) => return self.kind_byte(27),
            Kind::HostObject(_) => match self.modules.of_namespace(object) {
                Some(number) => {
                    self.kind_byte(30)?;
                    self.kinds.number(number as u64);
                    return Ok(());
                }
                None => return self.host_object(object),
            },
            Kind::UnmappedArguments => return self.kind_byte(14),
            Kind::Promise(_) => return self.kind_byte(40),
            Kind::Generator(_) => return self.generator_kind(object),
            Kind::Global { .. } => "another realm",
            Kind::AsyncFromSyncIterator(_) => return self.kind_byte(42),
            Kind::Enumeration(_) => return self.kind_byte(43),
        };
        self.cannot(what)
    }

    /// One that captures values has the number of what it does; all others are where they are in a new engine.
    fn native(&mut self, object: ObjectId, function: &'static NativeFunction, realm: RealmId) -> Done<()> {
        let name = function.name;
        if self.vm.heap.all_captured(object).is_empty() {
            return self.cannot(&format!("the built-in function '{name}', of which there are more than before"));
        }
        match closures(self.vm).position(|known| std::ptr::eq(known, function)) {
            Some(number) => {
                self.kind_byte(28)?;
                self.kinds.number(self.realm_number(realm));
                self.kinds.number(number as u64);
                Ok(())
            }
            None => self.cannot(&format!("the built-in function '{name}', which has captured something")),
        }
    }

    pub(super) fn kind_byte(&mut self, kind: u8) -> Done<()> {
        self.kinds.byte(kind);
        Ok(())
    }

    fn wrapper(&mut self, kind: u8, value: Value) -> Done<()> {
        self.kinds.byte(kind);
        let mut bytes = self.value(value)?;
        self.kinds.bytes.append(&mut bytes);
        Ok(())
    }

    /// The number of a pattern, which is written with the first object that has it.
    fn pattern(&mut self, pattern: PatternId) -> Done<()> {
        let known = self.patterns.all.len() as u64;
        let number = self.patterns.number(pattern);
        self.kinds.number(number);
        if number == known {
            let is_ready = pattern::is_pattern_ready(&self.vm.heap, pattern);
            let pattern = pattern::pattern_cell(&self.vm.heap, pattern);
            let parts = [pattern.source, pattern.flags].map(Value::string);
            for part in parts {
                let mut bytes = self.value(part)?;
                self.kinds.bytes.append(&mut bytes);
            }
            self.kinds.byte(is_ready.into());
        }
        Ok(())
    }

    fn constructor(&mut self, object: ObjectId) {
        self.kinds.byte(self.vm.heap.has_construct(object).into());
    }

    fn yields(&mut self, yields: Yields) {
        self.kinds.byte(YIELDS.iter().position(|&known| known == yields).unwrap_or(0) as u8);
    }

    fn collection_kind(&mut self, kind: CollectionKind) {
        self.kinds.byte((kind == CollectionKind::Set).into());
    }

    /// The number of a buffer, whose object is written as well: views give it.
    fn buffer(&mut self, buffer: BufferId) {
        let object = buffers::get(&self.vm.heap, buffer).object;
        self.object(object);
        let number = self.buffers.number(buffer);
        self.kinds.number(number);
    }

    fn view(&mut self, view: View) {
        self.buffer(view.buffer);
        self.kinds.number(view.offset.into());
        self.kinds.number(view.length.into());
    }
}

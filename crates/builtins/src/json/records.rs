//! Records of parsed values for a reviver: the place of each value in the text (JSON Parse Records, ECMA-262 25.5.1.1).
//! Records refer to others by number, so that none is too deep to be dropped.

use std::collections::HashMap;
use std::ops::Range;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// The number of a record.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct RecordId(u32);

/// A parsed value with its place in the text.
struct Record {
    value: Value,
    /// The range of a value that is no array and no object.
    text: Range<usize>,
    members: Members,
}

/// The records of a container's members.
enum Members {
    None,
    Elements(Vec<RecordId>),
    /// The entries by key; of equal keys, the last.
    Entries(HashMap<PropertyKey, RecordId>),
}

/// Bytes of a record, of a reference to it with its key, and of the values kept alive, with room to grow.
const RECORD_BYTES: usize = 2 * (size_of::<Record>() + 3 * size_of::<u64>()) + 2 * size_of::<Value>();

/// The records of a text, made while it is parsed.
#[derive(Default)]
pub(super) struct Records {
    records: Vec<Record>,
    /// The members of open containers.
    open: Vec<Members>,
}

impl Records {
    /// Records a value at a place in the text, and keeps it alive.
    pub fn note(&mut self, vm: &mut Vm, value: Value, text: Range<usize>) -> Completion<RecordId> {
        self.push(vm, Record { value, text, members: Members::None })
    }

    fn push(&mut self, vm: &mut Vm, record: Record) -> Completion<RecordId> {
        vm.work(1)?;
        vm.heap.lend(RECORD_BYTES)?;
        vm.keep(record.value);
        self.records.push(record);
        Ok(RecordId(self.records.len() as u32 - 1))
    }

    pub fn open_array(&mut self, vm: &mut Vm) -> Completion<()> {
        self.open(vm, Members::Elements(Vec::new()))
    }

    pub fn open_object(&mut self, vm: &mut Vm) -> Completion<()> {
        self.open(vm, Members::Entries(HashMap::new()))
    }

    fn open(&mut self, vm: &mut Vm, members: Members) -> Completion<()> {
        vm.heap.lend_room(&mut self.open, 1)?;
        self.open.push(members);
        Ok(())
    }

    /// Adds an element to the innermost container.
    pub fn add_element(&mut self, element: RecordId) {
        if let Some(Members::Elements(elements)) = self.open.last_mut() {
            elements.push(element);
        }
    }

    /// Adds a property to the innermost container, and keeps its key alive.
    pub fn add_entry(&mut self, vm: &mut Vm, key: PropertyKey, entry: RecordId) {
        if let Some(Members::Entries(entries)) = self.open.last_mut() {
            vm.keep_key(key);
            entries.insert(key, entry);
        }
    }

    /// Closes the innermost container. `value` is its value.
    pub fn close(&mut self, vm: &mut Vm, value: Value) -> Completion<RecordId> {
        let members = self.open.pop().unwrap_or(Members::None);
        self.push(vm, Record { value, text: 0..0, members })
    }

    pub fn value(&self, record: RecordId) -> Value {
        self.records[record.0 as usize].value
    }

    pub fn text(&self, record: RecordId) -> Range<usize> {
        self.records[record.0 as usize].text.clone()
    }

    pub fn element(&self, record: RecordId, index: u64) -> Option<RecordId> {
        match &self.records[record.0 as usize].members {
            Members::Elements(elements) => elements.get(usize::try_from(index).ok()?).copied(),
            Members::None | Members::Entries(_) => None,
        }
    }

    pub fn entry(&self, record: RecordId, key: PropertyKey) -> Option<RecordId> {
        match &self.records[record.0 as usize].members {
            Members::Entries(entries) => entries.get(&key).copied(),
            Members::None | Members::Elements(_) => None,
        }
    }
}

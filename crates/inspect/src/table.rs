//! `console.table`: rows and columns.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::order;
use ferrotape_runtime::collection::CollectionIterator;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::Yields;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use crate::layout::width;
use crate::{Options, inspect_within};

/// The most rows and columns that are shown.
const MOST_ROWS: usize = 1000;
const MOST_COLUMNS: usize = 100;

/// Properties of an object that is not looked into, and the depth of the others unless a script gives one.
const LARGE: usize = 3;
const SHALLOW: Option<usize> = Some(0);

/// Characters of a name that are shown.
const LONGEST_NAME: usize = 1000;

/// Rows and columns as text.
#[derive(Default)]
struct Table {
    head: Vec<String>,
    /// The cells by row; missing cells are empty.
    rows: Vec<Vec<String>>,
}

/// Returns options for the cells of a table: lines without what lies deeper.
pub(crate) fn of_cells(options: Options) -> Options {
    Options { max_array_length: 3, break_length: usize::MAX / 4, depth: SHALLOW, ..options }
}

/// The table of an object's properties; none for values that have none. `columns` says which ones, and the options are those of
/// cells. The properties are read as the script would read them.
pub(crate) fn table(
    vm: &mut Vm,
    data: Value,
    columns: Option<Vec<PropertyKey>>,
    options: &Options,
) -> Completion<Option<String>> {
    let Some(object) = data.as_object().filter(|&object| !vm.heap.has_call(object)) else { return Ok(None) };
    let kind = vm.heap.collection(object).map(|collection| collection.kind());
    let table = match (kind, vm.heap.kind(object)) {
        (Some(CollectionKind::Map), _) => of_collection(vm, object, Yields::Entries, 0, options)?,
        (Some(_), _) => of_collection(vm, object, Yields::Keys, 0, options)?,
        // The remaining items of an iterator.
        (None, Kind::CollectionIterator(CollectionIterator { collection, kind, yields, position })) => {
            let yields = if kind == CollectionKind::Map { yields } else { Yields::Keys };
            of_collection(vm, collection, yields, position, options)?
        }
        (None, _) => of_object(vm, object, columns, options)?,
    };
    table.render(vm).map(Some)
}

/// Makes the table of a collection's items from a position on. At most `MOST_ROWS` are shown.
fn of_collection(
    vm: &mut Vm,
    object: ObjectId,
    yields: Yields,
    mut position: u64,
    options: &Options,
) -> Completion<Table> {
    let mut table = Table::default();
    let mut index = 0;
    // An iterator at its end has no collection any more.
    let has_any = object != vm.heap.nothing();
    while has_any
        && index < MOST_ROWS
        && let Some(step) = collections::next_collected(&mut vm.heap, object, position)?
    {
        let mut row = vec![index.to_string()];
        if yields != Yields::Values {
            row.push(cell(vm, step.key, options)?);
        }
        if yields != Yields::Keys {
            row.push(cell(vm, step.value, options)?);
        }
        table.rows.push(row);
        position = step.next;
        index += 1;
    }
    let head: &[&str] = if yields == Yields::Entries { &["Key", "Values"] } else { &["Values"] };
    table.head.push("(iteration index)".to_owned());
    table.head.extend(head.iter().map(|&text| text.to_owned()));
    Ok(table)
}

/// Columns of properties, by the order in which they were met.
struct Columns {
    keys: Vec<PropertyKey>,
    /// Whether they are the ones that were asked for.
    are_given: bool,
}

impl Columns {
    /// The place of a column, which may be a new one.
    fn place(&mut self, vm: &mut Vm, key: PropertyKey) -> Option<usize> {
        let known = self.keys.iter().position(|&known| known == key);
        if known.is_none() && self.keys.len() < MOST_COLUMNS {
            vm.keep_key(key);
            self.keys.push(key);
            return Some(self.keys.len() - 1);
        }
        known
    }

    /// Returns the places of keys in the order of an object's properties: indices first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.keys.len()).collect();
        order::sort_by_key(&mut order, |&place| match self.keys[place].as_index() {
            Some(index) => (0, index),
            None => (1, 0),
        });
        order
    }
}

/// A row: its name, its cells by column, and what stands there alone.
type Row = (String, Vec<String>, String);

/// Makes the table of an object's properties, a row each. Without given columns, rows that are no objects have a column `Values`.
fn of_object(vm: &mut Vm, object: ObjectId, given: Option<Vec<PropertyKey>>, options: &Options) -> Completion<Table> {
    let mut columns = Columns { are_given: given.is_some(), keys: Vec::new() };
    let given = given.unwrap_or_default();
    let mut rows: Vec<Row> = Vec::new();
    let mut has_values = false;
    for key in enumerable_keys(vm, object, MOST_ROWS)? {
        let value = object::get(vm, object, key)?;
        vm.keep(value);
        vm.heap.lend(columns.keys.len() * size_of::<String>())?;
        let (mut cells, mut alone) = (vec![String::new(); columns.keys.len()], String::new());
        match value.as_object() {
            None if !columns.are_given => {
                alone = cell(vm, value, options)?;
                has_values = true;
            }
            row => {
                let keys = match row {
                    Some(row) if !columns.are_given => enumerable_keys(vm, row, MOST_COLUMNS)?,
                    _ => given.clone(),
                };
                for key in keys {
                    fill_cell(vm, row, key, (&mut columns, &mut cells), options)?;
                }
            }
        }
        rows.push((name_of(vm, key), cells, alone));
    }
    Ok(of_rows(vm, &columns, rows, has_values))
}

/// Puts what a row has under a key into its column.
fn fill_cell(
    vm: &mut Vm,
    row: Option<ObjectId>,
    key: PropertyKey,
    (columns, cells): (&mut Columns, &mut Vec<String>),
    options: &Options,
) -> Completion<()> {
    vm.work(ferrotape_budget::costs::ENTRY)?;
    let Some(place) = columns.place(vm, key) else { return Ok(()) };
    if cells.len() <= place {
        cells.resize(place + 1, String::new());
    }
    if let Some(row) = row
        && object::has_own_property(vm, row, key)?
    {
        let value = object::get(vm, row, key)?;
        vm.keep(value);
        cells[place] = cell(vm, value, options)?;
    }
    Ok(())
}

/// Puts the columns in order: array indices first, then names as they were met, then `Values`.
fn of_rows(vm: &mut Vm, columns: &Columns, rows: Vec<Row>, has_values: bool) -> Table {
    let mut table = Table { head: vec!["(index)".to_owned()], rows: Vec::new() };
    let order = columns.order();
    table.head.extend(order.iter().map(|&place| name_of(vm, columns.keys[place])));
    if has_values {
        table.head.push("Values".to_owned());
    }
    for (name, mut cells, alone) in rows {
        cells.resize(columns.keys.len(), String::new());
        let mut row = vec![name];
        row.extend(order.iter().map(|&place| std::mem::take(&mut cells[place])));
        if has_values {
            row.push(alone);
        }
        table.rows.push(row);
    }
    table
}

/// The first own enumerable properties with texts as names, kept alive.
fn enumerable_keys(vm: &mut Vm, object: ObjectId, most: usize) -> Completion<Vec<PropertyKey>> {
    let mut keys = Vec::new();
    if let Kind::TypedArray(view) = vm.heap.kind(object) {
        let count = views::length_of_view(&vm.heap, view).unwrap_or(0).min(most);
        keys.extend((0..count).map(|index| vm.heap.key_of_index(index as u64)));
        return Ok(keys);
    }
    let all = object::own_property_keys(vm, object)?;
    vm.keep_many(all.iter().map(|key| key.kept_form()))?;
    for key in all {
        vm.work(ferrotape_budget::costs::ENTRY)?;
        if keys.len() >= most {
            break;
        }
        if key.as_symbol().is_none()
            && object::get_own_property(vm, object, key)?.is_some_and(|property| property.enumerable == Some(true))
        {
            keys.push(key);
        }
    }
    Ok(keys)
}

fn name_of(vm: &mut Vm, key: PropertyKey) -> String {
    match key.as_atom() {
        Some(atom) => vm.heap.atom_view(atom).slice(0, LONGEST_NAME).to_string_lossy(),
        None => key.as_index().map_or(String::new(), |index| index.to_string()),
    }
}

/// A value in one line. Of objects with more than two properties only the constructor is told, unless a script wants more.
fn cell(vm: &mut Vm, value: Value, options: &Options) -> Completion<String> {
    let object = value.as_object().filter(|&object| {
        let is_array = vm.heap.length_of_array(object).is_some();
        !is_array && !vm.heap.has_call(object)
    });
    let is_large = match object {
        Some(object) if options.depth == SHALLOW => enumerable_keys(vm, object, LARGE)?.len() >= LARGE,
        _ => false,
    };
    let text = inspect_within(vm, value, usize::from(is_large), options)?;
    vm.heap.lend(text.len())?;
    Ok(text)
}

impl Table {
    /// Returns the table as text. Its size is charged before it is written.
    fn render(&self, vm: &mut Vm) -> Completion<String> {
        let widest = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.chain(self.head.get(column)).map(|cell| width(cell)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(widest).collect();
        // One long cell widens its whole column.
        let columns: usize = widths.iter().map(|width| width + BORDER).sum::<usize>() + BORDER;
        let shown = self.rows.iter().chain([&self.head]).flatten().map(String::len).sum::<usize>();
        let rules = 3 * columns * '─'.len_utf8();
        let bytes = (self.rows.len() + 1).saturating_mul(columns).saturating_add(rules + shown);
        vm.work(bytes as u64 / UNITS_PER_TICK)?;
        vm.heap.lend(bytes)?;
        let mut text = String::with_capacity(bytes);
        rule(&mut text, &widths, ["┌", "┬", "┐\n"]);
        line(&mut text, &widths, &self.head);
        rule(&mut text, &widths, ["├", "┼", "┤\n"]);
        self.rows.iter().for_each(|row| line(&mut text, &widths, row));
        rule(&mut text, &widths, ["└", "┴", "┘"]);
        Ok(text)
    }
}

/// Bytes of the separator between two cells.
const BORDER: usize = " │ ".len();

fn rule(text: &mut String, widths: &[usize], [left, middle, right]: [&str; 3]) {
    for (index, width) in widths.iter().enumerate() {
        text.push_str(if index == 0 { left } else { middle });
        (0..width + 2).for_each(|_| text.push('─'));
    }
    text.push_str(right);
}

fn line(text: &mut String, widths: &[usize], row: &[String]) {
    for (index, (cell, columns)) in row.iter().zip(widths).enumerate() {
        text.push_str(if index == 0 { "│ " } else { " │ " });
        text.push_str(cell);
        (width(cell)..*columns).for_each(|_| text.push(' '));
    }
    text.push_str(" │\n");
}

//! `console.table`: rows and columns.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::collection::CollectionIterator;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::Yields;
use ferrotape_runtime::object::Proxy;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::shape;
use ferrotape_runtime::shown;
use ferrotape_runtime::typed_array;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use crate::layout::width;
use crate::{Options, inspect};

/// The most rows and columns that are shown.
const MOST_ROWS: usize = 1000;
const MOST_COLUMNS: usize = 100;

/// The most characters of a name that are shown.
const LONGEST_NAME: usize = 1000;

#[derive(Default)]
struct Table {
    head: Vec<String>,
    /// The cells by row; missing cells are empty.
    rows: Vec<Vec<String>>,
}

/// Returns the table of an object's properties. None for values without properties. `columns` selects and orders the
/// columns.
pub(crate) fn table(
    vm: &mut Vm,
    data: Value,
    columns: Option<Vec<String>>,
    options: &Options,
) -> Completion<Option<String>> {
    let Some(object) = data.as_object() else { return Ok(None) };
    let options = Options { max_array_length: 3, break_length: usize::MAX / 4, depth: Some(0), ..options.clone() };
    let kind = vm.heap.collection(object).map(|collection| collection.kind());
    let table = match (kind, vm.heap.kind(object)) {
        (Some(CollectionKind::Map), _) => of_collection(vm, object, Yields::Entries, 0, &options)?,
        (Some(_), _) => of_collection(vm, object, Yields::Keys, 0, &options)?,
        // The remaining items of an iterator.
        (None, Kind::CollectionIterator(CollectionIterator { collection, kind, yields, position })) => {
            let yields = if kind == CollectionKind::Map { yields } else { Yields::Keys };
            of_collection(vm, collection, yields, position, &options)?
        }
        (None, _) => of_object(vm, object, columns, &options)?,
    };
    table.render(vm).map(Some)
}

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

fn of_object(vm: &mut Vm, object: ObjectId, columns: Option<Vec<String>>, options: &Options) -> Completion<Table> {
    let is_given = columns.is_some();
    let mut names = columns.unwrap_or_default();
    let mut rows = Vec::new();
    let mut has_values = false;
    for (key, value) in own_values(vm, object, MOST_ROWS)? {
        vm.heap.lend(names.len() * size_of::<String>())?;
        let (mut cells, mut alone) = (vec![String::new(); names.len()], String::new());
        match value.as_object().filter(|&object| !vm.heap.has_call(object)) {
            Some(row) => {
                for (column, value) in own_values(vm, row, MOST_COLUMNS)? {
                    let place = names.iter().position(|name| *name == column);
                    let place = match place {
                        Some(place) => place,
                        None if is_given || names.len() >= MOST_COLUMNS => continue,
                        None => {
                            names.push(column);
                            cells.push(String::new());
                            names.len() - 1
                        }
                    };
                    cells[place] = cell(vm, value, options)?;
                }
            }
            None => {
                alone = cell(vm, value, options)?;
                has_values = true;
            }
        }
        rows.push((key, cells, alone));
    }
    let mut table = Table { head: vec!["(index)".to_owned()], rows: Vec::new() };
    let count = names.len();
    table.head.extend(names);
    if has_values {
        table.head.push("Values".to_owned());
    }
    for (key, mut cells, alone) in rows {
        cells.resize(count, String::new());
        if has_values {
            cells.push(alone);
        }
        cells.insert(0, key);
        table.rows.push(cells);
    }
    Ok(table)
}

/// Returns own enumerable properties with their names. Getters are not called.
fn own_values(vm: &mut Vm, object: ObjectId, most: usize) -> Completion<Vec<(String, Value)>> {
    let mut object = object;
    while let Kind::Proxy(Proxy { target, .. }) = vm.heap.kind(object) {
        vm.work(1)?;
        object = target;
    }
    if let Kind::TypedArray(view) = vm.heap.kind(object) {
        let count = views::length_of_view(&vm.heap, view).unwrap_or(0).min(most);
        return Ok((0..count)
            .filter_map(|index| Some((index.to_string(), typed_array::element_of_view(vm, view, index)?)))
            .collect());
    }
    realm::fill(vm, object);
    if vm.heap.class_of(object).is_opaque() {
        return Ok(Vec::new());
    }
    let mut values = Vec::new();
    for key in object::own_property_keys(vm, object)? {
        vm.work(ferrotape_budget::costs::ENTRY)?;
        if values.len() >= most {
            break;
        }
        let Some(descriptor) = object::get_own_property(vm, object, key)? else { continue };
        if descriptor.enumerable == Some(true)
            && key.as_symbol().is_none()
            && let Some(value) = descriptor.value
        {
            values.push((name_of(vm, key), value));
        }
    }
    Ok(values)
}

fn name_of(vm: &mut Vm, key: PropertyKey) -> String {
    match key.as_atom() {
        Some(atom) => vm.heap.atom_view(atom).slice(0, LONGEST_NAME).to_string_lossy(),
        None => key.as_index().map_or(String::new(), |index| index.to_string()),
    }
}

fn name_of_constructor(vm: &mut Vm, value: Value) -> String {
    let Some(object) = value.as_object() else { return String::new() };
    realm::fill_prototypes(vm, object);
    shown::constructor_name(&mut vm.heap, object).unwrap_or_default()
}

fn cell(vm: &mut Vm, value: Value, options: &Options) -> Completion<String> {
    // Objects with more than two properties are not expanded.
    let is_large = value.as_object().filter(|&object| !vm.heap.has_call(object)).is_some_and(|object| {
        vm.heap.length_of_array(object).is_none() && shape::own_entries(&vm.heap, object).count() > 2
    });
    if is_large {
        return Ok(format!("[{}]", name_of_constructor(vm, value)));
    }
    inspect(vm, value, options)
}

impl Table {
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

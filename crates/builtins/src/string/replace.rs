//! replace and replaceAll. For regular expressions, see `regexp/replace.rs`.

use crate::gathered::Gathered;
use crate::regexp;
use crate::string::find::string_index_of;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::FlatString;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::operands::{check_coercible, string_argument, this_string};
use super::protocol::{Worker, check_global, worker};
use super::substitution::{Groups, Replaced, Template};

/// String.prototype.replace ( searchValue, replaceValue ), ECMA-262 22.1.3.19
pub(super) fn replace(vm: &mut Vm, call: Call) -> Completion<Value> {
    check_coercible(vm, call)?;
    if let Some(result) = replace_by_protocol(vm, call)? {
        return Ok(result);
    }
    with_replacement(vm, call, |vm, replacement| {
        match string_index_of(vm, replacement.string, replacement.search, 0)? {
            Some(position) => replacement.apply(vm, &[position]),
            None => Ok(Value::string(replacement.string.id())),
        }
    })
}

/// String.prototype.replaceAll ( searchValue, replaceValue ), ECMA-262 22.1.3.20
pub(super) fn replace_all(vm: &mut Vm, call: Call) -> Completion<Value> {
    check_coercible(vm, call)?;
    check_global(vm, call, "replaceAll")?;
    if let Some(result) = replace_by_protocol(vm, call)? {
        return Ok(result);
    }
    with_replacement(vm, call, |vm, replacement| {
        Gathered::with(vm, |vm, positions| {
            find_all(vm, &replacement, positions)?;
            match positions.as_slice() {
                [] => Ok(Value::string(replacement.string.id())),
                positions => replacement.apply(vm, positions),
            }
        })
    })
}

/// Returns the result of the first argument's method, if it has one.
fn replace_by_protocol(vm: &mut Vm, call: Call) -> Completion<Option<Value>> {
    let (search, replacement) = (call.argument(vm, 0), call.argument(vm, 1));
    match worker(vm, search, symbols::REPLACE)? {
        Worker::Regexp(regexp) => {
            let string = this_string(vm, call)?;
            regexp::replace(vm, regexp, string, replacement).map(Some)
        }
        Worker::Method(method) => vm.call(Value::object(method), search, &[call.this, replacement]).map(Some),
        Worker::String => Ok(None),
    }
}

/// Finds the positions of the search string that do not overlap.
fn find_all(vm: &mut Vm, replacement: &Replacement<'_>, positions: &mut Gathered<usize>) -> Completion<()> {
    let (mut from, mut has_room) = (0, true);
    let length = vm.heap.view(replacement.string).len();
    while has_room && let Some(position) = string_index_of(vm, replacement.string, replacement.search, from)? {
        vm.work(1)?;
        positions.push(&mut vm.heap, position)?;
        from = position + replacement.search_length.max(1);
        // The empty string is also found at the end, but only once.
        has_room = from <= length;
    }
    Ok(())
}

/// The arguments of a replacement.
struct Replacement<'t> {
    string: FlatString,
    search: FlatString,
    search_length: usize,
    by: Replacer<'t>,
}

/// The second argument of `replace` and `replaceAll`.
enum Replacer<'t> {
    Function(Value),
    Template(Template<'t>),
}

/// Converts `this` and the arguments.
fn with_replacement<R>(
    vm: &mut Vm,
    call: Call,
    work: impl FnOnce(&mut Vm, Replacement<'_>) -> Completion<R>,
) -> Completion<R> {
    let string = this_string(vm, call)?;
    let search = string_argument(vm, call, 0)?;
    let by = call.argument(vm, 1);
    let text = if vm.heap.is_callable(by) { None } else { Some(string_argument(vm, call, 1)?) };
    let (string, search) = (vm.heap.flatten(string)?, vm.heap.flatten(search)?);
    let search_length = vm.heap.view(search).len();
    match text {
        None => work(vm, Replacement { string, search, search_length, by: Replacer::Function(by) }),
        Some(text) => Template::with(vm, text, 0, false, |vm, template| {
            work(vm, Replacement { string, search, search_length, by: Replacer::Template(template) })
        }),
    }
}

impl Replacement<'_> {
    /// Returns the string with the matches at the positions replaced.
    fn apply(&self, vm: &mut Vm, positions: &[usize]) -> Completion<Value> {
        let mut result = StringBuilder::new();
        let mut end = 0;
        for &position in positions {
            vm.work(1)?;
            result.push_substring(vm, self.string.id(), end, position)?;
            self.push_replacement(vm, &mut result, position)?;
            end = position + self.search_length;
        }
        let length = vm.heap.view(self.string).len();
        result.push_substring(vm, self.string.id(), end, length)?;
        result.finish(vm).map(Value::string)
    }

    /// Appends what replaces the match at a position. There are no groups: the function gets match, position and string.
    fn push_replacement(&self, vm: &mut Vm, result: &mut StringBuilder, position: usize) -> Completion<()> {
        match &self.by {
            &Replacer::Function(function) => {
                let search = Value::string(self.search.id());
                let arguments = [search, Value::int(position as i32), Value::string(self.string.id())];
                let returned = vm.call(function, Value::UNDEFINED, &arguments)?;
                let text = convert::to_string(vm, returned)?;
                result.push_string(vm, text)
            }
            Replacer::Template(template) => {
                let end = position + self.search_length;
                let replaced =
                    Replaced { string: self.string, start: position, end, groups: Groups::None, named: None };
                template.push(vm, result, &replaced)
            }
        }
    }
}

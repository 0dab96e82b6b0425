//! replace and replaceAll of strings.
//!
//! Missing: what replaces matches of regular expressions (test262 built-ins/RegExp).

use crate::error::Completion;
use crate::function::Call;
use crate::heap::{FlatString, StringId};
use crate::string_builder::StringBuilder;
use crate::value::Value;
use crate::vm::Vm;

use super::{string_argument, this_string};

/// String.prototype.replace ( searchValue, replaceValue ), ECMA-262 22.1.3.19
pub(super) fn replace(vm: &mut Vm, call: Call) -> Completion<Value> {
    let replacement = Replacement::new(vm, call)?;
    match vm.string_index_of(replacement.string, replacement.search, 0)? {
        Some(position) => replacement.apply(vm, &[position]),
        None => Ok(Value::string(replacement.string.id())),
    }
}

/// String.prototype.replaceAll ( searchValue, replaceValue ), ECMA-262 22.1.3.20
pub(super) fn replace_all(vm: &mut Vm, call: Call) -> Completion<Value> {
    let replacement = Replacement::new(vm, call)?;
    let mut positions = Vec::new();
    let (mut from, mut has_room) = (0, true);
    let length = vm.heap.view(replacement.string).len();
    while has_room && let Some(position) = vm.string_index_of(replacement.string, replacement.search, from)? {
        if positions.len() == positions.capacity() {
            vm.heap.charge(positions.capacity() * 2 * size_of::<usize>())?;
        }
        vm.tick(1)?;
        positions.push(position);
        from = position + replacement.search_length.max(1);
        // The empty string is found at the end too, but only once.
        has_room = from <= length;
    }
    if positions.is_empty() { Ok(Value::string(replacement.string.id())) } else { replacement.apply(vm, &positions) }
}

struct Replacement {
    string: FlatString,
    search: FlatString,
    search_length: usize,
    by: Replacer,
}

enum Replacer {
    Function(Value),
    Template(FlatString),
}

impl Replacement {
    /// Converts `this` and the arguments.
    fn new(vm: &mut Vm, call: Call) -> Completion<Self> {
        let string = this_string(vm, call)?;
        let search = string_argument(vm, call, 0)?;
        let by = call.argument(vm, 1);
        let by = if vm.heap.is_callable(by) {
            Replacer::Function(by)
        } else {
            let template = string_argument(vm, call, 1)?;
            Replacer::Template(vm.heap.flatten(template)?)
        };
        let (string, search) = (vm.heap.flatten(string)?, vm.heap.flatten(search)?);
        Ok(Replacement { string, search, search_length: vm.heap.view(search).len(), by })
    }

    /// The string with what stands at the positions replaced.
    fn apply(&self, vm: &mut Vm, positions: &[usize]) -> Completion<Value> {
        let mut result = StringBuilder::new();
        let mut end = 0;
        for &position in positions {
            result.push_substring(vm, self.string.id(), end, position)?;
            self.push_replacement(vm, &mut result, position)?;
            end = position + self.search_length;
        }
        let length = vm.heap.view(self.string).len();
        result.push_substring(vm, self.string.id(), end, length)?;
        result.finish(vm).map(Value::string)
    }

    fn push_replacement(&self, vm: &mut Vm, result: &mut StringBuilder, position: usize) -> Completion<()> {
        match self.by {
            Replacer::Function(function) => {
                let search = Value::string(self.search.id());
                let arguments = [search, Value::int(position as i32), Value::string(self.string.id())];
                let returned = vm.call(function, Value::UNDEFINED, &arguments)?;
                let text = vm.to_string(returned)?;
                result.push_string(vm, text)
            }
            Replacer::Template(template) => {
                let matched = Match { string: self.string, position, length: self.search_length };
                matched.push_substitution(vm, result, template)
            }
        }
    }
}

struct Match {
    string: FlatString,
    position: usize,
    length: usize,
}

impl Match {
    /// GetSubstitution, ECMA-262 22.1.3.19.1, without captures: `$1` and `$<name>` stand for themselves.
    fn push_substitution(&self, vm: &mut Vm, result: &mut StringBuilder, template: FlatString) -> Completion<()> {
        let string: StringId = self.string.id();
        let (dollar, length) = (vm.heap.flatten(StringId::character(b'$'))?, vm.heap.view(template).len());
        let end = self.position + self.length;
        let mut start = 0;
        while let Some(index) = vm.string_index_of(template, dollar, start)? {
            result.push_substring(vm, template.id(), start, index)?;
            start = index + 2;
            match vm.heap.view(template).get(index + 1).and_then(|unit| u8::try_from(unit).ok()) {
                Some(b'$') => result.push_byte(vm, b'$')?,
                Some(b'&') => result.push_substring(vm, string, self.position, end)?,
                Some(b'`') => result.push_substring(vm, string, 0, self.position)?,
                Some(b'\'') => {
                    let length = vm.heap.view(self.string).len();
                    result.push_substring(vm, string, end, length)?;
                }
                _ => {
                    result.push_byte(vm, b'$')?;
                    start = index + 1;
                }
            }
        }
        result.push_substring(vm, template.id(), start, length)
    }
}

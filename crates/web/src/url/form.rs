//! application/x-www-form-urlencoded, URL 5: names and values as text, and back.

use ferrotape_budget::Termination;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::encode_sets::{EncodeSet, append, copied, decode, encode, find};
use crate::text;

/// The parser. Gives a new list of names and values in turn, which is kept.
pub(crate) fn parse(vm: &mut Vm, input: &[u8]) -> Completion<ObjectId> {
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut rest = Some(input);
    while let Some(input) = rest {
        let vm = &mut vm.scope();
        vm.work(1)?;
        let end = find(&mut vm.heap, input, |byte| byte == b'&')?;
        let pair = &input[..end];
        rest = input.get(end + 1..);
        if pair.is_empty() {
            continue;
        }
        let on_loan = vm.heap.on_loan();
        let split = find(&mut vm.heap, pair, |byte| byte == b'=')?;
        for part in [&pair[..split], pair.get(split + 1..).unwrap_or_default()] {
            let decoded = decoded(&mut vm.heap, part)?;
            let string = text::new_string(vm, &decoded)?;
            iterate::append_value(vm, list, Value::string(string))?;
        }
        vm.heap.settle_loans(on_loan);
        vm.collect_when_due()?;
    }
    Ok(list)
}

fn decoded(heap: &mut Heap, part: &[u8]) -> Result<Vec<u8>, Termination> {
    let mut spaced = copied(heap, part)?;
    spaced.iter_mut().filter(|byte| **byte == b'+').for_each(|byte| *byte = b' ');
    if spaced.contains(&b'%') { decode(heap, &spaced) } else { Ok(spaced) }
}

/// The serializer of a list of names and values. The bytes are lent.
pub(crate) fn serialize(vm: &mut Vm, list: ObjectId) -> Completion<Vec<u8>> {
    let mut out = Vec::new();
    let mut index = 0;
    while let Some(value) = vm.heap.elements(list).as_dense().and_then(|values| values.get(index)).copied() {
        vm.work(1)?;
        if index > 0 {
            append(&mut vm.heap, &mut out, if index % 2 == 1 { b"=" } else { b"&" })?;
        }
        index += 1;
        if let Some(string) = value.as_string() {
            let part = text::utf8(vm, string)?;
            encode_part(&mut vm.heap, &mut out, &part)?;
            vm.heap.take_back(&part);
        }
    }
    Ok(out)
}

/// Percent-encodes with spaces as plus signs.
fn encode_part(heap: &mut Heap, out: &mut Vec<u8>, mut part: &[u8]) -> Result<(), Termination> {
    loop {
        heap.work(1)?;
        let end = find(heap, part, |byte| byte == b' ')?;
        encode(heap, out, &part[..end], EncodeSet::FORM)?;
        let Some(rest) = part.get(end + 1..) else { return Ok(()) };
        append(heap, out, b"+")?;
        part = rest;
    }
}

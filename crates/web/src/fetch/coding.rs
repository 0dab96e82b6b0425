//! Content codings of the bodies that a host gives as the server has sent them, RFC 9110 8.4: `gzip` and `deflate`. What comes
//! out is charged to the script, so a bomb ends by its limits.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::vm::Vm;

use crate::headers;
use crate::interface::flag;
#[cfg(feature = "compression")]
use crate::streams::compression;

/// Returns what decodes the body of an answer with these headers. It is kept. None where there is nothing to decode, or several
/// codings, or one that is not known: then the script gets the bytes as they are.
pub(super) fn of_answer(vm: &mut Vm, answer: ObjectId, list: ObjectId) -> Completion<Option<ObjectId>> {
    if !flag(vm, Some(answer), "encoded")? {
        return Ok(None);
    }
    match headers::value_of(vm, list, b"content-encoding")? {
        Some(coding) => decoder(vm, &coding.trim_ascii().to_ascii_lowercase()),
        None => Ok(None),
    }
}

#[cfg(feature = "compression")]
fn decoder(vm: &mut Vm, coding: &[u8]) -> Completion<Option<ObjectId>> {
    compression::decoder(vm, coding)
}

#[cfg(not(feature = "compression"))]
fn decoder(_: &mut Vm, _: &[u8]) -> Completion<Option<ObjectId>> {
    Ok(None)
}

/// Decodes a piece of a body, and gives the pieces that come out.
#[cfg(feature = "compression")]
pub(super) fn decode(
    vm: &mut Vm,
    decoder: ObjectId,
    input: &[u8],
    ends: bool,
    give: impl FnMut(&mut Vm, &[u8]) -> Completion<()>,
) -> Completion<()> {
    compression::code(vm, decoder, input, ends, give)
}

/// Decodes nothing: no answer has a decoder.
#[cfg(not(feature = "compression"))]
pub(super) fn decode(
    vm: &mut Vm,
    _: ObjectId,
    input: &[u8],
    _: bool,
    mut give: impl FnMut(&mut Vm, &[u8]) -> Completion<()>,
) -> Completion<()> {
    if input.is_empty() { Ok(()) } else { give(vm, input) }
}

/// Decodes a whole body, in room that is lent.
pub(super) fn decoded(vm: &mut Vm, decoder: ObjectId, input: &[u8]) -> Completion<Vec<u8>> {
    let mut whole = Vec::new();
    if input.is_empty() {
        return Ok(whole);
    }
    for (input, ends) in [(input, false), (&[][..], true)] {
        decode(vm, decoder, input, ends, |vm, piece| {
            vm.heap.lend_room(&mut whole, piece.len())?;
            whole.extend_from_slice(piece);
            Ok(())
        })?;
    }
    Ok(whole)
}

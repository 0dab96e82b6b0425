//! multipart/form-data, RFC 7578, as HTML 4.10.21.8 writes it: entries as bytes, and back.

use ferrotape_budget::costs::{BYTES_PER_TICK, ENTRY, UNITS_PER_TICK};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::mime::Mime;
use crate::blob::{self, Contents};
use crate::interface::Known;
use crate::{crypto, pairs, text};

/// Bytes that are looked at between two ticks.
const PIECE: usize = 1 << 14;

fn append(vm: &mut Vm, out: &mut Vec<u8>, bytes: &[u8]) -> Completion<()> {
    vm.work(bytes.len() as u64 / BYTES_PER_TICK)?;
    vm.heap.lend_room(out, bytes.len())?;
    out.extend_from_slice(bytes);
    Ok(())
}

/// Appends text with CR LF for each line break.
fn append_lines(vm: &mut Vm, out: &mut Vec<u8>, text: &[u8]) -> Completion<()> {
    let mut before = 0;
    for piece in text.chunks(PIECE) {
        vm.work(piece.len() as u64 / UNITS_PER_TICK + 1)?;
        vm.heap.lend_room(out, 2 * piece.len())?;
        for &byte in piece {
            match (before, byte) {
                (b'\r', b'\n') => {}
                (_, b'\r' | b'\n') => out.extend_from_slice(b"\r\n"),
                _ => out.push(byte),
            }
            before = byte;
        }
    }
    Ok(())
}

/// Appends the name of an entry or of a file.
fn append_name(vm: &mut Vm, out: &mut Vec<u8>, name: Value, is_of_file: bool) -> Completion<()> {
    let name = match name.as_string() {
        Some(name) => text::utf8(vm, name)?,
        None => Vec::new(),
    };
    let mut lines = Vec::new();
    match is_of_file {
        true => append(vm, &mut lines, &name)?,
        false => append_lines(vm, &mut lines, &name)?,
    }
    for piece in lines.chunks(PIECE) {
        vm.work(piece.len() as u64 / UNITS_PER_TICK + 1)?;
        vm.heap.lend_room(out, 3 * piece.len())?;
        for &byte in piece {
            match byte {
                b'\n' => out.extend_from_slice(b"%0A"),
                b'\r' => out.extend_from_slice(b"%0D"),
                b'"' => out.extend_from_slice(b"%22"),
                _ => out.push(byte),
            }
        }
    }
    vm.heap.take_back(&lines);
    vm.heap.take_back(&name);
    Ok(())
}

/// The multipart/form-data encoding algorithm: the bytes, in room that is lent, and the boundary.
pub(super) fn write(vm: &mut Vm, data: ObjectId) -> Completion<(Vec<u8>, String)> {
    // Whole numbers of the generator would tell the receiver those that follow.
    let mut unlikely = [0; 8];
    crypto::fill(vm, &mut unlikely)?;
    let boundary = format!("----formdata-ferrotape-{:016x}", u64::from_le_bytes(unlikely));
    let mut out = Vec::new();
    let mut index = 0;
    while let Some([name, value]) = pairs::pair(vm, data, index) {
        index += 1;
        vm.work(ENTRY)?;
        append(vm, &mut out, format!("--{boundary}\r\nContent-Disposition: form-data; name=\"").as_bytes())?;
        append_name(vm, &mut out, name, false)?;
        match value.as_object() {
            Some(file) => append_file(vm, &mut out, file)?,
            None => {
                append(vm, &mut out, b"\"\r\n\r\n")?;
                if let Some(value) = value.as_string() {
                    let value = text::utf8(vm, value)?;
                    append_lines(vm, &mut out, &value)?;
                    vm.heap.take_back(&value);
                }
            }
        }
        append(vm, &mut out, b"\r\n")?;
    }
    append(vm, &mut out, format!("--{boundary}--\r\n").as_bytes())?;
    Ok((out, boundary))
}

/// Appends the rest of the headers of a part that is a file, and its bytes.
fn append_file(vm: &mut Vm, out: &mut Vec<u8>, file: ObjectId) -> Completion<()> {
    append(vm, out, b"\"; filename=\"")?;
    let name = blob::name_of_file(vm, file);
    append_name(vm, out, name, true)?;
    append(vm, out, b"\"\r\nContent-Type: ")?;
    let kind = blob::kind_of_blob(vm, file)?;
    append(vm, out, if kind.is_empty() { b"application/octet-stream" } else { kind.as_bytes() })?;
    vm.heap.take_back(&kind.into_bytes());
    append(vm, out, b"\r\n\r\n")?;
    blob::append_part(vm, out, Value::object(file), false)
}

/// Headers of a part.
#[derive(Default)]
struct Part {
    name: Option<Vec<u8>>,
    file_name: Option<Vec<u8>>,
    kind: Option<Vec<u8>>,
}

/// The multipart/form-data parser: a list of names and values, which is kept. None of what is not well-formed.
pub(super) fn parse(vm: &mut Vm, mut rest: &[u8], mime: &Mime) -> Completion<Option<ObjectId>> {
    let Some(boundary) = mime.parameter(b"boundary").filter(|boundary| !boundary.is_empty()) else { return Ok(None) };
    let end = [b"\r\n--", boundary].concat();
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    // An empty preamble, RFC 2046 5.1.1.
    let start = rest.strip_prefix(b"\r\n").unwrap_or(rest);
    let Some(first) = start.strip_prefix(&end[2..]) else { return Ok(None) };
    rest = first;
    loop {
        let vm = &mut vm.scope();
        vm.work(ENTRY)?;
        if rest.starts_with(b"--") {
            return Ok(Some(list));
        }
        let Some(after) = without_padding(vm, rest)?.strip_prefix(b"\r\n") else { return Ok(None) };
        let Some((part, after)) = headers_of(vm, after)? else { return Ok(None) };
        let Some(length) = find(vm, after, &end)? else { return Ok(None) };
        let (body, behind) = after.split_at(length);
        rest = &behind[end.len()..];
        let Some(name) = part.name else { return Ok(None) };
        let on_loan = vm.heap.on_loan();
        let name = text::new_string(vm, &name)?;
        let value = match part.file_name {
            Some(file_name) => file_of(vm, &file_name, part.kind, body)?,
            None => Value::string(text::new_string(vm, body)?),
        };
        iterate::append_value(vm, list, Value::string(name))?;
        iterate::append_value(vm, list, value)?;
        vm.heap.settle_loans(on_loan);
        vm.collect_when_due()?;
    }
}

/// Skips blanks, which mail programs add to boundaries.
fn without_padding<'a>(vm: &mut Vm, text: &'a [u8]) -> Completion<&'a [u8]> {
    let start = text.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(text.len());
    vm.work(start as u64 / UNITS_PER_TICK)?;
    Ok(&text[start..])
}

/// Makes the File of a part, last modified now. A missing type is text/plain; one that is not printable is none.
fn file_of(vm: &mut Vm, name: &[u8], kind: Option<Vec<u8>>, body: &[u8]) -> Completion<Value> {
    let mut bytes = Vec::new();
    append(vm, &mut bytes, body)?;
    let kind = kind.unwrap_or_else(|| b"text/plain".to_vec()).to_ascii_lowercase();
    let kind = String::from_utf8(kind).ok().filter(|kind| kind.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    let name = Value::string(text::new_string(vm, name)?);
    let last_modified = vm.host_time()?.floor();
    let prototype = Known::File.of_realm(vm);
    let contents = Contents::of(bytes, kind.unwrap_or_default());
    blob::new_file(vm, prototype, contents, name, last_modified).map(Value::object)
}

/// Finds a text, which begins with CR.
fn find(vm: &mut Vm, text: &[u8], wanted: &[u8]) -> Completion<Option<usize>> {
    let mut at = 0;
    while let Some(piece) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let piece = &piece[..piece.len().min(PIECE)];
        let found = piece.iter().position(|&byte| byte == wanted[0]);
        vm.work((found.unwrap_or(piece.len()) + wanted.len()) as u64 / UNITS_PER_TICK + 1)?;
        match found {
            None => at += piece.len(),
            Some(found) if text[at + found..].starts_with(wanted) => return Ok(Some(at + found)),
            Some(found) => at += found + 1,
        }
    }
    Ok(None)
}

/// Parses the headers of a part: with what comes after them.
fn headers_of<'a>(vm: &mut Vm, mut text: &'a [u8]) -> Completion<Option<(Part, &'a [u8])>> {
    let mut part = Part::default();
    loop {
        if let Some(body) = text.strip_prefix(b"\r\n") {
            return Ok(Some((part, body)));
        }
        let Some(end) = find(vm, text, b"\r\n")? else { return Ok(None) };
        let line = &text[..end];
        text = &text[end + 2..];
        let Some(colon) = line.iter().position(|&byte| byte == b':') else { return Ok(None) };
        let (name, value) = (line[..colon].to_ascii_lowercase(), line[colon + 1..].trim_ascii());
        vm.room(2 * line.len())?;
        match &name[..] {
            b"content-disposition" => {
                let Some(mut rest) = value.strip_prefix(b"form-data") else { return Ok(None) };
                while let Some(after) = rest.trim_ascii_start().strip_prefix(b";") {
                    let Some((name, value, after)) = parameter(after.trim_ascii_start()) else { return Ok(None) };
                    rest = after;
                    match name {
                        b"name" => part.name = Some(value),
                        b"filename" => part.file_name = Some(value),
                        _ => {}
                    }
                }
            }
            b"content-type" => part.kind = Some(value.to_vec()),
            _ => {}
        }
    }
}

/// Parses `name="value"`.
fn parameter(text: &[u8]) -> Option<(&[u8], Vec<u8>, &[u8])> {
    let equals = text.iter().position(|&byte| byte == b'=')?;
    let (name, rest) = (&text[..equals], &text[equals + 1..]);
    let Some(rest) = rest.strip_prefix(b"\"") else {
        let end = rest.iter().position(|&byte| byte == b';').unwrap_or(rest.len());
        return Some((name, rest[..end].trim_ascii().to_vec(), &rest[end..]));
    };
    let end = rest.iter().position(|&byte| byte == b'"')?;
    let mut value = Vec::with_capacity(end);
    let mut escaped = &rest[..end];
    while let Some((&byte, after)) = escaped.split_first() {
        let (byte, after) = match escaped {
            [b'%', b'0', b'A' | b'a', after @ ..] => (b'\n', after),
            [b'%', b'0', b'D' | b'd', after @ ..] => (b'\r', after),
            [b'%', b'2', b'2', after @ ..] => (b'"', after),
            _ => (byte, after),
        };
        value.push(byte);
        escaped = after;
    }
    Some((name, value, &rest[end + 1..]))
}

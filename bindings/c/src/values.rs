//! Values: they are made, read, called, and given back.

use ferrotape_session::{Item, Op};

use crate::engines::give;
use crate::record::{Record, length, locked, record};
use crate::types::{Buffer, Engine, Kind, Slice, Status, Value};
use crate::{bytes, guarded, put, put_if_asked, text};

fn number(id: u64) -> Item {
    Item::Number(id as f64)
}

/// Returns what a value is, as the format writes it.
fn data(record: &std::sync::Arc<Record>, value: Value) -> Result<Vec<u8>, Status> {
    if value == (Value { engine: 0, id: 0 }) {
        return Ok(vec![0]);
    }
    record.perform(Op::Data, vec![number(record.id(value)?)], &[]).map(|(_, bytes)| bytes)
}

/// Returns a primitive value. Nothing of the script runs.
fn primitive(record: &std::sync::Arc<Record>, value: Value, kind: Kind) -> Result<Vec<u8>, Status> {
    match self::kind(record, value)? {
        found if found == kind => data(record, value),
        _ => Err(Status::BadKind),
    }
}

fn kind(record: &std::sync::Arc<Record>, value: Value) -> Result<Kind, Status> {
    if value == (Value { engine: 0, id: 0 }) {
        return Ok(Kind::Undefined);
    }
    let (_, name) = record.perform(Op::Kind, vec![number(record.id(value)?)], &[])?;
    let name = Item::decode(&name).map_err(|_| Status::Internal)?;
    Ok(Kind::of(name.as_text().unwrap_or_default()))
}

/// Keeps a value of the format.
///
/// # Safety
///
/// The place is null, or can be written.
unsafe fn hold(engine: Engine, wire: &[u8], result: *mut Value) -> Result<Status, Status> {
    if result.is_null() {
        return Err(Status::Null);
    }
    let value = record(engine)?.value(Op::Hold, vec![], wire)?;
    // SAFETY: as the caller promises.
    unsafe { put(result, value) }?;
    Ok(Status::Ok)
}

/// Returns an object's number; 0 stands for the global one nowhere in C.
fn object(record: &Record, value: Value) -> Result<Item, Status> {
    record.id(value).map(number)
}

/// Writes a list of values, the first of which may be `this`.
///
/// # Safety
///
/// There are so many values to be read.
unsafe fn list(record: &Record, this: Option<Value>, values: *const Value, count: usize) -> Result<Vec<u8>, Status> {
    let values = match count {
        0 => &[][..],
        _ if values.is_null() => return Err(Status::Null),
        // SAFETY: as the caller promises.
        _ => unsafe { std::slice::from_raw_parts(values, count) },
    };
    let mut bytes = vec![12];
    length((values.len() + usize::from(this.is_some())) as u64, &mut bytes);
    for &value in this.iter().chain(values) {
        bytes.extend(record.bytes(value)?);
    }
    Ok(bytes)
}

/// Gives an operation's value, or nothing where nobody asks for it.
///
/// # Safety
///
/// The place is null, or can be written.
unsafe fn result(engine: Engine, op: Op, items: Vec<Item>, rest: &[u8], place: *mut Value) -> Result<Status, Status> {
    let record = record(engine)?;
    let value = record.value(op, items, rest)?;
    match place.is_null() {
        true => record.release(value)?,
        // SAFETY: as the caller promises.
        false => unsafe { put(place, value) }?,
    }
    Ok(Status::Ok)
}

/// Bytes of a buffer, or of a view of one.
fn part(wire: &[u8]) -> Result<&[u8], Status> {
    /// Bytes of an element, by the element types of the format.
    const SIZES: [usize; 13] = [1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8, 1];
    let (&tag, rest) = wire.split_first().ok_or(Status::Internal)?;
    let (start, count, rest) = match tag {
        19 => (0, None, wire),
        20 => {
            let (&element, rest) = rest.split_first().ok_or(Status::Internal)?;
            let (start, rest) = leading(rest)?;
            let (elements, rest) = leading(rest)?;
            (start, Some(elements.saturating_mul(*SIZES.get(element as usize).ok_or(Status::Internal)?)), rest)
        }
        _ => return Err(Status::BadKind),
    };
    let (_, buffer) = leading(rest.get(1..).ok_or(Status::Internal)?)?;
    let end = count.map_or(buffer.len(), |count| start.saturating_add(count));
    buffer.get(start..end).ok_or(Status::Internal)
}

/// Reads LEB128.
fn leading(bytes: &[u8]) -> Result<(usize, &[u8]), Status> {
    let mut number = 0;
    for (place, &byte) in bytes.iter().take(9).enumerate() {
        number |= u64::from(byte & 0x7F) << (7 * place);
        if byte < 0x80 {
            return Ok((usize::try_from(number).map_err(|_| Status::Internal)?, &bytes[place + 1..]));
        }
    }
    Err(Status::Internal)
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_eval(engine: Engine, source: Slice, name: Slice, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let (source, name) = (text(source)?, text(name)?);
        let name = if name.is_empty() { "script.js" } else { name };
        self::result(engine, Op::Eval, vec![name.into(), source.into()], &[], result)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_call(
    engine: Engine,
    function: Value,
    this: Value,
    arguments: *const Value,
    count: usize,
    result: *mut Value,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let list = list(&record, Some(this), arguments, count)?;
        self::result(engine, Op::Call, vec![object(&record, function)?], &list, result)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_construct(
    engine: Engine,
    function: Value,
    arguments: *const Value,
    count: usize,
    result: *mut Value,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let list = list(&record, None, arguments, count)?;
        self::result(engine, Op::Construct, vec![object(&record, function)?], &list, result)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_global(engine: Engine, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { self::result(engine, Op::Global, vec![], &[], result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_get(engine: Engine, object: Value, key: Slice, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let (record, key) = (record(engine)?, Item::from(text(key)?).encode());
        self::result(engine, Op::Get, vec![self::object(&record, object)?], &key, result)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_set(engine: Engine, object: Value, key: Slice, value: Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let pair = [vec![12, 2], Item::from(text(key)?).encode(), record.bytes(value)?].concat();
        record.perform(Op::Set, vec![self::object(&record, object)?], &pair)?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_get_value(engine: Engine, object: Value, key: Value, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        self::result(engine, Op::Get, vec![self::object(&record, object)?], &record.bytes(key)?, result)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_set_value(engine: Engine, object: Value, key: Value, value: Value) -> Status {
    guarded(|| {
        let record = record(engine)?;
        let pair = [vec![12, 2], record.bytes(key)?, record.bytes(value)?].concat();
        record.perform(Op::Set, vec![self::object(&record, object)?], &pair)?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_keys(engine: Engine, object: Value, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        if result.is_null() {
            return Err(Status::Null);
        }
        let (_, keys) = record.perform(Op::Keys, vec![self::object(&record, object)?], &[])?;
        put(result, record.value(Op::Hold, vec![], &keys)?)?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_get_index(engine: Engine, object: Value, index: u32, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let (record, key) = (record(engine)?, Item::Number(index.into()).encode());
        self::result(engine, Op::Get, vec![self::object(&record, object)?], &key, result)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_set_index(engine: Engine, object: Value, index: u32, value: Value) -> Status {
    guarded(|| {
        let record = record(engine)?;
        let pair = [vec![12, 2], Item::Number(index.into()).encode(), record.bytes(value)?].concat();
        record.perform(Op::Set, vec![self::object(&record, object)?], &pair)?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_kind_of(engine: Engine, value: Value, kind: *mut Kind) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let found = self::kind(&record(engine)?, value)?;
        put(kind, found)?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_to_number(engine: Engine, value: Value, number: *mut f64) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let bytes = primitive(&record(engine)?, value, Kind::Number)?;
        let found = Item::decode(&bytes).ok().and_then(|item| item.as_number()).ok_or(Status::Internal)?;
        put(number, found)?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_to_boolean(engine: Engine, value: Value, boolean: *mut u32) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let bytes = primitive(&record(engine)?, value, Kind::Boolean)?;
        put(boolean, u32::from(bytes == [3]))?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_to_bigint(engine: Engine, value: Value, number: *mut i64) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let bytes = primitive(&record(engine)?, value, Kind::BigInt)?;
        let (_, digits) = leading(&bytes[1..])?;
        let mut magnitude = [0; 8];
        magnitude.get_mut(..digits.len()).ok_or(Status::BadKind)?.copy_from_slice(digits);
        let magnitude = i128::from(u64::from_le_bytes(magnitude));
        let found = if bytes[0] == 7 { -magnitude } else { magnitude };
        put(number, i64::try_from(found).map_err(|_| Status::BadKind)?)?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_to_utf8(engine: Engine, value: Value, utf8: *mut Slice, lossy: *mut u32) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let units = Item::decode_units(&primitive(&record, value, Kind::String)?).map_err(|_| Status::Internal)?;
        let is_lossy = char::decode_utf16(units.iter().copied()).any(|letter| letter.is_err());
        put(utf8, record.keep(String::from_utf16_lossy(&units).into_bytes()))?;
        put_if_asked(lossy, u32::from(is_lossy));
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_to_utf16(
    engine: Engine,
    value: Value,
    units: *mut *const u16,
    length: *mut usize,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let found = Item::decode_units(&primitive(&record, value, Kind::String)?).map_err(|_| Status::Internal)?;
        let mut notes = locked(&record.notes);
        notes.units = found;
        put(units, notes.units.as_ptr())?;
        put(length, notes.units.len())?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_to_date(engine: Engine, value: Value, milliseconds: *mut f64) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let bytes = primitive(&record(engine)?, value, Kind::Date)?;
        let raw = bytes.get(1..).and_then(|raw| raw.try_into().ok()).ok_or(Status::Internal)?;
        put(milliseconds, f64::from_le_bytes(raw))?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_to_bytes(engine: Engine, value: Value, slice: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let wire = primitive(&record, value, Kind::Bytes)?;
        put(slice, record.keep(part(&wire)?.to_vec()))?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_inspect(engine: Engine, value: Value, utf8: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let (_, text) = record.perform(Op::Inspect, vec![object(&record, value)?], &[])?;
        let text = Item::decode(&text).map_err(|_| Status::Internal)?;
        put(utf8, record.keep(text.as_text().unwrap_or_default().as_bytes().to_vec()))?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_undefined(engine: Engine, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { hold(engine, &[0], result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_null(engine: Engine, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { hold(engine, &[1], result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_boolean(engine: Engine, boolean: u32, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { hold(engine, &[2 + u8::from(boolean != 0)], result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_number(engine: Engine, number: f64, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { hold(engine, &Item::Number(number).encode(), result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_utf8(engine: Engine, utf8: Slice, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { hold(engine, &Item::from(text(utf8)?).encode(), result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_date(engine: Engine, milliseconds: f64, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { hold(engine, &[&[18][..], &milliseconds.to_le_bytes()].concat(), result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_array(engine: Engine, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { hold(engine, &[12, 0], result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_object(engine: Engine, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { hold(engine, &[14, 15], result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_bigint(engine: Engine, number: i64, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let mut wire = vec![if number < 0 { 7 } else { 6 }, 8];
        wire.extend(number.unsigned_abs().to_le_bytes());
        hold(engine, &wire, result)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_utf16(engine: Engine, units: *const u16, length: usize, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let units = match length {
            0 => &[][..],
            _ if units.is_null() => return Err(Status::Null),
            _ => std::slice::from_raw_parts(units, length),
        };
        let mut wire = vec![9];
        self::length(units.len() as u64, &mut wire);
        wire.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
        hold(engine, &wire, result)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_bytes(engine: Engine, given: Slice, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let given = bytes(given)?;
        let mut wire = vec![19];
        length(given.len() as u64, &mut wire);
        wire.extend_from_slice(given);
        hold(engine, &wire, result)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_read_wire(engine: Engine, value: Value, buffer: *mut Buffer) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let wire = data(&record(engine)?, value)?;
        give(wire, buffer)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_write_wire(engine: Engine, wire: Slice, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { hold(engine, bytes(wire)?, result) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_keep(engine: Engine, value: Value, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        if result.is_null() {
            return Err(Status::Null);
        }
        let (_, output) = record.perform(Op::Hold, vec![], &record.bytes(value)?)?;
        let id = Item::decode(&output).ok().and_then(|item| item.as_number()).ok_or(Status::Internal)? as u64;
        put(result, Value { engine: engine.id, id })?;
        Ok(Status::Ok)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_value_free(engine: Engine, value: Value) -> Status {
    guarded(|| record(engine)?.release(value).map(|()| Status::Ok))
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_promise_state(
    engine: Engine,
    promise: Value,
    state: *mut u32,
    result: *mut Value,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let (_, output) = record.perform(Op::Promise, vec![object(&record, promise)?], &[])?;
        let (told, rest) = Item::decode_first(&output).map_err(|_| Status::Internal)?;
        let Item::List(told) = told else { return Err(Status::Internal) };
        let number = match told.first().and_then(Item::as_text) {
            Some("fulfilled") => 1,
            Some("rejected") => 2,
            _ => 0,
        };
        let settled = if rest.is_empty() || rest == [0] { Value { engine: 0, id: 0 } } else { record.made(rest)? };
        put(state, number)?;
        put_if_asked(result, settled);
        Ok(Status::Ok)
    })
}

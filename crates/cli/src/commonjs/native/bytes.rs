//! Text to bytes and back, in the encodings of Node's Buffer. Each loop ticks by pieces.

use std::cmp::Ordering;

use ferrotape::handles::{ArrayBuffer, Bytes, JsString};
use ferrotape::{Context, Error, Object};
use ferrotape_text::Base64;

use super::add;

/// Bytes that are converted between two checks of the limits. A multiple of 3 and of 4, so that base64 has no rest.
const PIECE: usize = 3 << 14;
/// Bytes for a tick.
const BYTES_PER_TICK: usize = 64;

/// Adds `encode`, `decode` and `compare`.
pub fn add_to(cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
    add(cx, native, "encode", |cx: &mut Context<'_>, text: JsString, encoding: String| {
        encode(cx, &text, &encoding).map(Bytes)
    })?;
    add(cx, native, "byteLength", |cx: &mut Context<'_>, text: JsString| utf8_length(cx, &text))?;
    add(
        cx,
        native,
        "decode",
        |cx: &mut Context<'_>, buffer: ArrayBuffer, start: usize, end: usize, encoding: String| {
            decode(cx, &buffer, start, end, &encoding)
        },
    )?;
    add(
        cx,
        native,
        "compare",
        |cx: &mut Context<'_>,
         one: ArrayBuffer,
         at: usize,
         length: usize,
         other: ArrayBuffer,
         place: usize,
         count: usize| { compare(cx, (&one, at, length), (&other, place, count)) },
    )
}

fn tick(cx: &mut Context<'_>, bytes: usize) -> Result<(), Error> {
    cx.tick((bytes / BYTES_PER_TICK) as u64 + 1)
}

/// Returns the bytes of a text in an encoding.
fn encode(cx: &mut Context<'_>, text: &JsString, encoding: &str) -> Result<Vec<u8>, Error> {
    if encoding == "utf8" {
        return text.to_text(cx).map(String::into_bytes);
    }
    let units = text.to_units(cx)?;
    let of_hex = encoding == "hex";
    let is_base64 = encoding.starts_with("base64");
    let most = if encoding == "utf16le" { 2 * units.len() } else { units.len() };
    cx.require_room(most.saturating_mul(2))?;
    let mut bytes = Vec::with_capacity(most);
    // Digits of base64 that are no whole group yet.
    let (mut group, mut bits) = (0_u32, 0);
    for piece in units.chunks(PIECE) {
        tick(cx, piece.len())?;
        if of_hex {
            for pair in piece.chunks_exact(2) {
                let (Some(high), Some(low)) = (hex_value(pair[0]), hex_value(pair[1])) else { return Ok(bytes) };
                bytes.push(high << 4 | low);
            }
        } else if is_base64 {
            for &unit in piece {
                if unit == u16::from(b'=') {
                    return Ok(bytes);
                }
                // Either alphabet is read, and what is in neither is skipped.
                let Some(value) = Base64::Standard.value(unit).or_else(|| Base64::Url.value(unit)) else { continue };
                group = group << 6 | value;
                bits += 6;
                if bits >= 8 {
                    bits -= 8;
                    bytes.push((group >> bits) as u8);
                    group &= (1 << bits) - 1;
                }
            }
        } else if encoding == "utf16le" {
            bytes.extend(piece.iter().flat_map(|unit| unit.to_le_bytes()));
        } else {
            bytes.extend(piece.iter().map(|&unit| unit as u8));
        }
    }
    Ok(bytes)
}

fn hex_value(unit: u16) -> Option<u8> {
    char::from_u32(unit.into())?.to_digit(16).map(|digit| digit as u8)
}

/// Counts the bytes of a text in UTF-8. Halves of a pair that stand alone take three, like U+FFFD.
fn utf8_length(cx: &mut Context<'_>, text: &JsString) -> Result<usize, Error> {
    let mut length = 0;
    text.write_to(cx, |piece| {
        length += piece.len();
        Ok(())
    })?;
    Ok(length)
}

/// Returns the text of bytes in an encoding.
fn decode(
    cx: &mut Context<'_>,
    buffer: &ArrayBuffer,
    start: usize,
    end: usize,
    encoding: &str,
) -> Result<JsString, Error> {
    let bytes = bytes_of(cx, buffer, start, end)?;
    cx.require_room(bytes.len().saturating_mul(3))?;
    tick(cx, bytes.len())?;
    match encoding {
        "utf8" => JsString::new(cx, &String::from_utf8_lossy(&bytes)),
        "utf16le" => {
            let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
            JsString::from_units(cx, &units)
        }
        "latin1" => {
            let mut text = String::with_capacity(bytes.len());
            for piece in bytes.chunks(PIECE) {
                tick(cx, piece.len())?;
                text.extend(piece.iter().map(|&byte| char::from(byte)));
            }
            JsString::new(cx, &text)
        }
        _ => {
            let mut digits = Vec::with_capacity(2 * bytes.len() + 4);
            for piece in bytes.chunks(PIECE) {
                tick(cx, piece.len())?;
                match encoding {
                    "hex" => piece.iter().for_each(|byte| push_hex(*byte, &mut digits)),
                    "base64" => push_base64(piece, Base64::Standard, &mut digits),
                    "base64url" => push_base64(piece, Base64::Url, &mut digits),
                    _ => digits.extend(piece.iter().map(|byte| byte & 0x7F)),
                }
            }
            JsString::new(cx, &String::from_utf8(digits).unwrap_or_default())
        }
    }
}

fn push_hex(byte: u8, digits: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    digits.extend([DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}

/// Appends the digits of bytes: only a last piece may have a rest, which base64 fills with `=`, base64url with
/// nothing.
fn push_base64(bytes: &[u8], alphabet: Base64, digits: &mut Vec<u8>) {
    for group in bytes.chunks(3) {
        let byte = |place: usize| group.get(place).map_or(0, |byte| u32::from(*byte));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..=group.len() {
            digits.push(alphabet.digit(bits >> (18 - 6 * place)));
        }
        if alphabet == Base64::Standard {
            digits.extend((group.len()..3).map(|_| b'='));
        }
    }
}

/// Copies bytes out of a buffer, after their room is charged.
fn bytes_of(cx: &mut Context<'_>, buffer: &ArrayBuffer, start: usize, end: usize) -> Result<Vec<u8>, Error> {
    let end = end.min(buffer.len(cx)?);
    let start = start.min(end);
    cx.require_room(end - start)?;
    let mut bytes = vec![0; end - start];
    buffer.read(cx, start, &mut bytes)?;
    Ok(bytes)
}

/// Compares bytes: -1, 0 or 1.
fn compare(
    cx: &mut Context<'_>,
    (one, at, length): (&ArrayBuffer, usize, usize),
    (other, place, count): (&ArrayBuffer, usize, usize),
) -> Result<i32, Error> {
    let most = length.min(count);
    for start in (0..most).step_by(PIECE) {
        let end = (start + PIECE).min(most);
        let left = bytes_of(cx, one, at.saturating_add(start), at.saturating_add(end))?;
        let right = bytes_of(cx, other, place.saturating_add(start), place.saturating_add(end))?;
        tick(cx, end - start)?;
        match left.cmp(&right) {
            Ordering::Equal => {}
            different => return Ok(different as i32),
        }
    }
    Ok(length.cmp(&count) as i32)
}

//! Saved form of a unit: compiled code as bytes, and code read from untrusted bytes.
//!
//! ```text
//! 0    "\x7FFTP"     4 bytes
//! 4    format        2 bytes: changes with this description
//! 6    tables        8 bytes: a hash of the tables of instructions, which differ between versions of the engine
//! 14   checksum      4 bytes, of all that follows: detects accidental damage early
//! 18   machine       0 register, 1 stack
//! 19   source        name; the text, or the lengths of its lines
//!      strings       each as Latin-1 or UTF-16
//!      functions     each with tables, code and positions
//!      module        of modules
//! ```
//!
//! Numbers have a variable length: 7 bits a byte, the low ones first. The reader trusts nothing. It compares each count with
//! the remaining bytes before it allocates anything. The verifier checks each index, and proves what the machines rely on
//! ([`crate::verify_saved`]). So the code takes memory in proportion to its bytes, and is safe to run whoever wrote it.

mod bytes;
mod function;
mod register;
mod stack;
mod unit;

use std::borrow::Cow;
use std::fmt;

pub use bytes::{Read, Reader, Saved, Writer};

use crate::verifier::{VerifyError, prepare_for_saving, verify_saved};
use crate::{Instruction, Intrinsic, StackInstruction, Unit};

const MAGIC: [u8; 4] = *b"\x7FFTP";

/// Version of the format. To be changed with the meaning of the bytes after it.
const FORMAT: u16 = 7;

/// First byte that the checksum covers.
const BODY: usize = 18;

/// The reason why bytes are not compiled code that this engine can run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SavedError {
    /// The bytes never were a saved script or module.
    NotSaved,
    /// Another version of the engine wrote the bytes: compile again from source.
    OtherVersion,
    Damaged(Damage),
    /// The code to be saved takes longer to verify than its size allows, so it could not be read again.
    TooLarge(VerifyError),
    /// The bytes can be read, but are not code that can be run. A bad function begins at that byte.
    Unsound(usize, VerifyError),
}

/// Position and kind of damage in saved bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    pub offset: usize,
    pub what: &'static str,
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedError::NotSaved => f.write_str("not compiled code"),
            SavedError::OtherVersion => f.write_str("the code was compiled by another version of the engine"),
            SavedError::Damaged(Damage { offset, what }) => write!(f, "the code is damaged at byte {offset}: {what}"),
            SavedError::TooLarge(error) => write!(f, "the code is too large to be saved: {error}"),
            SavedError::Unsound(offset, error) => write!(f, "the code is damaged at byte {offset}: {error}"),
        }
    }
}

impl std::error::Error for SavedError {}

/// Returns the saved form. Fails if verifying the code takes longer than in proportion to its size, which hand-written
/// code never does. Without text, `toString` and excerpts have nothing to show; lines and columns remain.
pub fn save(unit: &Unit, keeps_text: bool) -> Result<Vec<u8>, SavedError> {
    let prepared = prepare(unit)?;
    Ok(save_prepared(&prepared, keeps_text))
}

/// Returns what of a unit is saved: itself, if [`save_prepared`] can write it as it is. Fails as [`save`] does.
pub fn prepare(unit: &Unit) -> Result<Cow<'_, Unit>, SavedError> {
    prepare_for_saving(unit).map_err(SavedError::TooLarge)
}

/// Returns the saved form of a unit that [`prepare`] has returned, or that was read from its saved form.
pub fn save_prepared(unit: &Unit, keeps_text: bool) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.bytes.extend(MAGIC);
    writer.bytes.extend(FORMAT.to_le_bytes());
    writer.bytes.extend(TABLES.to_le_bytes());
    writer.bytes.extend([0; 4]);
    unit::save(unit, keeps_text, &mut writer);
    seal(&mut writer.bytes);
    writer.bytes
}

/// Returns whether the bytes begin like saved code of any version.
pub fn is_saved(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Reads a unit from its saved form, and verifies its code.
pub fn read(bytes: &[u8]) -> Result<Unit, SavedError> {
    if !is_saved(bytes) {
        return Err(SavedError::NotSaved);
    }
    let mut reader = Reader::new(bytes, MAGIC.len());
    if reader.take(2)? != FORMAT.to_le_bytes() || reader.take(8)? != TABLES.to_le_bytes() {
        return Err(SavedError::OtherVersion);
    }
    let checksum = reader.take(4)?;
    if checksum != checksum_of(bytes.get(BODY..).unwrap_or_default()).to_le_bytes() {
        return Err(SavedError::Damaged(Damage { offset: BODY - 4, what: "the checksum is another" }));
    }
    let (unit, offsets) = unit::read(&mut reader)?;
    if reader.left() > 0 {
        return reader.damaged("there are bytes after the end");
    }
    let offset_of = |function: usize| offsets.get(function).copied().unwrap_or(BODY);
    verify_saved(&unit).map_err(|error| SavedError::Unsound(offset_of(error.function), error))?;
    Ok(unit)
}

/// Sets the right checksum in changed bytes, for tests of changes that a checksum does not detect.
pub fn seal(bytes: &mut [u8]) {
    let checksum = checksum_of(bytes.get(BODY..).unwrap_or_default()).to_le_bytes();
    if let Some(place) = bytes.get_mut(BODY - 4..BODY) {
        place.copy_from_slice(&checksum);
    }
}

/// Computes the checksum, which detects accidents, not attacks.
fn checksum_of(bytes: &[u8]) -> u32 {
    let mut sum = HASH_START ^ bytes.len() as u64;
    let (words, rest) = bytes.as_chunks::<8>();
    for &word in words {
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(HASH_FACTOR).rotate_left(23);
    }
    for &byte in rest {
        sum = (sum ^ u64::from(byte)).wrapping_mul(HASH_FACTOR).rotate_left(23);
    }
    (sum ^ sum >> 32) as u32
}

const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;
const HASH_FACTOR: u64 = 0x0000_0100_0000_01b3;

/// Hash (FNV-1a) of everything that gives numbers in code a meaning.
const TABLES: u64 = {
    let mut hash = hashed(Instruction::TABLE, HASH_START);
    let mut index = 0;
    while index < StackInstruction::ALL.len() {
        hash = hashed(StackInstruction::NAMES[index], hash);
        index += 1;
    }
    let mut number = 0;
    while let Some(intrinsic) = Intrinsic::from_number(number) {
        hash = hashed(intrinsic.name(), hash);
        number += 1;
    }
    hash
};

const fn hashed(text: &str, mut hash: u64) -> u64 {
    let bytes = text.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(HASH_FACTOR);
        index += 1;
    }
    (hash ^ 0xFF).wrapping_mul(HASH_FACTOR)
}

/// Implements saving of structs, whose fields are saved in that order, and of enums, whose variants are numbered.
macro_rules! saved {
    ($(struct $name:ident { $($field:ident),* })*) => {
        $(impl Saved for $name {
            const LEAST: usize = saved!(@count $($field)*);

            fn save(&self, to: &mut Writer) {
                $(self.$field.save(to);)*
            }

            fn read(from: &mut Reader<'_>) -> Read<Self> {
                Ok($name { $($field: Saved::read(from)?),* })
            }
        })*
    };
    ($(enum $name:ident { $($variant:ident),* })*) => {
        $(impl Saved for $name {
            fn save(&self, to: &mut Writer) {
                let all = [$($name::$variant),*];
                to.byte(all.iter().position(|known| known == self).unwrap_or(0) as u8);
            }

            fn read(from: &mut Reader<'_>) -> Read<Self> {
                let number = from.byte()?;
                match [$($name::$variant),*].get(usize::from(number)) {
                    Some(&known) => Ok(known),
                    None => from.damaged("there is no such kind"),
                }
            }
        })*
    };
    (@count) => { 0 };
    (@count $first:ident $($rest:ident)*) => { 1 + saved!(@count $($rest)*) };
}

use saved;

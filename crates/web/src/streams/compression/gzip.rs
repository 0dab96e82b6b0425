//! Header and trailer of gzip, RFC 1952.

use flate2::Crc;

/// The header of what is compressed here: no name, no time, no system.
pub(super) const HEADER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];

pub(super) const TRAILER_BYTES: usize = 8;

/// The check sum and the length of uncompressed bytes.
#[derive(Default)]
pub(super) struct Sum(Crc);

impl Sum {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(super) fn trailer(&self) -> [u8; TRAILER_BYTES] {
        let mut trailer = [0; TRAILER_BYTES];
        trailer[..4].copy_from_slice(&self.0.sum().to_le_bytes());
        trailer[4..].copy_from_slice(&self.0.amount().to_le_bytes());
        trailer
    }
}

/// The trailer as it comes.
#[derive(Default)]
pub(super) struct Trailer {
    bytes: [u8; TRAILER_BYTES],
    count: usize,
}

impl Trailer {
    /// Takes what belongs to it. Returns how many bytes that were.
    pub(super) fn take(&mut self, input: &[u8]) -> usize {
        let count = input.len().min(TRAILER_BYTES - self.count);
        self.bytes[self.count..self.count + count].copy_from_slice(&input[..count]);
        self.count += count;
        count
    }

    /// Tells whether it is right; none before it is whole.
    pub(super) fn is_right(&self, sum: &Sum) -> Option<bool> {
        (self.count == TRAILER_BYTES).then(|| self.bytes == sum.trailer())
    }
}

/// Field that is read next.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Field {
    /// The first ten bytes.
    Start,
    ExtraLength,
    Extra,
    Name,
    Comment,
    CheckSum,
    Done,
}

/// The header as it comes.
pub(super) struct Header {
    field: Field,
    /// Bytes of the field that are there.
    count: usize,
    flags: u8,
    /// Check sum of all bytes of the header.
    sum: Crc,
    /// The length of the extra field, or the check sum.
    expected: u16,
}

/// The flags.
const HAS_CHECK_SUM: u8 = 2;
const HAS_EXTRA: u8 = 4;
const HAS_NAME: u8 = 8;
const HAS_COMMENT: u8 = 16;
const RESERVED: u8 = 0xE0;

impl Default for Header {
    fn default() -> Self {
        Header { field: Field::Start, count: 0, flags: 0, sum: Crc::new(), expected: 0 }
    }
}

impl Header {
    /// Stands for no header.
    pub(super) fn done() -> Self {
        Header { field: Field::Done, ..Header::default() }
    }

    pub(super) fn is_done(&self) -> bool {
        self.field == Field::Done
    }

    /// Takes what belongs to it. Returns how many bytes that were; none if it is not valid.
    pub(super) fn take(&mut self, input: &[u8]) -> Option<usize> {
        let mut taken = 0;
        while let Some(&byte) = input.get(taken)
            && !self.is_done()
        {
            if self.field != Field::CheckSum {
                self.sum.update(&[byte]);
            }
            self.byte(byte)?;
            taken += 1;
        }
        Some(taken)
    }

    /// Reads a byte of the header. None if it is no gzip.
    fn byte(&mut self, byte: u8) -> Option<()> {
        self.count += 1;
        match self.field {
            Field::Start => {
                match self.count {
                    1..=3 if byte != HEADER[self.count - 1] => return None,
                    4 if byte & RESERVED != 0 => return None,
                    4 => self.flags = byte,
                    _ => {}
                }
                if self.count == HEADER.len() {
                    self.go_on_to(Field::ExtraLength);
                }
            }
            Field::ExtraLength => {
                self.expected = self.expected >> 8 | u16::from(byte) << 8;
                if self.count == 2 {
                    let is_empty = self.expected == 0;
                    self.go_on_to(if is_empty { Field::Name } else { Field::Extra });
                }
            }
            Field::Extra if self.count == usize::from(self.expected) => self.go_on_to(Field::Name),
            Field::Name if byte == 0 => self.go_on_to(Field::Comment),
            Field::Comment if byte == 0 => self.go_on_to(Field::CheckSum),
            Field::CheckSum => {
                self.expected = self.expected >> 8 | u16::from(byte) << 8;
                if self.count == 2 {
                    (self.expected == self.sum.sum() as u16).then_some(())?;
                    self.field = Field::Done;
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Goes on to a field, or to the first one behind it that there is.
    fn go_on_to(&mut self, field: Field) {
        self.count = 0;
        let fields = [
            (Field::ExtraLength, HAS_EXTRA),
            (Field::Extra, HAS_EXTRA),
            (Field::Name, HAS_NAME),
            (Field::Comment, HAS_COMMENT),
            (Field::CheckSum, HAS_CHECK_SUM),
        ];
        let wanted = fields.into_iter().skip_while(|&(known, _)| known != field);
        let mut there =
            wanted.filter(|&(known, flag)| self.flags & flag != 0 && (known != Field::Extra || known == field));
        self.field = there.next().map_or(Field::Done, |(field, _)| field);
    }
}

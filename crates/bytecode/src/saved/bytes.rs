//! Bytes of the saved form: numbers of variable length, and counts that cannot lie about memory.

use std::sync::Arc;

use super::{Damage, SavedError};

/// Writes the saved form.
#[derive(Default)]
pub struct Writer {
    pub bytes: Vec<u8>,
}

/// Reads the saved form from untrusted bytes.
pub struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

pub type Read<T> = Result<T, SavedError>;

/// A type that can be saved and read again.
pub trait Saved: Sized {
    /// Fewest bytes that a value takes. With the remaining bytes it bounds the number of values.
    const LEAST: usize = 1;

    fn save(&self, to: &mut Writer);

    fn read(from: &mut Reader<'_>) -> Read<Self>;
}

impl Writer {
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Writes a number: seven bits a byte, the low ones first; the last byte is below 128.
    #[inline]
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Writes a length, and the bytes.
    pub fn text(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    pub fn list<T: Saved>(&mut self, list: &[T]) {
        self.number(list.len() as u64);
        list.iter().for_each(|value| value.save(self));
    }
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8], at: usize) -> Self {
        Reader { bytes, at }
    }

    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns the bytes read from that offset on.
    pub fn since(&self, offset: usize) -> &'b [u8] {
        self.bytes.get(offset..self.at).unwrap_or_default()
    }

    /// Returns the next byte without reading it.
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// Fails with an error about damaged bytes, at the current position.
    #[cold]
    pub fn damaged<T>(&self, what: &'static str) -> Read<T> {
        Err(SavedError::Damaged(Damage { offset: self.at, what }))
    }

    #[inline]
    pub fn byte(&mut self) -> Read<u8> {
        let Some(&byte) = self.bytes.get(self.at) else { return self.damaged("the bytes end") };
        self.at += 1;
        Ok(byte)
    }

    #[inline]
    pub fn number(&mut self) -> Read<u64> {
        let first = self.byte()?;
        if first < 0x80 { Ok(first.into()) } else { self.long_number(first) }
    }

    /// Reads on after a first byte with its high bit set. Longer forms of a number than needed are damage.
    fn long_number(&mut self, first: u8) -> Read<u64> {
        let mut number = u64::from(first & 0x7F);
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7F);
            if part << shift >> shift != part || (byte == 0) {
                return self.damaged("a number is too long");
            }
            number |= part << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        self.damaged("a number is too long")
    }

    pub fn take(&mut self, count: usize) -> Read<&'b [u8]> {
        let bytes = self.at.checked_add(count).and_then(|end| self.bytes.get(self.at..end));
        let Some(bytes) = bytes else { return self.damaged("the bytes end") };
        self.at += count;
        Ok(bytes)
    }

    /// Reads how many values follow, each of which takes at least `least` bytes.
    pub fn count(&mut self, least: usize) -> Read<usize> {
        let count = self.number()?;
        match usize::try_from(count) {
            Ok(count) if count <= self.left() / least.max(1) => Ok(count),
            _ => self.damaged("there are fewer bytes than values"),
        }
    }

    pub fn text(&mut self) -> Read<&'b [u8]> {
        let length = self.count(1)?;
        self.take(length)
    }

    pub fn list<T: Saved>(&mut self) -> Read<Vec<T>> {
        let count = self.count(T::LEAST)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(T::read(self)?);
        }
        Ok(list)
    }
}

macro_rules! saved_numbers {
    ($($type:ident)*) => {
        $(impl Saved for $type {
            #[inline]
            fn save(&self, to: &mut Writer) {
                to.number((*self).into());
            }

            #[inline]
            fn read(from: &mut Reader<'_>) -> Read<Self> {
                match $type::try_from(from.number()?) {
                    Ok(number) => Ok(number),
                    Err(_) => from.damaged("a number is too large"),
                }
            }
        })*
    };
}

saved_numbers! { u16 u32 u64 }

/// A single byte, as it is.
impl Saved for u8 {
    #[inline]
    fn save(&self, to: &mut Writer) {
        to.byte(*self);
    }

    #[inline]
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        from.byte()
    }
}

/// A number with its sign in the lowest bit.
impl Saved for i32 {
    #[inline]
    fn save(&self, to: &mut Writer) {
        to.number(u64::from(((self << 1) ^ (self >> 31)) as u32));
    }

    #[inline]
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let number = u32::read(from)?;
        Ok((number >> 1) as i32 ^ -((number & 1) as i32))
    }
}

impl Saved for i16 {
    #[inline]
    fn save(&self, to: &mut Writer) {
        i32::from(*self).save(to);
    }

    #[inline]
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match i16::try_from(i32::read(from)?) {
            Ok(number) => Ok(number),
            Err(_) => from.damaged("a number is too large"),
        }
    }
}

impl Saved for f64 {
    const LEAST: usize = 8;

    fn save(&self, to: &mut Writer) {
        to.bytes.extend_from_slice(&self.to_bits().to_le_bytes());
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let bytes = from.take(8)?;
        Ok(f64::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default()))
    }
}

impl Saved for bool {
    fn save(&self, to: &mut Writer) {
        to.byte((*self).into());
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match from.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => from.damaged("neither true nor false"),
        }
    }
}

impl<T: Saved> Saved for Option<T> {
    fn save(&self, to: &mut Writer) {
        self.is_some().save(to);
        self.iter().for_each(|value| value.save(to));
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok(if bool::read(from)? { Some(T::read(from)?) } else { None })
    }
}

impl<T: Saved> Saved for Box<T> {
    const LEAST: usize = T::LEAST;

    fn save(&self, to: &mut Writer) {
        (**self).save(to);
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        T::read(from).map(Box::new)
    }
}

impl<T: Saved> Saved for Vec<T> {
    fn save(&self, to: &mut Writer) {
        to.list(self);
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        from.list()
    }
}

impl<T: Saved> Saved for Arc<[T]> {
    fn save(&self, to: &mut Writer) {
        to.list(self);
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        from.list().map(Into::into)
    }
}

impl<A: Saved, B: Saved> Saved for (A, B) {
    const LEAST: usize = A::LEAST + B::LEAST;

    fn save(&self, to: &mut Writer) {
        self.0.save(to);
        self.1.save(to);
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again<T: Saved>(value: &T) -> T {
        let mut writer = Writer::default();
        value.save(&mut writer);
        let mut reader = Reader::new(&writer.bytes, 0);
        let read = T::read(&mut reader).expect("what was saved");
        assert_eq!(reader.left(), 0);
        assert!(T::LEAST <= writer.bytes.len());
        read
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX] {
            assert_eq!(again(&number), number);
        }
        for number in [0, -1, 1, i32::MIN, i32::MAX, 1 << 20] {
            assert_eq!(again(&number), number);
            assert_eq!(again(&(number as i16)), number as i16);
        }
        for number in [0.5, -0.0, f64::NAN, f64::INFINITY] {
            assert_eq!(again(&number).to_bits(), number.to_bits());
        }
        assert_eq!(again(&vec![Some((1u32, true)), None]), [Some((1u32, true)), None]);
    }

    #[test]
    fn there_is_one_way_to_write_a_number() {
        for bytes in [&[0x80, 0x00][..], &[0xFF; 10], &[0x80; 12], &[0x80], &[]] {
            assert!(u64::read(&mut Reader::new(bytes, 0)).is_err(), "{bytes:?}");
        }
        assert!(u16::read(&mut Reader::new(&[0x80, 0x80, 0x04], 0)).is_err());
        assert!(bool::read(&mut Reader::new(&[2], 0)).is_err());
    }

    #[test]
    fn counts_ask_for_no_more_memory_than_there_are_bytes() {
        let mut huge = Writer::default();
        huge.number(u64::MAX);
        huge.bytes.extend([0; 100]);
        assert!(Vec::<u32>::read(&mut Reader::new(&huge.bytes, 0)).is_err());
        let mut some = Writer::default();
        some.number(13);
        some.bytes.extend([0; 100]);
        assert!(Vec::<f64>::read(&mut Reader::new(&some.bytes, 0)).is_err());
    }
}

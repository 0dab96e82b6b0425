//! Small values that need no engine: what is beside the values of scripts in inputs and outputs.

use std::fmt;

/// A value of the format that is plain data: see [`ferrotape::wire`].
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// The value `undefined`; `null` is read as this as well.
    Undefined,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string. Lone surrogates become U+FFFD.
    Text(String),
    /// An array.
    List(Vec<Item>),
    /// An object, in the order of its members.
    Record(Vec<(String, Item)>),
}

/// Error: bytes that are no [`Item`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the operation's input has the wrong form")
    }
}

impl std::error::Error for Malformed {}

/// The deepest nesting: no input of an operation has more.
const DEPTH: usize = 8;

const UNDEFINED: u8 = 0;
const NULL: u8 = 1;
const FALSE: u8 = 2;
const TRUE: u8 = 3;
const INTEGER: u8 = 4;
const NUMBER: u8 = 5;
const LATIN1: u8 = 8;
const UTF16: u8 = 9;
const ARRAY: u8 = 12;
const OBJECT: u8 = 14;
const END: u8 = 15;

/// The integers that are written as such.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

impl Item {
    /// Writes the item in the format of values.
    ///
    /// ```
    /// use ferrotape_session::Item;
    ///
    /// let item = Item::List(vec!["ab".into(), 1.0.into()]);
    /// assert_eq!(item.encode(), [12, 2, 8, 2, b'a', b'b', 4, 2]);
    /// assert_eq!(Item::decode(&item.encode()), Ok(item));
    /// ```
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }

    /// Appends the bytes that [`Item::encode`] gives. A list begins with its length, a record ends with a tag.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Item::Undefined => out.push(UNDEFINED),
            Item::Boolean(truth) => out.push(if *truth { TRUE } else { FALSE }),
            Item::Number(number) => write_number(*number, out),
            Item::Text(text) => write_text(text, out),
            Item::List(items) => {
                out.push(ARRAY);
                write_length(items.len() as u64, out);
                items.iter().for_each(|item| item.write(out));
            }
            Item::Record(members) => {
                out.push(OBJECT);
                for (name, item) in members {
                    write_text(name, out);
                    item.write(out);
                }
                out.push(END);
            }
        }
    }

    /// Reads an item that is all of the bytes: see [`Item::encode`].
    pub fn decode(bytes: &[u8]) -> Result<Item, Malformed> {
        match Item::decode_first(bytes)? {
            (item, []) => Ok(item),
            _ => Err(Malformed),
        }
    }

    /// Reads an item, and returns the bytes behind it.
    ///
    /// ```
    /// use ferrotape_session::Item;
    ///
    /// assert_eq!(Item::decode_first(&[4, 2, 255]), Ok((Item::Number(1.0), &[255][..])));
    /// ```
    pub fn decode_first(bytes: &[u8]) -> Result<(Item, &[u8]), Malformed> {
        let mut reader = Reader { bytes };
        let item = reader.item(0)?;
        Ok((item, reader.bytes))
    }

    /// Reads a string with its code units, lone surrogates too.
    ///
    /// ```
    /// assert_eq!(ferrotape_session::Item::decode_units(&[9, 1, 0, 0xD8]), Ok(vec![0xD800]));
    /// ```
    pub fn decode_units(bytes: &[u8]) -> Result<Vec<u16>, Malformed> {
        let mut reader = Reader { bytes };
        let tag = reader.byte()?;
        let length = reader.length(1 + usize::from(tag == UTF16))?;
        match tag {
            LATIN1 => Ok(reader.take(length)?.iter().map(|&byte| byte.into()).collect()),
            UTF16 => Ok(reader
                .take(2 * length)?
                .chunks_exact(2)
                .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
                .collect()),
            _ => Err(Malformed),
        }
    }

    /// Returns the number, if the item is one.
    ///
    /// ```
    /// assert_eq!(ferrotape_session::Item::Number(2.0).as_number(), Some(2.0));
    /// ```
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Item::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the text, if the item is one.
    ///
    /// ```
    /// assert_eq!(ferrotape_session::Item::from("a").as_text(), Some("a"));
    /// ```
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Item::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a member of a record.
    ///
    /// ```
    /// use ferrotape_session::Item;
    ///
    /// let record = Item::Record(vec![("name".to_owned(), "Ada".into())]);
    /// assert_eq!(record.member("name").and_then(Item::as_text), Some("Ada"));
    /// ```
    pub fn member(&self, name: &str) -> Option<&Item> {
        match self {
            Item::Record(members) => members.iter().find(|(key, _)| key == name).map(|(_, item)| item),
            _ => None,
        }
    }

    /// Returns an integer from 0 on, if the item is one that is exact.
    pub(crate) fn as_index(&self) -> Option<u64> {
        let number = self.as_number()?;
        (number.trunc() == number && (0.0..=MAX_SAFE).contains(&number)).then_some(number as u64)
    }

    /// Returns the boolean, if the item is one.
    ///
    /// ```
    /// assert_eq!(ferrotape_session::Item::Boolean(true).as_bool(), Some(true));
    /// ```
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Item::Boolean(truth) => Some(*truth),
            _ => None,
        }
    }
}

impl From<&str> for Item {
    fn from(text: &str) -> Item {
        Item::Text(text.to_owned())
    }
}

impl From<String> for Item {
    fn from(text: String) -> Item {
        Item::Text(text)
    }
}

impl From<f64> for Item {
    fn from(number: f64) -> Item {
        Item::Number(number)
    }
}

impl From<bool> for Item {
    fn from(truth: bool) -> Item {
        Item::Boolean(truth)
    }
}

fn write_length(number: u64, out: &mut Vec<u8>) {
    let mut left = number;
    while left >= 0x80 {
        out.push(left as u8 | 0x80);
        left >>= 7;
    }
    out.push(left as u8);
}

fn write_number(number: f64, out: &mut Vec<u8>) {
    if number.trunc() == number && number.abs() <= MAX_SAFE && !(number == 0.0 && number.is_sign_negative()) {
        let integer = number as i64;
        out.push(INTEGER);
        return write_length(((integer << 1) ^ (integer >> 63)) as u64, out);
    }
    out.push(NUMBER);
    let number = if number.is_nan() { f64::NAN.abs() } else { number };
    out.extend(number.to_bits().to_le_bytes());
}

/// Writes Latin-1 where every character fits one byte, otherwise UTF-16 in little endian.
fn write_text(text: &str, out: &mut Vec<u8>) {
    if text.chars().all(|letter| u32::from(letter) <= 0xFF) {
        out.push(LATIN1);
        write_length(text.chars().count() as u64, out);
        out.extend(text.chars().map(|letter| u32::from(letter) as u8));
    } else {
        out.push(UTF16);
        write_length(text.encode_utf16().count() as u64, out);
        out.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    }
}

/// Reads items from bytes that may be any.
struct Reader<'b> {
    bytes: &'b [u8],
}

impl<'b> Reader<'b> {
    fn byte(&mut self) -> Result<u8, Malformed> {
        let (&byte, rest) = self.bytes.split_first().ok_or(Malformed)?;
        self.bytes = rest;
        Ok(byte)
    }

    fn take(&mut self, length: usize) -> Result<&'b [u8], Malformed> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(Malformed)?;
        self.bytes = rest;
        Ok(taken)
    }

    /// Reads LEB128 of at most nine bytes, 63 bits; longer encodings are malformed.
    fn number(&mut self) -> Result<u64, Malformed> {
        let mut number = 0;
        for place in 0..9 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << (7 * place);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Malformed)
    }

    /// Reads the number of things that take this many bytes each, all of which must still come.
    fn length(&mut self, bytes: usize) -> Result<usize, Malformed> {
        let length = usize::try_from(self.number()?).map_err(|_| Malformed)?;
        if length <= self.bytes.len() / bytes { Ok(length) } else { Err(Malformed) }
    }

    /// Reads the string behind a tag. Lone surrogates become U+FFFD: see [`Item::decode_units`] for those.
    fn text(&mut self, tag: u8) -> Result<String, Malformed> {
        match tag {
            LATIN1 => {
                let length = self.length(1)?;
                Ok(self.take(length)?.iter().map(|&byte| char::from(byte)).collect())
            }
            UTF16 => {
                let length = self.length(2)?;
                let units = self.take(2 * length)?.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
                Ok(char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
            }
            _ => Err(Malformed),
        }
    }

    /// Reads an item that is nested no deeper than items may be.
    fn item(&mut self, depth: usize) -> Result<Item, Malformed> {
        if depth > DEPTH {
            return Err(Malformed);
        }
        Ok(match self.byte()? {
            UNDEFINED | NULL => Item::Undefined,
            FALSE => Item::Boolean(false),
            TRUE => Item::Boolean(true),
            INTEGER => {
                let number = self.number()?;
                Item::Number(((number >> 1) as i64 ^ -((number & 1) as i64)) as f64)
            }
            NUMBER => {
                let mut raw = [0; 8];
                raw.copy_from_slice(self.take(8)?);
                Item::Number(f64::from_le_bytes(raw))
            }
            ARRAY => {
                let length = self.length(1)?;
                let mut items = Vec::with_capacity(length.min(1 << 10));
                for _ in 0..length {
                    items.push(self.item(depth + 1)?);
                }
                Item::List(items)
            }
            OBJECT => {
                let mut members = Vec::new();
                loop {
                    match self.byte()? {
                        END => break Item::Record(members),
                        tag => {
                            let name = self.text(tag)?;
                            members.push((name, self.item(depth + 1)?));
                        }
                    }
                }
            }
            tag => Item::Text(self.text(tag)?),
        })
    }
}

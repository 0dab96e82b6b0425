//! Plain data as bytes and back, as `ferrotape/_wire.py` does it for all values, and much faster: nothing, booleans, numbers,
//! strings, lists and dicts. What is anything else, or nested deeply, is left to that file, and so are all errors.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

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
const BACK: u8 = 22;

const MAX_SAFE: u64 = (1 << 53) - 1;
/// The deepest nesting that is read and written here.
const DEPTH: usize = 100;
/// Length up to which the texts of keys are kept, as many objects have the same.
const KEY: usize = 32;

/// Reason for which a value is not read or written here.
pub enum Stop {
    /// Left to `_wire.py`.
    Other,
    Error(PyErr),
}

impl From<PyErr> for Stop {
    fn from(error: PyErr) -> Stop {
        Stop::Error(error)
    }
}

/// Turns what was left to `_wire.py` into None.
pub fn optional<T>(result: Result<T, Stop>) -> PyResult<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Stop::Other) => Ok(None),
        Err(Stop::Error(error)) => Err(error),
    }
}

/// State of reading.
pub struct Reader<'py, 'b> {
    py: Python<'py>,
    bytes: &'b [u8],
    pub at: usize,
    /// Stands for `undefined`.
    undefined: &'b Bound<'py, PyAny>,
    numbered: Vec<Bound<'py, PyAny>>,
    keys: HashMap<&'b [u8], Bound<'py, PyString>>,
}

impl<'py, 'b> Reader<'py, 'b> {
    pub fn new(bytes: &'b [u8], undefined: &'b Bound<'py, PyAny>) -> Self {
        Reader { py: undefined.py(), bytes, at: 0, undefined, numbered: Vec::new(), keys: HashMap::new() }
    }

    fn byte(&mut self) -> Result<u8, Stop> {
        let byte = *self.bytes.get(self.at).ok_or(Stop::Other)?;
        self.at += 1;
        Ok(byte)
    }

    /// Reads LEB128 of at most 63 bits.
    fn number(&mut self) -> Result<u64, Stop> {
        let mut number = 0;
        for place in 0..9 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << (7 * place);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Stop::Other)
    }

    fn take(&mut self, length: u64) -> Result<&'b [u8], Stop> {
        let length = usize::try_from(length).map_err(|_| Stop::Other)?;
        let (taken, _) = self.bytes[self.at..].split_at_checked(length).ok_or(Stop::Other)?;
        self.at += length;
        Ok(taken)
    }

    /// Reads an array of arguments, where `undefined` is None.
    pub fn arguments(&mut self) -> Result<Bound<'py, PyTuple>, Stop> {
        if self.byte()? != ARRAY {
            return Err(Stop::Other);
        }
        let length = self.number()?;
        self.numbered.push(self.undefined.clone());
        let mut arguments = Vec::new();
        for _ in 0..length {
            let value = self.value(1)?;
            arguments.push(if value.is(self.undefined) { self.py.None().into_bound(self.py) } else { value });
        }
        if self.at < self.bytes.len() {
            return Err(Stop::Other);
        }
        Ok(PyTuple::new(self.py, arguments)?)
    }

    /// Reads a value by its tag. The innermost list or dict is at that depth.
    pub fn value(&mut self, depth: usize) -> Result<Bound<'py, PyAny>, Stop> {
        let py = self.py;
        Ok(match self.byte()? {
            UNDEFINED => self.undefined.clone(),
            NULL => py.None().into_bound(py),
            FALSE => PyBool::new(py, false).to_owned().into_any(),
            TRUE => PyBool::new(py, true).to_owned().into_any(),
            INTEGER => {
                let number = self.number()?;
                PyInt::new(py, (number >> 1) as i64 ^ -((number & 1) as i64)).into_any()
            }
            NUMBER => {
                let mut raw = [0; 8];
                raw.copy_from_slice(self.take(8)?);
                PyFloat::new(py, f64::from_le_bytes(raw)).into_any()
            }
            tag @ (LATIN1 | UTF16) => self.text(tag)?.into_any(),
            ARRAY if depth < DEPTH => self.list(depth)?,
            OBJECT if depth < DEPTH => self.dict(depth)?,
            BACK => {
                let number = usize::try_from(self.number()?).map_err(|_| Stop::Other)?;
                self.numbered.get(number).filter(|met| !met.is(self.undefined)).cloned().ok_or(Stop::Other)?
            }
            _ => return Err(Stop::Other),
        })
    }

    fn list(&mut self, depth: usize) -> Result<Bound<'py, PyAny>, Stop> {
        let length = self.number()?;
        let list = PyList::empty(self.py);
        self.numbered.push(list.clone().into_any());
        for _ in 0..length {
            // A hole is no value: its tag is none of those that are known here.
            list.append(self.value(depth + 1)?)?;
        }
        Ok(list.into_any())
    }

    /// Reads an object of data, which takes its number before its parts do.
    fn dict(&mut self, depth: usize) -> Result<Bound<'py, PyAny>, Stop> {
        let dict = PyDict::new(self.py);
        self.numbered.push(dict.clone().into_any());
        loop {
            let key = match self.byte()? {
                END => return Ok(dict.into_any()),
                tag => self.key(tag)?,
            };
            dict.set_item(key, self.value(depth + 1)?)?;
        }
    }

    /// Reads a key. Objects of one kind have the same keys, so their texts are made once.
    fn key(&mut self, tag: u8) -> Result<Bound<'py, PyString>, Stop> {
        let start = self.at;
        if tag != LATIN1 {
            return self.text(tag);
        }
        let length = self.number()?;
        let raw = self.take(length)?;
        if let Some(known) = self.keys.get(raw) {
            return Ok(known.clone());
        }
        self.at = start;
        let text = self.text(tag)?;
        if raw.len() <= KEY {
            self.keys.insert(raw, text.clone());
        }
        Ok(text)
    }

    /// Reads a string behind its tag, which stands for how letters are written.
    fn text(&mut self, tag: u8) -> Result<Bound<'py, PyString>, Stop> {
        let length = self.number()?;
        match tag {
            LATIN1 => {
                let raw = self.take(length)?;
                Ok(match std::str::from_utf8(raw) {
                    Ok(text) if raw.is_ascii() => PyString::new(self.py, text),
                    _ => PyString::new(self.py, &raw.iter().map(|&byte| char::from(byte)).collect::<String>()),
                })
            }
            UTF16 => {
                let raw = self.take(length.checked_mul(2).ok_or(Stop::Other)?)?;
                let units = raw.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
                // Lone surrogates are left to Python.
                let text: Result<String, _> = char::decode_utf16(units).collect();
                Ok(PyString::new(self.py, &text.map_err(|_| Stop::Other)?))
            }
            _ => Err(Stop::Other),
        }
    }
}

/// State of writing.
#[derive(Default)]
pub struct Writer {
    pub out: Vec<u8>,
    /// Numbers of the lists and dicts by their addresses: all of them live meanwhile, as no code of Python runs.
    seen: HashMap<usize, u64>,
}

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.out.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.out.push(number as u8);
    }

    /// Writes the number of an object that was met before. Notes any other.
    fn met(&mut self, value: &Bound<'_, PyAny>) -> bool {
        let (address, next) = (value.as_ptr().addr(), self.seen.len() as u64);
        let Some(&number) = self.seen.get(&address) else {
            self.seen.insert(address, next);
            return false;
        };
        self.out.push(BACK);
        self.number(number);
        true
    }

    /// Writes a value whose type is exactly one of those that are known here: classes that extend them may be anything.
    pub fn value(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> Result<(), Stop> {
        if value.is_none() {
            self.out.push(NULL);
        } else if let Ok(text) = value.cast_exact::<PyString>() {
            self.text(text)?;
        } else if let Ok(truth) = value.cast_exact::<PyBool>() {
            self.out.push(if truth.is_true() { TRUE } else { FALSE });
        } else if let Ok(number) = value.cast_exact::<PyInt>() {
            let number: i64 = number.extract().map_err(|_| Stop::Other)?;
            if number.unsigned_abs() > MAX_SAFE {
                return Err(Stop::Other);
            }
            self.integer(number);
        } else if let Ok(number) = value.cast_exact::<PyFloat>() {
            self.float(number.value());
        } else if depth >= DEPTH {
            return Err(Stop::Other);
        } else if let Ok(list) = value.cast_exact::<PyList>() {
            self.items(value, list.iter(), depth)?;
        } else if let Ok(tuple) = value.cast_exact::<PyTuple>() {
            self.items(value, tuple.iter(), depth)?;
        } else if let Ok(dict) = value.cast_exact::<PyDict>() {
            if !self.met(value) {
                self.out.push(OBJECT);
                for (key, item) in dict {
                    self.text(key.cast_exact::<PyString>().map_err(|_| Stop::Other)?)?;
                    self.value(&item, depth + 1)?;
                }
                self.out.push(END);
            }
        } else {
            return Err(Stop::Other);
        }
        Ok(())
    }

    /// Writes what is in a list or a tuple.
    fn items<'py>(
        &mut self,
        value: &Bound<'py, PyAny>,
        items: impl ExactSizeIterator<Item = Bound<'py, PyAny>>,
        depth: usize,
    ) -> Result<(), Stop> {
        if self.met(value) {
            return Ok(());
        }
        self.out.push(ARRAY);
        self.number(items.len() as u64);
        for item in items {
            self.value(&item, depth + 1)?;
        }
        Ok(())
    }

    fn integer(&mut self, number: i64) {
        self.out.push(INTEGER);
        self.number(((number << 1) ^ (number >> 63)) as u64);
    }

    fn float(&mut self, number: f64) {
        let is_negative_zero = number == 0.0 && number.is_sign_negative();
        if number.trunc() == number && number.abs() <= MAX_SAFE as f64 && !is_negative_zero {
            return self.integer(number as i64);
        }
        self.out.push(NUMBER);
        let number = if number.is_nan() { f64::NAN.abs() } else { number };
        self.out.extend(number.to_bits().to_le_bytes());
    }

    /// Writes Latin-1 where each letter fits a byte, as all writers of the format do: bytes of equal values are equal.
    fn text(&mut self, text: &Bound<'_, PyString>) -> Result<(), Stop> {
        // Lone surrogates are left to Python.
        let text = text.to_cow().map_err(|_| Stop::Other)?;
        if text.is_ascii() {
            self.out.push(LATIN1);
            self.number(text.len() as u64);
            self.out.extend(text.as_bytes());
        } else if text.chars().all(|letter| u32::from(letter) <= 0xFF) {
            self.out.push(LATIN1);
            self.number(text.chars().count() as u64);
            self.out.extend(text.chars().map(|letter| u32::from(letter) as u8));
        } else {
            self.out.push(UTF16);
            self.number(text.encode_utf16().count() as u64);
            self.out.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        }
        Ok(())
    }
}

//! JSON.parse: reads values from text.
//!
//! The parser works on a copy of the text, because the heap changes while values are made. Open arrays and objects are
//! on an explicit stack, so only memory bounds nesting. The parser runs no script, so nothing is collected and nothing
//! needs to be kept.

use std::mem;

use ferrotape_budget::costs::{ELEMENTS_PER_TICK, MESSAGE, NUMBER_READ, UNITS_PER_TICK};
use ferrotape_budget::giving_back::give_back;

use super::followers::Followers;
use super::quote::special_bytes;
use super::records::{RecordId, Records};
use ferrotape_runtime::definitions;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{ObjectId, StringId, StringView};
use ferrotape_runtime::number::decimal_of;
use ferrotape_runtime::object::array;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::string;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// ParseJSON ( text ), ECMA-262 25.5.1.1
pub(super) fn parse_text(vm: &mut Vm, text: StringId) -> Completion<Value> {
    Ok(parse(vm, text, None)?.0)
}

/// Parses with records of all values, and returns that of the outermost one.
pub(super) fn parse_with_records(vm: &mut Vm, text: StringId) -> Completion<(Value, Option<RecordId>, Records)> {
    let (value, records) = parse(vm, text, Some(Recorder::default()))?;
    let Recorder { records, last, .. } = records.unwrap_or_default();
    Ok((value, last, records))
}

/// Parses a copy of the text, on loan, by the parser for its width of code units.
fn parse(vm: &mut Vm, text: StringId, recorder: Option<Recorder>) -> Completion<(Value, Option<Recorder>)> {
    let flat = vm.heap.flatten(text)?;
    let length = vm.heap.string_length(text);
    match vm.heap.view(flat) {
        StringView::Latin1(_) => {
            vm.heap.lend(length)?;
            let text = string::copy_units(&mut vm.heap, flat, 0, length, |view| view.as_latin1().unwrap_or_default())?;
            let result = Parser::new(&text, recorder).document(vm);
            give_back(text);
            result
        }
        StringView::Utf16(_) => {
            vm.heap.lend(length * 2)?;
            let text = string::copy_units(&mut vm.heap, flat, 0, length, |view| match view {
                StringView::Utf16(units) => units,
                StringView::Latin1(_) => &[],
            })?;
            let result = Parser::new(&text, recorder).document(vm);
            give_back(text);
            result
        }
    }
}

/// A code unit of the text.
trait Unit: Copy {
    fn code(self) -> u16;
    fn view(units: &[Self]) -> StringView<'_>;
    /// Returns the string of these code units.
    fn string(vm: &mut Vm, units: Vec<Self>) -> Completion<StringId>;
    /// Returns the string of a few code units.
    fn short_string(vm: &mut Vm, units: &[Self]) -> Completion<StringId>;
    /// Returns how many of the code units stand for themselves in a string, up to the first that does not.
    fn plain_prefix(units: &[Self]) -> usize;
}

impl Unit for u8 {
    #[inline(always)]
    fn code(self) -> u16 {
        self.into()
    }

    fn view(units: &[u8]) -> StringView<'_> {
        StringView::Latin1(units)
    }

    fn string(vm: &mut Vm, units: Vec<u8>) -> Completion<StringId> {
        Ok(vm.heap.new_latin1(units))
    }

    #[inline]
    fn short_string(vm: &mut Vm, units: &[u8]) -> Completion<StringId> {
        Ok(vm.heap.new_latin1(units))
    }

    /// Looks at eight bytes together: most strings are shorter than what is worth more.
    #[inline]
    fn plain_prefix(units: &[u8]) -> usize {
        let (words, rest) = units.as_chunks::<8>();
        for (at, word) in words.iter().enumerate() {
            let special = special_bytes(u64::from_le_bytes(*word));
            if special != 0 {
                return at * 8 + special.trailing_zeros() as usize / 8;
            }
        }
        let run = rest.iter().position(|unit| !is_plain(unit.code())).unwrap_or(rest.len());
        words.len() * 8 + run
    }
}

impl Unit for u16 {
    #[inline(always)]
    fn code(self) -> u16 {
        self
    }

    fn view(units: &[u16]) -> StringView<'_> {
        StringView::Utf16(units)
    }

    fn string(vm: &mut Vm, units: Vec<u16>) -> Completion<StringId> {
        Ok(string::new_long_utf16(&mut vm.heap, units)?)
    }

    fn short_string(vm: &mut Vm, units: &[u16]) -> Completion<StringId> {
        Self::string(vm, units.to_vec())
    }

    fn plain_prefix(units: &[u16]) -> usize {
        let (chunks, _) = units.as_chunks::<CHUNK>();
        // All are looked at, so that the compiler can compare them at once.
        let is_plain_chunk = |chunk: &&[u16; CHUNK]| chunk.iter().fold(true, |all, unit| all & is_plain(*unit));
        let start = chunks.iter().take_while(is_plain_chunk).count() * CHUNK;
        let rest = &units[start..];
        start + rest.iter().position(|unit| !is_plain(*unit)).unwrap_or(rest.len())
    }
}

/// An array or object whose end has not been reached.
enum Container {
    /// An array. Its elements are the parser's values from `start` on.
    Array { start: usize },
    /// An object, with the key of the next value, and how many keys have come that take slots.
    Object { object: ObjectId, key: PropertyKey, count: u8 },
}

/// State of the parser, with a stack of its own.
struct Parser<'text, U> {
    text: &'text [U],
    position: usize,
    containers: Vec<Container>,
    values: Vec<Value>,
    /// The code units of a string with escapes.
    unescaped: Vec<u16>,
    followers: Followers,
    /// Slots of the last object that ended at a depth, for the next one that begins: objects of a list are alike.
    counts: [u8; DEPTHS],
    recorder: Option<Recorder>,
}

/// Notes for a reviver.
#[derive(Default)]
struct Recorder {
    records: Records,
    /// The start of the value that is being read.
    start: usize,
    /// The record of the last value that was read.
    last: Option<RecordId>,
}

/// Code units of 16 bits that are looked at together.
const CHUNK: usize = 16;

/// The most digits of an integer that is always exact.
const MAX_EXACT_DIGITS: usize = 15;

/// Powers of ten that doubles have exactly, as far as [`MAX_EXACT_DIGITS`] need them.
const POWERS: [f64; MAX_EXACT_DIGITS + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Depths at which counts of slots are remembered; deeper ones share theirs.
const DEPTHS: usize = 8;

impl<'text, U: Unit> Parser<'text, U> {
    /// Begins at the start of a text.
    fn new(text: &'text [U], recorder: Option<Recorder>) -> Self {
        Parser {
            text,
            position: 0,
            containers: Vec::new(),
            values: Vec::new(),
            unescaped: Vec::new(),
            followers: Followers::default(),
            counts: [0; DEPTHS],
            recorder,
        }
    }

    /// Returns the value of the text, and the notes.
    fn document(mut self, vm: &mut Vm) -> Completion<(Value, Option<Recorder>)> {
        let value = vm.without_collections(|vm| self.outermost_value(vm))?;
        Ok((value, self.recorder))
    }

    /// Reads values and hands each to the container around it, until one has none. Behind that only white space may come.
    fn outermost_value(&mut self, vm: &mut Vm) -> Completion<Value> {
        loop {
            vm.work(1)?;
            let Some(value) = self.value_or_opening(vm)? else { continue };
            if let Some(Recorder { records, start, last }) = &mut self.recorder {
                *last = Some(records.note(vm, value, *start..self.position)?);
            }
            if let Some(value) = self.hand_over(vm, value)? {
                self.skip_white_space(vm)?;
                return if self.position == self.text.len() { Ok(value) } else { self.unexpected(vm) };
            }
        }
    }

    #[inline(always)]
    fn peek(&self) -> Option<u16> {
        self.text.get(self.position).map(|unit| unit.code())
    }

    #[inline(always)]
    fn skip_white_space(&mut self, vm: &mut Vm) -> Completion<()> {
        if is_white_space(self.peek()) { self.skip_run(vm, |unit| is_white_space(Some(unit))) } else { Ok(()) }
    }

    /// Skips all code units of a run.
    fn skip_run(&mut self, vm: &mut Vm, belongs: impl Fn(u16) -> bool) -> Completion<()> {
        loop {
            let rest = &self.text[self.position..];
            let piece = &rest[..rest.len().min(PIECE)];
            let run = piece.iter().position(|unit| !belongs(unit.code())).unwrap_or(piece.len());
            self.position += run;
            vm.work(run as u64 / UNITS_PER_TICK)?;
            if run < PIECE {
                return Ok(());
            }
        }
    }

    /// Skips what needs no escape in a string, many code units at once.
    #[inline]
    fn skip_plain_run(&mut self, vm: &mut Vm) -> Completion<()> {
        loop {
            let rest = &self.text[self.position..];
            let run = U::plain_prefix(&rest[..rest.len().min(PIECE)]);
            self.position += run;
            vm.work(run as u64 / UNITS_PER_TICK)?;
            if run < PIECE {
                return Ok(());
            }
        }
    }

    /// Skips `expected`, after white space, if it is there.
    #[inline(always)]
    fn skip(&mut self, vm: &mut Vm, expected: u8) -> Completion<bool> {
        self.skip_white_space(vm)?;
        let found = self.peek() == Some(expected.into());
        self.position += usize::from(found);
        Ok(found)
    }

    #[inline]
    fn expect(&mut self, vm: &mut Vm, expected: u8) -> Completion<()> {
        if self.skip(vm, expected)? { Ok(()) } else { self.unexpected(vm) }
    }

    /// Reads the value that begins here. None if this opened an array or object that is not empty.
    fn value_or_opening(&mut self, vm: &mut Vm) -> Completion<Option<Value>> {
        self.skip_white_space(vm)?;
        if let Some(recorder) = &mut self.recorder {
            recorder.start = self.position;
        }
        let Some(unit) = self.peek() else { return self.unexpected(vm) };
        match u8::try_from(unit).unwrap_or(0) {
            b'"' => {
                self.position += 1;
                Ok(Some(Value::string(self.string(vm)?)))
            }
            b'-' | b'0'..=b'9' => self.number(vm).map(Some),
            b'{' => self.open_object(vm),
            b'[' => self.open_array(vm),
            b't' => self.literal(vm, b"true", Value::TRUE),
            b'f' => self.literal(vm, b"false", Value::FALSE),
            b'n' => self.literal(vm, b"null", Value::NULL),
            _ => self.unexpected(vm),
        }
    }

    fn literal(&mut self, vm: &mut Vm, letters: &[u8], value: Value) -> Completion<Option<Value>> {
        for &letter in letters {
            if self.peek() != Some(letter.into()) {
                return self.unexpected(vm);
            }
            self.position += 1;
        }
        Ok(Some(value))
    }

    /// Reads a `[`, and what follows if the array is empty: only then is there a value already.
    fn open_array(&mut self, vm: &mut Vm) -> Completion<Option<Value>> {
        self.position += 1;
        if self.skip(vm, b']')? {
            return Ok(Some(Value::object(array::new_array(vm))));
        }
        vm.heap.lend_room(&mut self.containers, 1)?;
        self.containers.push(Container::Array { start: self.values.len() });
        if let Some(recorder) = &mut self.recorder {
            recorder.records.open_array(vm)?;
        }
        Ok(None)
    }

    /// Reads a `{` with the first key, or an empty object, which is a value already.
    fn open_object(&mut self, vm: &mut Vm) -> Completion<Option<Value>> {
        self.position += 1;
        if self.skip(vm, b'}')? {
            // It has no need of the room that others had.
            return Ok(Some(Value::object(vm.new_plain_object())));
        }
        // Each count serves one object: else all that are open at depths with one count would be as large as that one.
        let count = mem::take(&mut self.counts[self.containers.len() % DEPTHS]);
        let object = vm.new_plain_object_for(count);
        let before = match self.containers.last() {
            Some(&Container::Object { key, .. }) => key,
            _ => PropertyKey::NONE,
        };
        let key = self.key(vm, before)?;
        vm.heap.lend_room(&mut self.containers, 1)?;
        self.containers.push(Container::Object { object, key, count: slots_of(key) });
        if let Some(recorder) = &mut self.recorder {
            recorder.records.open_object(vm)?;
        }
        Ok(None)
    }

    /// Reads a property name and the colon after it. `before` is the last name that was read, in this object or the one around
    /// it.
    fn key(&mut self, vm: &mut Vm, before: PropertyKey) -> Completion<PropertyKey> {
        self.expect(vm, b'"')?;
        let key = match self.followers.of(before) {
            Some(key) if self.skip_name(vm, key) => key,
            _ => self.other_key(vm, before)?,
        };
        self.expect(vm, b':')?;
        Ok(key)
    }

    /// Skips the name of a key with its closing quotation mark, if it is there.
    #[inline]
    fn skip_name(&mut self, vm: &Vm, key: PropertyKey) -> bool {
        let Some(atom) = key.as_atom() else { return false };
        let StringView::Latin1(name) = vm.heap.atom_view(atom) else { return false };
        let rest = &self.text[self.position..];
        if rest.len() <= name.len() || rest[name.len()].code() != b'"'.into() {
            return false;
        }
        let is_there = name.iter().zip(rest).all(|(&byte, unit)| unit.code() == byte.into());
        if is_there {
            self.position += name.len() + 1;
        }
        is_there
    }

    /// Reads a property name that does not follow the last one as it did before.
    fn other_key(&mut self, vm: &mut Vm, before: PropertyKey) -> Completion<PropertyKey> {
        match self.plain_string(vm)? {
            Some(units) => {
                let key = string::key_of_view(&mut vm.heap, U::view(units))?;
                if units.len() <= MAX_FOLLOWER {
                    self.followers.note(before, key);
                }
                Ok(key)
            }
            None => {
                self.escaped_string(vm)?;
                Ok(string::key_of_view(&mut vm.heap, StringView::Utf16(&self.unescaped))?)
            }
        }
    }

    /// Stores a value in its container, and closes containers that end after it. Returns the outermost value.
    fn hand_over(&mut self, vm: &mut Vm, mut value: Value) -> Completion<Option<Value>> {
        loop {
            match self.containers.last() {
                None => return Ok(Some(value)),
                Some(&Container::Array { start }) => {
                    vm.heap.lend_room(&mut self.values, 1)?;
                    self.values.push(value);
                    if let Some(Recorder { records, last: Some(last), .. }) = &mut self.recorder {
                        records.add_element(*last);
                    }
                    if self.skip(vm, b',')? {
                        return Ok(None);
                    }
                    self.expect(vm, b']')?;
                    vm.work((self.values.len() - start) as u64 / ELEMENTS_PER_TICK)?;
                    vm.heap.room((self.values.len() - start) * size_of::<Value>())?;
                    value = Value::object(self.array_from(vm, start)?);
                }
                Some(&Container::Object { object, key, count }) => {
                    definitions::define_member(&mut vm.heap, object, key, value)?;
                    if let Some(Recorder { records, last: Some(last), .. }) = &mut self.recorder {
                        records.add_entry(vm, key, *last);
                    }
                    if self.skip(vm, b',')? {
                        let key = self.key(vm, key)?;
                        if let Some(last) = self.containers.last_mut() {
                            *last = Container::Object { object, key, count: count.saturating_add(slots_of(key)) };
                        }
                        return Ok(None);
                    }
                    self.expect(vm, b'}')?;
                    self.counts[(self.containers.len() - 1) % DEPTHS] = count;
                    value = Value::object(object);
                }
            }
            self.containers.pop();
            if let Some(Recorder { records, last, .. }) = &mut self.recorder {
                *last = Some(records.close(vm, value)?);
            }
        }
    }

    /// Makes the array of the values from `start` on, and forgets them.
    fn array_from(&mut self, vm: &mut Vm, start: usize) -> Completion<ObjectId> {
        if self.values.len() - start > MAX_COPIED {
            let elements = self.values.split_off(start);
            return array::new_array_from(vm, elements);
        }
        let array = array::new_array_of(vm, &self.values[start..])?;
        self.values.truncate(start);
        Ok(array)
    }

    /// Reads a string after its first quotation mark.
    fn string(&mut self, vm: &mut Vm) -> Completion<StringId> {
        match self.plain_string(vm)? {
            Some(units) if units.len() <= PIECE => {
                vm.heap.room(size_of_val(units))?;
                U::short_string(vm, units)
            }
            Some(units) => {
                vm.heap.room(size_of_val(units))?;
                let mut copy = Vec::with_capacity(units.len());
                let push = |piece: std::ops::Range<usize>| copy.extend_from_slice(&units[piece]);
                vm.heap.budget.in_pieces(units.len(), UNITS_PER_TICK, push)?;
                U::string(vm, copy)
            }
            None => {
                self.escaped_string(vm)?;
                vm.heap.room(self.unescaped.len() * 2)?;
                let units = self.unescaped.as_slice().to_vec();
                Ok(string::new_long_utf16(&mut vm.heap, units)?)
            }
        }
    }

    /// Reads to the end of a string. None if it has escapes; the position then stays at its beginning.
    fn plain_string(&mut self, vm: &mut Vm) -> Completion<Option<&'text [U]>> {
        let start = self.position;
        self.skip_plain_run(vm)?;
        let units = &self.text[start..self.position];
        match self.peek() {
            Some(0x22) => {
                self.position += 1;
                Ok(Some(units))
            }
            Some(0x5C) => {
                self.position = start;
                Ok(None)
            }
            _ => self.unexpected(vm),
        }
    }

    /// Reads a string with escapes into `unescaped`.
    fn escaped_string(&mut self, vm: &mut Vm) -> Completion<()> {
        self.unescaped.clear();
        loop {
            vm.work(1)?;
            let rest = &self.text[self.position..];
            let piece = &rest[..rest.len().min(PIECE)];
            let length = piece.iter().position(|unit| !is_plain(unit.code())).unwrap_or(piece.len());
            vm.work(length as u64 / UNITS_PER_TICK)?;
            vm.heap.lend_room(&mut self.unescaped, length + 1)?;
            self.unescaped.extend(piece[..length].iter().map(|unit| unit.code()));
            self.position += length;
            match self.peek() {
                Some(0x22) => {
                    self.position += 1;
                    return Ok(());
                }
                Some(0x5C) => {
                    self.position += 1;
                    let unit = self.escape(vm)?;
                    self.unescaped.push(unit);
                }
                Some(_) if length == PIECE => {}
                _ => return self.unexpected(vm),
            }
        }
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self, vm: &mut Vm) -> Completion<u16> {
        let unit = match self.peek().and_then(|unit| u8::try_from(unit).ok()) {
            Some(same @ (b'"' | b'\\' | b'/')) => same,
            Some(b'b') => 0x08,
            Some(b'f') => 0x0C,
            Some(b'n') => 0x0A,
            Some(b'r') => 0x0D,
            Some(b't') => 0x09,
            Some(b'u') => {
                self.position += 1;
                return self.hex4(vm);
            }
            _ => return self.unexpected(vm),
        };
        self.position += 1;
        Ok(unit.into())
    }

    /// Reads the four digits of a `\u` escape. Surrogates are taken as they come.
    fn hex4(&mut self, vm: &mut Vm) -> Completion<u16> {
        let mut unit = 0;
        for _ in 0..4 {
            let Some(digit) = self.peek().and_then(|unit| char::from_u32(unit.into())?.to_digit(16)) else {
                return self.unexpected(vm);
            };
            unit = unit << 4 | digit as u16;
            self.position += 1;
        }
        Ok(unit)
    }

    /// Reads a number: an integer at once, anything else by its text.
    fn number(&mut self, vm: &mut Vm) -> Completion<Value> {
        let start = self.position;
        let negative = self.peek() == Some(b'-'.into());
        self.position += usize::from(negative);
        let mut integer = 0i64;
        let first_digit = self.position;
        let exact_end = self.text.len().min(first_digit + MAX_EXACT_DIGITS);
        while self.position < exact_end
            && let Some(digit @ 0x30..=0x39) = self.peek()
        {
            integer = integer * 10 + i64::from(digit - 0x30);
            self.position += 1;
        }
        self.skip_run(vm, is_digit)?;
        let digits = self.position - first_digit;
        if digits == 0 {
            return self.unexpected(vm);
        }
        if digits > 1 && self.text[first_digit].code() == b'0'.into() {
            self.position = first_digit + 1;
            return self.unexpected(vm);
        }
        let is_integer = !matches!(self.peek(), Some(0x2E | 0x45 | 0x65));
        if is_integer && digits <= MAX_EXACT_DIGITS {
            let magnitude = integer as f64;
            return Ok(Value::number(if negative { -magnitude } else { magnitude }));
        }
        if self.peek() == Some(b'.'.into()) {
            self.position += 1;
            let fraction = self.position;
            self.digits(vm)?;
            let places = self.position - fraction;
            if digits + places <= MAX_EXACT_DIGITS && !matches!(self.peek(), Some(0x45 | 0x65)) {
                let all = self.text[fraction..self.position].iter();
                let all = all.fold(integer, |all, digit| all * 10 + i64::from(digit.code() - 0x30));
                // Both are exact, so their quotient is the nearest double.
                let magnitude = all as f64 / POWERS[places];
                return Ok(Value::number(if negative { -magnitude } else { magnitude }));
            }
        }
        if let Some(0x45 | 0x65) = self.peek() {
            self.position += 1;
            self.position += usize::from(matches!(self.peek(), Some(0x2B | 0x2D)));
            self.digits(vm)?;
        }
        self.decimal(vm, start)
    }

    /// Reads one digit or more.
    fn digits(&mut self, vm: &mut Vm) -> Completion<()> {
        let start = self.position;
        self.skip_run(vm, is_digit)?;
        if self.position == start { self.unexpected(vm) } else { Ok(()) }
    }

    /// Returns the number spelled from `start` to here: the nearest double.
    fn decimal(&self, vm: &mut Vm, start: usize) -> Completion<Value> {
        let literal = U::view(&self.text[start..self.position]);
        vm.work(NUMBER_READ)?;
        Ok(Value::number(decimal_of(literal, &mut vm.heap.budget)?))
    }

    /// Throws a SyntaxError that names the unexpected character and its place.
    #[cold]
    fn unexpected<T>(&self, vm: &mut Vm) -> Completion<T> {
        let what = match char::decode_utf16(self.text[self.position..].iter().map(|unit| unit.code())).next() {
            None => "unexpected end".to_owned(),
            Some(Ok(character)) => format!("unexpected character `{}`", character.escape_debug()),
            Some(Err(lone)) => format!("unexpected character `\\u{:04x}`", lone.unpaired_surrogate()),
        };
        let (line, column) = self.line_and_column(vm)?;
        vm.work(MESSAGE)?;
        vm.syntax_error(format!("{what} in JSON at line {line} column {column}"))
    }

    /// Returns the position, counted from 1, with columns in code units.
    fn line_and_column(&self, vm: &mut Vm) -> Completion<(usize, usize)> {
        let before = &self.text[..self.position];
        let ends_line = |index: usize| match before[index].code() {
            0x0A => true,
            0x0D => before.get(index + 1).map(|unit| unit.code()) != Some(0x0A),
            _ => false,
        };
        let (mut count, mut start) = (0, 0);
        vm.heap.budget.in_pieces(before.len(), UNITS_PER_TICK, |piece| {
            for index in piece.filter(|&index| ends_line(index)) {
                count += 1;
                start = index + 1;
            }
        })?;
        Ok((count + 1, self.position - start + 1))
    }
}

/// The most code units of a run that are read before a tick.
const PIECE: usize = 1 << 14;

/// The longest name that is remembered as one that follows another: it is compared without a tick.
const MAX_FOLLOWER: usize = 64;

/// The most elements of an array that are copied. Longer ones get the memory that they were gathered in.
const MAX_COPIED: usize = 64;

/// Returns how many slots a property takes: none where it is an element.
fn slots_of(key: PropertyKey) -> u8 {
    key.as_index().is_none().into()
}

fn is_white_space(unit: Option<u16>) -> bool {
    matches!(unit, Some(0x20 | 0x0A | 0x0D | 0x09))
}

fn is_digit(unit: u16) -> bool {
    matches!(unit, 0x30..=0x39)
}

/// Returns whether a code unit stands for itself in a string.
fn is_plain(unit: u16) -> bool {
    !matches!(unit, 0..0x20 | 0x22 | 0x5C)
}

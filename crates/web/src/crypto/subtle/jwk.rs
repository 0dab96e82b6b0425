//! JSON Web Keys (RFC 7517), JsonWebKey of Web Cryptography 15.

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::{self, array};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_text::Base64;

use super::key::{Key, put};
use super::name::Use;
use crate::dom_exception;
use crate::interface::member;
use crate::text;

/// Members that are strings.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Alg,
    Crv,
    D,
    Dp,
    Dq,
    E,
    K,
    Kty,
    N,
    P,
    Q,
    Qi,
    Use,
    X,
    Y,
}

const PARTS: usize = 15;

/// Conversion of a member.
#[derive(Copy, Clone)]
enum Member {
    Text(Part),
    /// `ext`
    Flag,
    /// `key_ops`
    Uses,
    /// `oth`
    Others,
}

/// All members by their names, which is the order in which they are read.
const MEMBERS: [(&str, Member); PARTS + 3] = [
    ("alg", Member::Text(Part::Alg)),
    ("crv", Member::Text(Part::Crv)),
    ("d", Member::Text(Part::D)),
    ("dp", Member::Text(Part::Dp)),
    ("dq", Member::Text(Part::Dq)),
    ("e", Member::Text(Part::E)),
    ("ext", Member::Flag),
    ("k", Member::Text(Part::K)),
    ("key_ops", Member::Uses),
    ("kty", Member::Text(Part::Kty)),
    ("n", Member::Text(Part::N)),
    ("oth", Member::Others),
    ("p", Member::Text(Part::P)),
    ("q", Member::Text(Part::Q)),
    ("qi", Member::Text(Part::Qi)),
    ("use", Member::Text(Part::Use)),
    ("x", Member::Text(Part::X)),
    ("y", Member::Text(Part::Y)),
];

/// A JSON Web Key.
#[derive(Default)]
pub(super) struct Jwk {
    texts: [Option<Vec<u8>>; PARTS],
    is_extractable: Option<bool>,
    uses: Option<Uses>,
    has_others: bool,
}

/// The names in `key_ops`.
#[derive(Default)]
struct Uses {
    names: Vec<Vec<u8>>,
    is_repeated: bool,
}

impl Uses {
    /// Converts a name. It is compared with those before it, which may be many and long.
    fn add(&mut self, vm: &mut Vm, value: Value) -> Completion<()> {
        let name = text::to_string(vm, value)?;
        let name = text::utf8(vm, name)?;
        vm.heap.lend_room(&mut self.names, 1)?;
        vm.work(1)?;
        for before in &self.names {
            vm.work(name.len().min(before.len()) as u64 / BYTES_PER_TICK + 1)?;
            self.is_repeated |= *before == name;
        }
        self.names.push(name);
        Ok(())
    }
}

impl Jwk {
    pub(super) fn text(&self, part: Part) -> Option<&[u8]> {
        self.texts[part as usize].as_deref()
    }

    pub(super) fn set(&mut self, part: Part, text: &str) {
        self.texts[part as usize] = Some(text.as_bytes().to_vec());
    }

    /// Bytes of all members that are strings.
    pub(super) fn length(&self) -> usize {
        self.texts.iter().flatten().map(Vec::len).sum()
    }

    /// The bytes of a member in base64url.
    pub(super) fn bytes(&self, part: Part) -> Option<Vec<u8>> {
        decoded(self.text(part)?)
    }

    pub(super) fn set_bytes(&mut self, part: Part, bytes: &[u8]) {
        self.texts[part as usize] = Some(encoded(bytes));
    }

    /// More than two primes are not supported.
    pub(super) fn has_others(&self) -> bool {
        self.has_others
    }

    /// Fills what all keys have.
    pub(super) fn describe(&mut self, key: &Key) {
        let uses = Use::ALL.into_iter().filter(|(use_, _)| key.may(*use_));
        let names = uses.map(|(_, name)| name.as_bytes().to_vec()).collect();
        self.uses = Some(Uses { names, is_repeated: false });
        self.is_extractable = Some(key.is_extractable);
    }

    /// Returns whether a key of these bytes may have these uses, and be extractable.
    pub(super) fn allows(&self, is_extractable: bool, uses: u8, use_: &[u8]) -> bool {
        if uses != 0 && self.text(Part::Use).is_some_and(|found| found != use_) {
            return false;
        }
        if let Some(listed) = &self.uses {
            let mut found = 0;
            for bit in listed.names.iter().filter_map(|name| Use::of_name(name)).map(Use::bit) {
                found |= bit;
            }
            if listed.is_repeated || found & uses != uses {
                return false;
            }
        }
        self.is_extractable != Some(false) || !is_extractable
    }

    /// Converts an object to the dictionary.
    pub(super) fn of_object(vm: &mut Vm, object: ObjectId) -> Completion<Self> {
        Jwk::converted(vm, object, read_uses)
    }

    /// Converts an object that JSON was parsed to, whose prototype it takes: no script may see members of the key.
    pub(super) fn of_parsed(vm: &mut Vm, object: ObjectId) -> Completion<Self> {
        object::set_prototype_of(vm, object, None)?;
        Jwk::converted(vm, object, read_uses_of_array)
    }

    /// Reads the members in the order of the alphabet, as Web IDL asks: their getters may be script.
    fn converted(vm: &mut Vm, object: ObjectId, read_uses: ReadUses) -> Completion<Self> {
        let mut jwk = Jwk::default();
        for (name, kind) in MEMBERS {
            let Some(value) = member(vm, Some(object), name)? else { continue };
            match kind {
                Member::Text(part) => {
                    let text = text::to_string(vm, value)?;
                    jwk.texts[part as usize] = Some(text::utf8(vm, text)?);
                }
                Member::Flag => jwk.is_extractable = Some(vm.heap.to_boolean(value)),
                Member::Uses => jwk.uses = Some(read_uses(vm, value)?),
                Member::Others if value.is_object() => jwk.has_others = true,
                Member::Others => return vm.type_error("The member 'oth' is not iterable"),
            }
        }
        Ok(jwk)
    }

    /// Makes an object of the dictionary, which is kept.
    pub(super) fn to_object(&self, vm: &mut Vm) -> Completion<ObjectId> {
        let object = vm.new_plain_object();
        vm.keep(Value::object(object));
        for (name, kind) in MEMBERS {
            let value = match kind {
                Member::Text(part) => match self.text(part) {
                    Some(text) => Value::string(text::new_string(vm, text)?),
                    None => continue,
                },
                Member::Flag => Value::bool(self.is_extractable.unwrap_or(false)),
                Member::Uses => {
                    let list = array::new_array(vm);
                    vm.keep(Value::object(list));
                    for name in self.uses.iter().flat_map(|uses| &uses.names) {
                        let name = Value::string(text::new_string(vm, name)?);
                        iterate::append_value(vm, list, name)?;
                    }
                    Value::object(list)
                }
                Member::Others => continue,
            };
            put(vm, object, name, value)?;
        }
        Ok(object)
    }

    /// Writes the dictionary as JSON. Our values need no escapes.
    pub(super) fn to_json(&self) -> Vec<u8> {
        let mut json = vec![b'{'];
        let quoted = |text: &[u8]| [b"\"", text, b"\""].concat();
        for (name, kind) in MEMBERS {
            let value = match kind {
                Member::Text(part) => match self.text(part) {
                    Some(text) => quoted(text),
                    None => continue,
                },
                Member::Flag => self.is_extractable.unwrap_or(false).to_string().into_bytes(),
                Member::Uses => {
                    let names = self.uses.iter().flat_map(|uses| &uses.names);
                    let uses: Vec<Vec<u8>> = names.map(|name| quoted(name)).collect();
                    [&b"["[..], &uses.join(&b','), b"]"].concat()
                }
                Member::Others => continue,
            };
            if json.len() > 1 {
                json.push(b',');
            }
            json.extend(quoted(name.as_bytes()));
            json.push(b':');
            json.extend(value);
        }
        json.push(b'}');
        json
    }
}

/// Converts `key_ops`.
type ReadUses = fn(&mut Vm, Value) -> Completion<Uses>;

fn read_uses(vm: &mut Vm, value: Value) -> Completion<Uses> {
    if !value.is_object() {
        return vm.type_error("The member 'key_ops' is not iterable");
    }
    let mut uses = Uses::default();
    iteration::sequence(vm, value, |vm, value| uses.add(vm, value))?;
    Ok(uses)
}

/// Reads an array that JSON was parsed to by its indices: no script's iterator is asked.
fn read_uses_of_array(vm: &mut Vm, value: Value) -> Completion<Uses> {
    let length = value.as_object().and_then(|list| Some((list, vm.heap.length_of_array(list)?)));
    let Some((list, length)) = length else { return vm.type_error("The member 'key_ops' is not iterable") };
    let mut uses = Uses::default();
    for index in 0..length {
        let key = vm.heap.key_of_index(index.into());
        let value = object::get(vm, list, key)?;
        uses.add(vm, value)?;
    }
    Ok(uses)
}

/// Throws a DataError.
pub(super) fn damaged<T>(vm: &mut Vm, message: &str) -> Completion<T> {
    dom_exception::throw(vm, "DataError", message)
}

fn encoded(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len() * 4 / 3 + 3);
    for piece in bytes.chunks(3) {
        let bits = piece.iter().fold(0, |bits: u32, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - piece.len()));
        text.extend((0..=piece.len()).map(|digit| Base64::Url.digit(bits >> (18 - 6 * digit))));
    }
    text
}

/// Decodes base64url without padding. None for other digits, or a last piece of one digit.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for piece in text.chunks(4) {
        if piece.len() == 1 {
            return None;
        }
        let mut bits: u32 = 0;
        for &digit in piece {
            bits = bits << 6 | Base64::Url.value(u16::from(digit))?;
        }
        bits <<= 6 * (4 - piece.len());
        bytes.extend((0..piece.len() - 1).map(|byte| (bits >> (16 - 8 * byte)) as u8));
    }
    Some(bytes)
}

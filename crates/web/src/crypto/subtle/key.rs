//! CryptoKey, Web Cryptography 13.
//!
//! ```text
//! data   what kind of key it is, and its bytes, which snapshots have too     kept: its algorithm and its usages as objects
//! ```

use std::any::Any;

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::object::{self};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{Reader, Writer};

use super::ec::Curve;
use super::hash::Hash;
use super::name::{Name, Use};
use super::{bytes, rsa_keys};
use crate::interface::{
    Interface, Known, attributes, illegal_constructor, illegal_invocation, kept, new_object, this_object,
};
use crate::text;

/// The class of keys, and the data of a new one.
pub(crate) const CLASS: PartClass = ("CryptoKey", || Box::new(Key::default()));

/// Kept values.
const ALGORITHM: usize = 0;
const USAGES: usize = 1;
const VALUES: usize = 2;

/// Type of a key: one of a pair, or the only one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum KeyType {
    Secret,
    Public,
    Private,
}

impl KeyType {
    pub(super) fn name(self) -> &'static str {
        match self {
            KeyType::Secret => "secret",
            KeyType::Public => "public",
            KeyType::Private => "private",
        }
    }
}

/// A key.
#[derive(Clone)]
pub(super) struct Key {
    pub(super) kind: KeyType,
    pub(super) is_extractable: bool,
    pub(super) name: Name,
    pub(super) hash: Option<Hash>,
    pub(super) curve: Option<Curve>,
    /// Bits of secret keys.
    pub(super) bits: u32,
    /// A bit for each use.
    pub(super) uses: u8,
    /// The key itself, as the module of the algorithm encodes it.
    pub(super) bytes: Vec<u8>,
}

impl Default for Key {
    fn default() -> Self {
        Key::new(KeyType::Secret, Name::Hkdf, Vec::new())
    }
}

impl Key {
    /// A key without uses, which is not extractable.
    pub(super) fn new(kind: KeyType, name: Name, bytes: Vec<u8>) -> Self {
        Key { kind, is_extractable: false, name, hash: None, curve: None, bits: 0, uses: 0, bytes }
    }

    pub(super) fn may(&self, use_: Use) -> bool {
        self.uses & use_.bit() != 0
    }
}

impl HostData for Key {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.bytes.capacity()
    }

    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(self.clone()))
    }

    fn save(&self) -> Option<Vec<u8>> {
        let mut to = Writer::default();
        let position = |found: Option<usize>| found.map_or(0, |index| index as u64 + 1);
        to.number(self.kind as u64);
        to.number(self.is_extractable.into());
        to.number(position(Name::ALL.iter().position(|&name| name == self.name)));
        to.number(position(Hash::ALL.iter().position(|&hash| Some(hash) == self.hash)));
        to.number(position(Curve::ALL.iter().position(|&curve| Some(curve) == self.curve)));
        to.number(self.bits.into());
        to.number(self.uses.into());
        to.bytes.extend_from_slice(&self.bytes);
        Some(to.bytes)
    }

    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        let mut from = Reader::new(bytes, 0);
        let mut numbers = [0; 7];
        for number in &mut numbers {
            let Ok(read) = from.number() else { return false };
            *number = read;
        }
        let [kind, is_extractable, name, hash, curve, bits, uses] = numbers;
        let at = |number: u64| usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
        let kinds = [KeyType::Secret, KeyType::Public, KeyType::Private];
        let (Some(&kind), Some(&name)) = (kinds.get(at(kind.saturating_add(1))), Name::ALL.get(at(name))) else {
            return false;
        };
        let (Ok(bits), Ok(uses)) = (u32::try_from(bits), u8::try_from(uses)) else { return false };
        *self = Key {
            kind,
            is_extractable: is_extractable == 1,
            name,
            hash: Hash::ALL.get(at(hash)).copied(),
            curve: Curve::ALL.get(at(curve)).copied(),
            bits,
            uses,
            bytes: bytes[bytes.len() - from.left()..].to_vec(),
        };
        // What operations take for granted.
        kept == VALUES
            && (hash == 0) == self.hash.is_none()
            && (curve == 0) == self.curve.is_none()
            && is_extractable <= 1
            && self.name.is_ec() == self.curve.is_some()
            && (self.name.is_rsa() || self.name == Name::Hmac) == self.hash.is_some()
    }
}

pub(super) static CRYPTO_KEY: Interface = Interface {
    known: Known::CryptoKey,
    constructor: constructor("CryptoKey", 0, illegal_constructor),
    operations: &[],
    attributes: attributes! {
        "type": get_type;
        "extractable": get_extractable;
        "algorithm": get_algorithm;
        "usages": get_usages;
    },
    statics: &[],
};

/// Makes the object of a key, which is kept.
pub(super) fn new_key(vm: &mut Vm, key: Key) -> Completion<Value> {
    let prototype = Known::CryptoKey.of_realm(vm);
    let key = new_object(vm, CLASS.0, prototype, Box::new(key))?;
    hosts::keep_undefined(&mut vm.heap, key, VALUES)?;
    Ok(Value::object(key))
}

/// Copies a key that is cloned; none if it is no key.
pub(crate) fn cloned(vm: &mut Vm, object: ObjectId) -> Completion<Option<ObjectId>> {
    let lent = vm.heap.on_loan();
    let Some(key) = copied(vm, object)? else { return Ok(None) };
    let key = new_key(vm, key)?;
    vm.heap.settle_loans(lent);
    Ok(key.as_object())
}

/// Copies the data of a key, in room that is lent.
fn copied(vm: &mut Vm, object: ObjectId) -> Completion<Option<Key>> {
    let Some(length) = hosts::host_data::<Key>(&vm.heap, object).map(|key| key.bytes.len()) else { return Ok(None) };
    vm.heap.lend(length)?;
    vm.work(length as u64 / BYTES_PER_TICK + 1)?;
    Ok(hosts::host_data::<Key>(&vm.heap, object).cloned())
}

/// Converts an argument to a key, whose data are copied.
pub(super) fn key_of(vm: &mut Vm, value: Value, what: &str) -> Completion<Key> {
    let key = match value.as_object() {
        Some(object) => copied(vm, object)?,
        None => None,
    };
    match key {
        Some(key) => Ok(key),
        None => vm.type_error(format!("{what} must be a CryptoKey")),
    }
}

/// The key that a getter is called on, and what the getter wants to know of it: the bytes are not copied.
fn this_key<T>(vm: &mut Vm, call: Call, what: &str, read: fn(&Key) -> T) -> Completion<(ObjectId, T)> {
    let what = format!("get CryptoKey.prototype.{what}");
    let object = this_object::<Key>(vm, call, &what)?;
    match hosts::host_data::<Key>(&vm.heap, object).map(read) {
        Some(read) => Ok((object, read)),
        None => illegal_invocation(vm, call, &what),
    }
}

/// get CryptoKey.prototype.type
fn get_type(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, kind) = this_key(vm, call, "type", |key| key.kind)?;
    Ok(Value::string(vm.heap.intern_text(kind.name())))
}

/// get CryptoKey.prototype.extractable
fn get_extractable(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, is_extractable) = this_key(vm, call, "extractable", |key| key.is_extractable)?;
    Ok(Value::bool(is_extractable))
}

/// get CryptoKey.prototype.algorithm
fn get_algorithm(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, ()) = this_key(vm, call, "algorithm", |_| ())?;
    if kept(vm, object, ALGORITHM).is_undefined() {
        let key = key_of(vm, Value::object(object), "The key")?;
        let algorithm = algorithm_of(vm, &key)?;
        hosts::set_kept_value(&mut vm.heap, object, ALGORITHM, Value::object(algorithm));
    }
    Ok(kept(vm, object, ALGORITHM))
}

/// get CryptoKey.prototype.usages
fn get_usages(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, uses) = this_key(vm, call, "usages", |key| key.uses)?;
    if kept(vm, object, USAGES).is_undefined() {
        let list = array::new_array(vm);
        vm.keep(Value::object(list));
        for (use_, name) in Use::ALL {
            if uses & use_.bit() != 0 {
                let name = Value::string(vm.heap.intern_text(name));
                iterate::append_value(vm, list, name)?;
            }
        }
        hosts::set_kept_value(&mut vm.heap, object, USAGES, Value::object(list));
    }
    Ok(kept(vm, object, USAGES))
}

/// Makes the object that describes the algorithm of a key, which is kept.
fn algorithm_of(vm: &mut Vm, key: &Key) -> Completion<ObjectId> {
    let algorithm = named(vm, key.name)?;
    if key.name.is_rsa() {
        let numbers = rsa_keys::public_numbers(&key.bytes);
        let private = rsa_keys::private_numbers(&key.bytes).map(|[modulus, exponent, ..]| [modulus, exponent]);
        if let Some([modulus, exponent]) = numbers.or(private) {
            put(vm, algorithm, "modulusLength", Value::number(rsa_keys::bits_of(modulus) as f64))?;
            let exponent = bytes::new_view(vm, exponent)?;
            put(vm, algorithm, "publicExponent", exponent)?;
        }
    }
    if let Some(hash) = key.hash {
        let hash = Value::object(named(vm, Name::Hash(hash))?);
        put(vm, algorithm, "hash", hash)?;
    }
    if let Some(curve) = key.curve {
        let curve = Value::string(vm.heap.intern_text(curve.name()));
        put(vm, algorithm, "namedCurve", curve)?;
    }
    if key.name.is_aes() || key.name == Name::Hmac {
        put(vm, algorithm, "length", Value::number(key.bits.into()))?;
    }
    Ok(algorithm)
}

fn named(vm: &mut Vm, name: Name) -> Completion<ObjectId> {
    let object = vm.new_plain_object();
    vm.keep(Value::object(object));
    let name = Value::string(text::new_string(vm, name.text().as_bytes())?);
    put(vm, object, "name", name)?;
    Ok(object)
}

/// Defines a property of a new object.
pub(super) fn put(vm: &mut Vm, object: ObjectId, name: &str, value: Value) -> Completion<()> {
    vm.keep(value);
    let key = vm.heap.key(name);
    object::create_data_property_or_throw(vm, object, key, value)
}

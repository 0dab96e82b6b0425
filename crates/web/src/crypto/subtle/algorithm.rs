//! Normalizing an algorithm, Web Cryptography 18.4.4.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::typed_array::ElementType;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::bytes;
use super::ec::Curve;
use super::hash::Hash;
use super::key::{self, Key};
use super::name::{Name, Operation};
use crate::interface::member;
use crate::{dom_exception, text};

/// A normalized algorithm. Members that it does not have are empty.
pub(super) struct Algorithm {
    pub(super) name: Name,
    pub(super) hash: Option<Hash>,
    /// None where the curve is not one of ours.
    pub(super) curve: Option<Curve>,
    /// `length` or `modulusLength`.
    pub(super) length: Option<u32>,
    /// `iv`, `counter`, `salt`.
    pub(super) start: Vec<u8>,
    /// `additionalData`, `info`, `label`.
    pub(super) further: Vec<u8>,
    pub(super) exponent: Vec<u8>,
    /// `tagLength`
    pub(super) tag: Option<u32>,
    /// `iterations`, `saltLength`
    pub(super) count: u32,
    pub(super) public: Option<Key>,
}

/// Conversion of a member.
#[derive(Copy, Clone)]
enum Member {
    Hash,
    Curve,
    /// An integer up to this many.
    Length(u32),
    OptionalLength,
    Start(&'static str),
    Further(&'static str),
    OptionalFurther(&'static str),
    Exponent,
    Tag,
    Count(&'static str),
    Public,
}

/// Members in the order in which they are read: by their names, after those of the dictionary that is inherited from.
fn members(operation: Operation, name: Name) -> &'static [Member] {
    const OCTET: u32 = 0xFF;
    const SHORT: u32 = 0xFFFF;
    match (operation, name) {
        (Operation::Encrypt | Operation::Decrypt, Name::RsaOaep) => &[Member::OptionalFurther("label")],
        (Operation::Encrypt | Operation::Decrypt, Name::AesCtr) => &[Member::Start("counter"), Member::Length(OCTET)],
        (Operation::Encrypt | Operation::Decrypt, Name::AesCbc) => &[Member::Start("iv")],
        (Operation::Encrypt | Operation::Decrypt, Name::AesGcm) => {
            &[Member::OptionalFurther("additionalData"), Member::Start("iv"), Member::Tag]
        }
        (Operation::Sign | Operation::Verify, Name::RsaPss) => &[Member::Count("saltLength")],
        (Operation::Sign | Operation::Verify, Name::Ecdsa) => &[Member::Hash],
        (Operation::GenerateKey, Name::RsaSsa | Name::RsaPss | Name::RsaOaep) => {
            &[Member::Length(u32::MAX), Member::Exponent, Member::Hash]
        }
        (Operation::ImportKey, Name::RsaSsa | Name::RsaPss | Name::RsaOaep) => &[Member::Hash],
        (Operation::GenerateKey | Operation::ImportKey, Name::Ecdsa | Name::Ecdh) => &[Member::Curve],
        (Operation::GenerateKey | Operation::KeyLength, name) if name.is_aes() => &[Member::Length(SHORT)],
        (Operation::GenerateKey | Operation::ImportKey | Operation::KeyLength, Name::Hmac) => {
            &[Member::Hash, Member::OptionalLength]
        }
        (Operation::DeriveBits, Name::Ecdh | Name::X25519) => &[Member::Public],
        (Operation::DeriveBits, Name::Hkdf) => &[Member::Hash, Member::Further("info"), Member::Start("salt")],
        (Operation::DeriveBits, Name::Pbkdf2) => &[Member::Hash, Member::Count("iterations"), Member::Start("salt")],
        _ => &[],
    }
}

/// Converts an AlgorithmIdentifier to an object or a string, which is kept: the first step of an operation.
pub(super) fn identifier(vm: &mut Vm, value: Value) -> Completion<Value> {
    match value.is_object() {
        true => Ok(value),
        false => text::to_string(vm, value).map(Value::string),
    }
}

/// Normalizes an algorithm for an operation. An algorithm without it is a NotSupportedError.
pub(super) fn normalize(vm: &mut Vm, operation: Operation, identifier: Value) -> Completion<Algorithm> {
    match normalize_if_known(vm, operation, identifier)? {
        Some(algorithm) => Ok(algorithm),
        None => {
            dom_exception::throw(vm, "NotSupportedError", "The algorithm is not supported, or not for this operation")
        }
    }
}

/// None where the algorithm does not have the operation.
pub(super) fn normalize_if_known(
    vm: &mut Vm,
    operation: Operation,
    identifier: Value,
) -> Completion<Option<Algorithm>> {
    let dictionary = identifier.as_object();
    let name = match dictionary {
        None => identifier,
        dictionary => match member(vm, dictionary, "name")? {
            Some(name) => name,
            None => return missing(vm, "name"),
        },
    };
    let name = text::to_string(vm, name)?;
    let name = text::utf8(vm, name)?;
    let is_known = |known: &Name| known.text().as_bytes().eq_ignore_ascii_case(&name) && operation.is_of(*known);
    let Some(name) = Name::ALL.into_iter().find(is_known) else { return Ok(None) };
    let mut algorithm = Algorithm {
        name,
        hash: None,
        curve: None,
        length: None,
        start: Vec::new(),
        further: Vec::new(),
        exponent: Vec::new(),
        tag: None,
        count: 0,
        public: None,
    };
    for &member in members(operation, name) {
        read(vm, &mut algorithm, dictionary, member, operation)?;
    }
    Ok(Some(algorithm))
}

/// Reads one member of an algorithm's dictionary.
fn read(
    vm: &mut Vm,
    algorithm: &mut Algorithm,
    dictionary: Option<ObjectId>,
    wanted: Member,
    operation: Operation,
) -> Completion<()> {
    let name = match wanted {
        Member::Hash => "hash",
        Member::Curve => "namedCurve",
        Member::Length(_) if operation == Operation::GenerateKey && algorithm.name.is_rsa() => "modulusLength",
        Member::Length(_) | Member::OptionalLength => "length",
        Member::Start(name) | Member::Further(name) | Member::OptionalFurther(name) | Member::Count(name) => name,
        Member::Exponent => "publicExponent",
        Member::Tag => "tagLength",
        Member::Public => "public",
    };
    let Some(value) = member(vm, dictionary, name)? else {
        let is_optional = matches!(wanted, Member::OptionalLength | Member::OptionalFurther(_) | Member::Tag);
        return if is_optional { Ok(()) } else { missing(vm, name) };
    };
    match wanted {
        Member::Hash => {
            let identifier = identifier(vm, value)?;
            if let Name::Hash(hash) = normalize(vm, Operation::Digest, identifier)?.name {
                algorithm.hash = Some(hash);
            }
        }
        Member::Curve => {
            let curve = text::to_string(vm, value)?;
            let curve = text::utf8(vm, curve)?;
            algorithm.curve = Curve::ALL.into_iter().find(|known| known.name().as_bytes() == curve);
        }
        Member::Length(most) => algorithm.length = Some(integer(vm, value, most, name)?),
        Member::OptionalLength => algorithm.length = Some(integer(vm, value, u32::MAX, name)?),
        Member::Tag => algorithm.tag = Some(integer(vm, value, 0xFF, name)?),
        Member::Count(_) => algorithm.count = integer(vm, value, u32::MAX, name)?,
        Member::Start(_) => algorithm.start = bytes::copied(vm, value, name)?,
        Member::Further(_) | Member::OptionalFurther(_) => algorithm.further = bytes::copied(vm, value, name)?,
        Member::Exponent => {
            let kind = value.as_object().map(|object| vm.heap.kind(object));
            if !matches!(kind, Some(Kind::TypedArray(view)) if view.element == ElementType::Uint8) {
                return vm.type_error("The member 'publicExponent' must be a Uint8Array");
            }
            algorithm.exponent = bytes::copied(vm, value, name)?;
        }
        Member::Public => {
            if value.as_object().is_none_or(|object| hosts::host_data::<Key>(&vm.heap, object).is_none()) {
                return vm.type_error("The member 'public' must be a CryptoKey");
            }
            algorithm.public = Some(key::key_of(vm, value, name)?);
        }
    }
    Ok(())
}

fn missing<T>(vm: &mut Vm, name: &str) -> Completion<T> {
    vm.type_error(format!("The algorithm needs the member '{name}'"))
}

/// Converts to an integer by [EnforceRange], Web IDL 3.3.6.
pub(super) fn integer(vm: &mut Vm, value: Value, most: u32, name: &str) -> Completion<u32> {
    let number = convert::to_number(vm, value)?.trunc();
    match (0.0..=f64::from(most)).contains(&number) {
        true => Ok(number as u32),
        false => vm.type_error(format!("The member '{name}' must be an integer from 0 to {most}")),
    }
}

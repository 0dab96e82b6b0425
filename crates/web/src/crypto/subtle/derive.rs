//! Keys from keys: Web Cryptography 14.3.7 and 14.3.8.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::algorithm::{Algorithm, identifier, normalize};
use super::import::{Format, Source, Wanted, import};
use super::key::{self, Key, KeyType, key_of};
use super::name::{Name, Operation, Use};
use super::{bytes, ec, failed, hash, okp, require_kind, require_use, require_uses, uses_of};
use crate::dom_exception;

/// SubtleCrypto.prototype.deriveBits ( algorithm, baseKey, length )
pub(super) fn derive_bits(vm: &mut Vm, call: Call) -> Completion<Value> {
    let algorithm = identifier(vm, call.argument(vm, 0))?;
    let key = key_of(vm, call.argument(vm, 1), "The key")?;
    let length = match call.argument(vm, 2) {
        length if length.is_nullish() => None,
        length => Some(convert::to_uint32(vm, length)?),
    };
    let algorithm = normalize(vm, Operation::DeriveBits, algorithm)?;
    require_use(vm, &key, algorithm.name, Use::DeriveBits)?;
    let derived = derived(vm, &algorithm, &key, length)?;
    bytes::new_buffer(vm, &derived).map(Value::object)
}

/// SubtleCrypto.prototype.deriveKey ( algorithm, baseKey, derivedKeyType, extractable, keyUsages )
pub(super) fn derive_key(vm: &mut Vm, call: Call) -> Completion<Value> {
    let algorithm = identifier(vm, call.argument(vm, 0))?;
    let base = key_of(vm, call.argument(vm, 1), "The key")?;
    let kind = identifier(vm, call.argument(vm, 2))?;
    let is_extractable = vm.heap.to_boolean(call.argument(vm, 3));
    let uses = uses_of(vm, call.argument(vm, 4))?;
    let algorithm = normalize(vm, Operation::DeriveBits, algorithm)?;
    let for_import = normalize(vm, Operation::ImportKey, kind)?;
    let for_length = normalize(vm, Operation::KeyLength, kind)?;
    require_use(vm, &base, algorithm.name, Use::DeriveKey)?;
    let length = key_length(vm, &for_length)?;
    let secret = derived(vm, &algorithm, &base, length)?;
    let wanted = Wanted { is_extractable, uses };
    let key = import(vm, &for_import, &Source::Bytes(Format::Raw, &secret), wanted)?;
    require_uses(vm, &key)?;
    key::new_key(vm, key)
}

/// "Get key length" of an algorithm: bits, or none.
fn key_length(vm: &mut Vm, algorithm: &Algorithm) -> Completion<Option<u32>> {
    match (algorithm.name, algorithm.length, algorithm.hash) {
        (Name::Hmac, None, Some(hash)) => Ok(Some(hash.block() as u32 * 8)),
        (Name::Hmac, Some(0), _) => vm.type_error("The length of a key must not be 0"),
        (Name::Hmac, length, _) => Ok(length),
        (Name::Hkdf | Name::Pbkdf2, ..) => Ok(None),
        (_, Some(bits @ (128 | 192 | 256)), _) => Ok(Some(bits)),
        _ => failed(vm, "A key of AES must have 128, 192 or 256 bits"),
    }
}

/// "Derive bits" of the key's algorithm.
fn derived(vm: &mut Vm, algorithm: &Algorithm, key: &Key, length: Option<u32>) -> Completion<Vec<u8>> {
    if matches!(algorithm.name, Name::Ecdh | Name::X25519) {
        return agreed(vm, algorithm, key, length);
    }
    let Some(length) = length.filter(|length| length % 8 == 0) else {
        return failed(vm, "The length must be given, in whole bytes");
    };
    let (length, hash) = (length as usize / 8, algorithm.hash.unwrap_or(hash::Hash::Sha256));
    if algorithm.name == Name::Hkdf {
        let derived = hash::hkdf(vm, hash, &key.bytes, [&algorithm.start, &algorithm.further], length)?;
        return match derived {
            Some(derived) => Ok(derived),
            None => failed(vm, "HKDF cannot give so many bytes"),
        };
    }
    match algorithm.count {
        0 => failed(vm, "The number of iterations must not be 0"),
        rounds => hash::pbkdf2(vm, hash, &key.bytes, &algorithm.start, rounds, length),
    }
}

/// The secret that a private key and the public one of another pair share.
fn agreed(vm: &mut Vm, algorithm: &Algorithm, key: &Key, length: Option<u32>) -> Completion<Vec<u8>> {
    require_kind(vm, key, KeyType::Private)?;
    let Some(public) = &algorithm.public else { return failed(vm, "There is no public key") };
    require_kind(vm, public, KeyType::Public)?;
    if public.name != key.name || public.curve != key.curve {
        return dom_exception::throw(vm, "InvalidAccessError", "The two keys are of different algorithms or curves");
    }
    let secret = match key.curve {
        Some(curve) => ec::agree(vm, curve, &key.bytes, &public.bytes)?,
        None => okp::agree(vm, &key.bytes, &public.bytes)?,
    };
    let Some(mut secret) = secret else { return failed(vm, "The keys share no secret") };
    if let Some(bits) = length {
        let bits = bits as usize;
        if bits > secret.len() * 8 {
            return failed(vm, "The secret is shorter than the requested length");
        }
        secret.truncate(bits.div_ceil(8));
        if !bits.is_multiple_of(8)
            && let Some(last) = secret.last_mut()
        {
            *last &= 0xFF << (8 - bits % 8);
        }
    }
    Ok(secret)
}

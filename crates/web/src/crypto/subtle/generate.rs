//! New keys: Web Cryptography 14.3.6.

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::super::require_chance;
use super::algorithm::{Algorithm, identifier, normalize};
use super::key::{self, Key, KeyType, put};
use super::name::{Name, Operation};
use super::{ec, failed, okp, require_uses, rsa_keys, uses_of};
use crate::dom_exception;

/// SubtleCrypto.prototype.generateKey ( algorithm, extractable, keyUsages )
pub(super) fn generate_key(vm: &mut Vm, call: Call) -> Completion<Value> {
    let algorithm = identifier(vm, call.argument(vm, 0))?;
    let is_extractable = vm.heap.to_boolean(call.argument(vm, 1));
    let uses = uses_of(vm, call.argument(vm, 2))?;
    let algorithm = normalize(vm, Operation::GenerateKey, algorithm)?;
    require_chance(vm)?;
    let name = algorithm.name;
    if uses & !(name.uses() | name.public_uses()) != 0 {
        return dom_exception::throw(vm, "SyntaxError", "The key cannot have one of these usages");
    }
    if name.is_aes() || name == Name::Hmac {
        let mut key = secret(vm, &algorithm)?;
        (key.is_extractable, key.uses) = (is_extractable, uses);
        require_uses(vm, &key)?;
        return key::new_key(vm, key);
    }
    let make = |kind, uses| {
        let mut key = Key::new(kind, name, Vec::new());
        (key.hash, key.curve, key.uses) = (algorithm.hash, algorithm.curve, uses);
        key
    };
    let mut public = make(KeyType::Public, uses & name.public_uses());
    public.is_extractable = true;
    let mut private = make(KeyType::Private, uses & name.uses());
    private.is_extractable = is_extractable;
    check(vm, &algorithm)?;
    // The standard makes the keys first, for nothing.
    require_uses(vm, &private)?;
    [public.bytes, private.bytes] = pair(vm, &algorithm)?;
    let pair = vm.new_plain_object();
    vm.keep(Value::object(pair));
    for (member, key) in [("publicKey", public), ("privateKey", private)] {
        let key = key::new_key(vm, key)?;
        put(vm, pair, member, key)?;
    }
    Ok(Value::object(pair))
}

/// Refuses parameters that no key pair has.
fn check(vm: &mut Vm, algorithm: &Algorithm) -> Completion<()> {
    if algorithm.name.is_ec() && algorithm.curve.is_none() {
        return dom_exception::throw(vm, "NotSupportedError", "The curve is none of P-256, P-384 and P-521");
    }
    if algorithm.name.is_rsa() && !rsa_keys::is_exponent(&algorithm.exponent) {
        return failed(vm, "The public exponent must be an odd number from 3 to 2^33 - 1");
    }
    let bits = algorithm.length.unwrap_or(0) as usize;
    if algorithm.name.is_rsa() && !rsa_keys::BITS.contains(&bits) {
        return failed(vm, "The modulus must have 1024 to 8192 bits");
    }
    Ok(())
}

/// Makes the bytes of a public and a private key. `check` has accepted the parameters.
fn pair(vm: &mut Vm, algorithm: &Algorithm) -> Completion<[Vec<u8>; 2]> {
    match (algorithm.name, algorithm.curve) {
        (_, Some(curve)) => {
            let private = ec::generate(vm, curve)?;
            let public = private.get(curve.bytes()..).unwrap_or_default().to_vec();
            Ok([public, private])
        }
        (name, _) if name.is_rsa() => {
            rsa_keys::generate(vm, algorithm.length.unwrap_or(0) as usize, &algorithm.exponent)
        }
        (name, _) => {
            let private = okp::generate(vm)?;
            let public = okp::public(vm, name == Name::Ed25519, &private)?;
            Ok([public, private])
        }
    }
}

/// Makes a key of AES or HMAC; of HMAC without a length, one as long as a block of the hash. Surplus bits are zero.
fn secret(vm: &mut Vm, algorithm: &Algorithm) -> Completion<Key> {
    let bits = match (algorithm.name, algorithm.length, algorithm.hash) {
        (Name::Hmac, None, Some(hash)) => hash.block() as u32 * 8,
        (Name::Hmac, Some(bits @ 1..), _) => bits,
        (Name::AesCtr | Name::AesCbc | Name::AesGcm | Name::AesKw, Some(bits @ (128 | 192 | 256)), _) => bits,
        _ => return failed(vm, "There is no key of this length"),
    };
    let length = bits.div_ceil(8) as usize;
    let mut bytes = Vec::new();
    vm.heap.lend_room(&mut bytes, length)?;
    bytes.resize(length, 0);
    for piece in bytes.chunks_mut(1 << 10) {
        vm.work(piece.len() as u64 / BYTES_PER_TICK * 8 + 1)?;
        super::super::fill(vm, piece)?;
    }
    if bits % 8 != 0
        && let Some(last) = bytes.last_mut()
    {
        *last &= 0xFF << (8 - bits % 8);
    }
    let mut key = Key::new(KeyType::Secret, algorithm.name, bytes);
    (key.hash, key.bits) = (algorithm.hash, bits);
    Ok(key)
}

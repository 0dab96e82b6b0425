//! Encrypting, signing and digests: Web Cryptography 14.3.1 to 14.3.5.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::algorithm::{Algorithm, identifier, normalize};
use super::key::{Key, KeyType, key_of};
use super::name::{Name, Operation, Use};
use super::rsa_keys::Padding;
use super::{aes, bytes, ec, failed, hash, okp, require_kind, require_use, rsa_keys};

/// SubtleCrypto.prototype.encrypt ( algorithm, key, data )
pub(super) fn encrypt(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (algorithm, key, data) = arguments(vm, call, Operation::Encrypt)?;
    require_use(vm, &key, algorithm.name, Use::Encrypt)?;
    let encrypted = encrypted(vm, &algorithm, &key, &data)?;
    bytes::new_buffer(vm, &encrypted).map(Value::object)
}

/// SubtleCrypto.prototype.decrypt ( algorithm, key, data )
pub(super) fn decrypt(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (algorithm, key, data) = arguments(vm, call, Operation::Decrypt)?;
    require_use(vm, &key, algorithm.name, Use::Decrypt)?;
    let decrypted = decrypted(vm, &algorithm, &key, &data)?;
    bytes::new_buffer(vm, &decrypted).map(Value::object)
}

/// Converts the arguments: the algorithm, the key, and a copy of the bytes.
fn arguments(vm: &mut Vm, call: Call, operation: Operation) -> Completion<(Algorithm, Key, Vec<u8>)> {
    let algorithm = identifier(vm, call.argument(vm, 0))?;
    let key = key_of(vm, call.argument(vm, 1), "The key")?;
    let data = call.argument(vm, 2);
    bytes::require_source(vm, data, "The data")?;
    let algorithm = normalize(vm, operation, algorithm)?;
    let data = bytes::copied(vm, data, "The data")?;
    Ok((algorithm, key, data))
}

/// "Encrypt" of the key's algorithm.
pub(super) fn encrypted(vm: &mut Vm, algorithm: &Algorithm, key: &Key, data: &[u8]) -> Completion<Vec<u8>> {
    let result = match (algorithm.name, key.hash) {
        (Name::RsaOaep, Some(hash)) => {
            require_kind(vm, key, KeyType::Public)?;
            rsa_keys::encrypt(vm, &key.bytes, hash, &algorithm.further, data)?
        }
        (Name::AesCtr, _) => counted(vm, algorithm, key, data)?,
        (Name::AesCbc, _) => aes::cbc_encrypt(vm, &key.bytes, &algorithm.start, data)?,
        _ => {
            let tag = tag_length(vm, algorithm)?;
            aes::gcm_encrypt(vm, &key.bytes, [&algorithm.start, &algorithm.further, data], tag)?
        }
    };
    match result {
        Some(result) => Ok(result),
        None => failed(vm, "The data cannot be encrypted with these parameters"),
    }
}

/// "Decrypt" of the key's algorithm.
pub(super) fn decrypted(vm: &mut Vm, algorithm: &Algorithm, key: &Key, data: &[u8]) -> Completion<Vec<u8>> {
    let result = match (algorithm.name, key.hash) {
        (Name::RsaOaep, Some(hash)) => {
            require_kind(vm, key, KeyType::Private)?;
            rsa_keys::decrypt(vm, &key.bytes, hash, &algorithm.further, data)?
        }
        (Name::AesCtr, _) => counted(vm, algorithm, key, data)?,
        (Name::AesCbc, _) => aes::cbc_decrypt(vm, &key.bytes, &algorithm.start, data)?,
        _ => {
            let tag = tag_length(vm, algorithm)?;
            aes::gcm_decrypt(vm, &key.bytes, [&algorithm.start, &algorithm.further, data], tag)?
        }
    };
    match result {
        Some(result) => Ok(result),
        None => failed(vm, "The data cannot be decrypted"),
    }
}

fn counted(vm: &mut Vm, algorithm: &Algorithm, key: &Key, data: &[u8]) -> Completion<Option<Vec<u8>>> {
    match algorithm.length {
        Some(bits @ 1..=128) => aes::ctr(vm, &key.bytes, &algorithm.start, bits, data),
        _ => Ok(None),
    }
}

/// Bytes of the tag of AES-GCM.
fn tag_length(vm: &mut Vm, algorithm: &Algorithm) -> Completion<usize> {
    match algorithm.tag.unwrap_or(128) {
        bits @ (32 | 64 | 96 | 104 | 112 | 120 | 128) => Ok(bits as usize / 8),
        _ => failed(vm, "There is no tag of this length"),
    }
}

/// SubtleCrypto.prototype.sign ( algorithm, key, data )
pub(super) fn sign(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (algorithm, key, data) = arguments(vm, call, Operation::Sign)?;
    require_use(vm, &key, algorithm.name, Use::Sign)?;
    if key.name != Name::Hmac {
        require_kind(vm, &key, KeyType::Private)?;
    }
    let signature = match (algorithm.name, key.hash, algorithm.hash, key.curve) {
        (Name::Hmac, Some(hash), ..) => Some(hash::hmac(vm, hash, &key.bytes, &data)?),
        (Name::RsaSsa | Name::RsaPss, Some(hash), ..) => {
            let digest = hash::digest(vm, hash, &data)?;
            rsa_keys::sign(vm, &key.bytes, hash, padding(&algorithm), &digest)?
        }
        (Name::Ecdsa, _, Some(hash), Some(curve)) => {
            let digest = hash::digest(vm, hash, &data)?;
            ec::sign(vm, curve, &key.bytes, &digest)?
        }
        _ => okp::sign(vm, &key.bytes, &data)?,
    };
    match signature {
        Some(signature) => bytes::new_buffer(vm, &signature).map(Value::object),
        None => failed(vm, "The data cannot be signed with these parameters"),
    }
}

fn padding(algorithm: &Algorithm) -> Padding {
    match algorithm.name {
        Name::RsaPss => Padding::Pss(algorithm.count as usize),
        _ => Padding::Pkcs1,
    }
}

/// SubtleCrypto.prototype.verify ( algorithm, key, signature, data )
pub(super) fn verify(vm: &mut Vm, call: Call) -> Completion<Value> {
    let algorithm = identifier(vm, call.argument(vm, 0))?;
    let key = key_of(vm, call.argument(vm, 1), "The key")?;
    let [signature, data] = [2, 3].map(|index| call.argument(vm, index));
    bytes::require_source(vm, signature, "The signature")?;
    bytes::require_source(vm, data, "The data")?;
    let algorithm = normalize(vm, Operation::Verify, algorithm)?;
    let signature = bytes::copied(vm, signature, "The signature")?;
    let data = bytes::copied(vm, data, "The data")?;
    require_use(vm, &key, algorithm.name, Use::Verify)?;
    if key.name != Name::Hmac {
        require_kind(vm, &key, KeyType::Public)?;
    }
    let is_valid = match (algorithm.name, key.hash, algorithm.hash, key.curve) {
        (Name::Hmac, Some(hash), ..) => {
            let expected = hash::hmac(vm, hash, &key.bytes, &data)?;
            hash::is_same(&expected, &signature)
        }
        (Name::RsaSsa | Name::RsaPss, Some(hash), ..) => {
            let digest = hash::digest(vm, hash, &data)?;
            rsa_keys::verify(vm, &key.bytes, hash, padding(&algorithm), [&digest, &signature])?
        }
        (Name::Ecdsa, _, Some(hash), Some(curve)) => {
            let digest = hash::digest(vm, hash, &data)?;
            ec::verify(vm, curve, &key.bytes, &digest, &signature)?
        }
        _ => okp::verify(vm, &key.bytes, &data, &signature)?,
    };
    Ok(Value::bool(is_valid))
}

/// SubtleCrypto.prototype.digest ( algorithm, data )
pub(super) fn digest(vm: &mut Vm, call: Call) -> Completion<Value> {
    let algorithm = identifier(vm, call.argument(vm, 0))?;
    let data = call.argument(vm, 1);
    bytes::require_source(vm, data, "The data")?;
    let algorithm = normalize(vm, Operation::Digest, algorithm)?;
    let data = bytes::copied(vm, data, "The data")?;
    let digest = match algorithm.name {
        Name::Hash(hash) => hash::digest(vm, hash, &data)?,
        _ => Vec::new(),
    };
    bytes::new_buffer(vm, &digest).map(Value::object)
}

//! Encrypted keys: Web Cryptography 14.3.11 and 14.3.12.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::Call;
use ferrotape_runtime::module;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::algorithm::{Algorithm, identifier, normalize, normalize_if_known};
use super::import::{Format, Source, Wanted, import};
use super::jwk::{Jwk, Part, damaged};
use super::key::{self, key_of};
use super::name::{Name, Operation, Use};
use super::{aes, bytes, cipher, export, failed, format_of, require_extractable, require_use, require_uses, uses_of};

/// SubtleCrypto.prototype.wrapKey ( format, key, wrappingKey, wrapAlgorithm )
pub(super) fn wrap_key(vm: &mut Vm, call: Call) -> Completion<Value> {
    let format = format_of(vm, call.argument(vm, 0))?;
    let key = key_of(vm, call.argument(vm, 1), "The key")?;
    let wrapping = key_of(vm, call.argument(vm, 2), "The wrapping key")?;
    let algorithm = identifier(vm, call.argument(vm, 3))?;
    let algorithm = normalize_for(vm, [Operation::WrapKey, Operation::Encrypt], algorithm)?;
    require_use(vm, &wrapping, algorithm.name, Use::WrapKey)?;
    require_extractable(vm, &key)?;
    let mut written = match format {
        Format::Jwk => export::web_key_of(vm, &key)?.to_json(),
        format => export::bytes_of(vm, &key, format)?,
    };
    if format == Format::Jwk && algorithm.name == Name::AesKw {
        // It takes whole halves of blocks, and JSON may end with spaces.
        written.resize(written.len().next_multiple_of(8), b' ');
    }
    let wrapped = match algorithm.name {
        Name::AesKw => match aes::wrap(vm, &wrapping.bytes, &written)? {
            Some(wrapped) => wrapped,
            None => return failed(vm, "AES-KW takes whole blocks of 8 bytes, and two of them at least"),
        },
        _ => cipher::encrypted(vm, &algorithm, &wrapping, &written)?,
    };
    bytes::new_buffer(vm, &wrapped).map(Value::object)
}

/// Normalizes an algorithm for the first operation that it has.
fn normalize_for(vm: &mut Vm, [first, second]: [Operation; 2], identifier: Value) -> Completion<Algorithm> {
    match normalize_if_known(vm, first, identifier)? {
        Some(algorithm) => Ok(algorithm),
        None => normalize(vm, second, identifier),
    }
}

/// SubtleCrypto.prototype.unwrapKey ( format, wrappedKey, unwrappingKey, unwrapAlgorithm, unwrappedKeyAlgorithm, extractable,
/// keyUsages )
pub(super) fn unwrap_key(vm: &mut Vm, call: Call) -> Completion<Value> {
    let format = format_of(vm, call.argument(vm, 0))?;
    let wrapped = call.argument(vm, 1);
    bytes::require_source(vm, wrapped, "The wrapped key")?;
    let unwrapping = key_of(vm, call.argument(vm, 2), "The unwrapping key")?;
    let algorithm = identifier(vm, call.argument(vm, 3))?;
    let for_key = identifier(vm, call.argument(vm, 4))?;
    let is_extractable = vm.heap.to_boolean(call.argument(vm, 5));
    let uses = uses_of(vm, call.argument(vm, 6))?;
    let algorithm = normalize_for(vm, [Operation::UnwrapKey, Operation::Decrypt], algorithm)?;
    let for_key = normalize(vm, Operation::ImportKey, for_key)?;
    let wrapped = bytes::copied(vm, wrapped, "The wrapped key")?;
    require_use(vm, &unwrapping, algorithm.name, Use::UnwrapKey)?;
    let written = match algorithm.name {
        Name::AesKw => match aes::unwrap(vm, &unwrapping.bytes, &wrapped)? {
            Some(written) => written,
            None => return failed(vm, "The key cannot be unwrapped"),
        },
        _ => cipher::decrypted(vm, &algorithm, &unwrapping, &wrapped)?,
    };
    let wanted = Wanted { is_extractable, uses };
    let key = match format {
        Format::Jwk => {
            let jwk = parsed(vm, &written)?;
            import(vm, &for_key, &Source::Jwk(&jwk), wanted)?
        }
        format => import(vm, &for_key, &Source::Bytes(format, &written), wanted)?,
    };
    require_uses(vm, &key)?;
    key::new_key(vm, key)
}

/// Parses a JWK, Web Cryptography 18.4.5.
fn parsed(vm: &mut Vm, json: &[u8]) -> Completion<Jwk> {
    let Ok(json) = std::str::from_utf8(json) else {
        return damaged(vm, "The unwrapped key is not JSON");
    };
    let value = match module::parse_json(vm, json) {
        Ok(value) => value,
        Err(Throw::Exception(_)) => return damaged(vm, "The unwrapped key is not JSON"),
        Err(error) => return Err(error),
    };
    vm.keep(value);
    let Some(object) = value.as_object() else { return damaged(vm, "The unwrapped key is not an object") };
    let jwk = Jwk::of_parsed(vm, object)?;
    match jwk.text(Part::Kty) {
        Some(_) => Ok(jwk),
        None => damaged(vm, "The unwrapped key has no member 'kty'"),
    }
}

//! `crypto.subtle`, Web Cryptography 14, behind the feature `crypto`.
//!
//! ```text
//! arguments ──> algorithm.rs: normalized ──> the key's algorithm and usages are checked ──> cipher, derive, import, export
//!                                                                                             │
//!                        promise, already settled <── bytes or keys <── aes, ec, hash, okp, rsa_keys
//! ```
//!
//! The work is done before the operation returns: it is the script's own, and counts as ticks. Random bytes are those of
//! `getRandomValues`.

mod aes;
mod algorithm;
mod bytes;
mod cipher;
mod der;
mod derive;
mod ec;
mod export;
mod generate;
mod hash;
mod import;
mod jwk;
mod key;
mod name;
mod okp;
mod rsa_keys;
mod wrap;

use std::any::Any;

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::promise::operations as promises;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{self, Interface, Known, illegal_constructor, new_object, require_arguments, this_object};
use crate::{dom_exception, text};
use algorithm::{identifier, normalize};
use import::{Format, Source, Wanted, import};
use jwk::Jwk;
use key::{Key, KeyType, key_of};
use name::{Name, Operation, Use};

pub(crate) use key::{CLASS as KEY_CLASS, cloned};

/// The class of `crypto.subtle`, and the data of a new one.
pub(crate) const CLASS: PartClass = ("SubtleCrypto", || Box::new(Subtle));

/// Marks an object as a SubtleCrypto.
struct Subtle;

impl HostData for Subtle {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Subtle))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static SUBTLE: Interface = Interface {
    known: Known::SubtleCrypto,
    constructor: constructor("SubtleCrypto", 0, illegal_constructor),
    operations: &[
        method("encrypt", 3, |vm, call| promised(vm, call, 3, "encrypt", cipher::encrypt)),
        method("decrypt", 3, |vm, call| promised(vm, call, 3, "decrypt", cipher::decrypt)),
        method("sign", 3, |vm, call| promised(vm, call, 3, "sign", cipher::sign)),
        method("verify", 4, |vm, call| promised(vm, call, 4, "verify", cipher::verify)),
        method("digest", 2, |vm, call| promised(vm, call, 2, "digest", cipher::digest)),
        method("generateKey", 3, |vm, call| promised(vm, call, 3, "generateKey", generate::generate_key)),
        method("deriveKey", 5, |vm, call| promised(vm, call, 5, "deriveKey", derive::derive_key)),
        method("deriveBits", 2, |vm, call| promised(vm, call, 2, "deriveBits", derive::derive_bits)),
        method("importKey", 5, |vm, call| promised(vm, call, 5, "importKey", import_key)),
        method("exportKey", 2, |vm, call| promised(vm, call, 2, "exportKey", export_key)),
        method("wrapKey", 4, |vm, call| promised(vm, call, 4, "wrapKey", wrap::wrap_key)),
        method("unwrapKey", 7, |vm, call| promised(vm, call, 7, "unwrapKey", wrap::unwrap_key)),
    ],
    attributes: &[],
    statics: &[],
};

/// Defines the interfaces. Gives the object, which is kept.
pub(super) fn install(realm: &mut RealmBuilder) -> Completion<ObjectId> {
    interface::define(realm, &key::CRYPTO_KEY, None)?;
    let [_, prototype] = interface::define(realm, &SUBTLE, None)?;
    new_object(realm.vm, CLASS.0, prototype, Box::new(Subtle))
}

/// Makes a promise of what an operation gives, which is rejected where that throws.
fn promised(
    vm: &mut Vm,
    call: Call,
    arguments: usize,
    name: &str,
    run: fn(&mut Vm, Call) -> Completion<Value>,
) -> Completion<Value> {
    let promise = promises::new_promise(vm, None);
    vm.keep(Value::object(promise));
    let name = format!("SubtleCrypto.{name}");
    let checked = this_object::<Subtle>(vm, call, &name).and_then(|_| require_arguments(vm, call, arguments, &name));
    match checked.and_then(|()| run(vm, call)) {
        Ok(value) => {
            vm.keep(value);
            promises::resolve_promise(vm, promise, value)?;
        }
        Err(Throw::Exception(reason)) => {
            vm.keep(reason);
            promises::reject_promise(vm, promise, reason)?;
        }
        Err(terminated) => return Err(terminated),
    }
    Ok(Value::object(promise))
}

/// Throws an OperationError.
fn failed<T>(vm: &mut Vm, message: &str) -> Completion<T> {
    dom_exception::throw(vm, "OperationError", message)
}

/// Refuses keys of another algorithm, and those that are not for this.
fn require_use(vm: &mut Vm, key: &Key, name: Name, use_: Use) -> Completion<()> {
    let message = if key.name != name {
        "The key is of another algorithm"
    } else if !key.may(use_) {
        "The key does not have the usage that this operation needs"
    } else {
        return Ok(());
    };
    dom_exception::throw(vm, "InvalidAccessError", message)
}

/// Refuses public keys where private ones are needed, and private ones where public ones are.
fn require_kind(vm: &mut Vm, key: &Key, kind: KeyType) -> Completion<()> {
    match key.kind == kind {
        true => Ok(()),
        false => dom_exception::throw(vm, "InvalidAccessError", &format!("The key must be a {} one", kind.name())),
    }
}

/// Refuses keys without any usage.
fn require_uses(vm: &mut Vm, key: &Key) -> Completion<()> {
    match key.kind == KeyType::Public || key.uses != 0 {
        true => Ok(()),
        false => dom_exception::throw(vm, "SyntaxError", "The list of usages is empty"),
    }
}

/// Converts to a KeyFormat.
fn format_of(vm: &mut Vm, value: Value) -> Completion<Format> {
    let name = text::to_string(vm, value)?;
    let name = text::utf8(vm, name)?;
    match Format::of_name(&name) {
        Some(format) => Ok(format),
        None => vm.type_error("The format must be 'raw', 'spki', 'pkcs8' or 'jwk'"),
    }
}

/// Converts to a list of KeyUsage: a bit for each.
fn uses_of(vm: &mut Vm, value: Value) -> Completion<u8> {
    if !value.is_object() {
        return vm.type_error("The usages of a key are not iterable");
    }
    let mut uses = 0;
    iteration::sequence(vm, value, |vm, value| {
        let name = text::to_string(vm, value)?;
        let name = text::utf8(vm, name)?;
        match Use::of_name(&name) {
            Some(use_) => uses |= use_.bit(),
            None => return vm.type_error("There is no such usage of a key"),
        }
        Ok(())
    })?;
    Ok(uses)
}

/// SubtleCrypto.prototype.importKey ( format, keyData, algorithm, extractable, keyUsages )
fn import_key(vm: &mut Vm, call: Call) -> Completion<Value> {
    let format = format_of(vm, call.argument(vm, 0))?;
    let data = call.argument(vm, 1);
    let jwk = match data.as_object() {
        _ if bytes::is_source(vm, data) => {
            bytes::require_source(vm, data, "The data of a key")?;
            None
        }
        Some(object) => Some(Jwk::of_object(vm, object)?),
        None if data.is_nullish() => Some(Jwk::default()),
        None => return vm.type_error("The data of a key must be bytes or an object"),
    };
    let algorithm = identifier(vm, call.argument(vm, 2))?;
    let is_extractable = vm.heap.to_boolean(call.argument(vm, 3));
    let uses = uses_of(vm, call.argument(vm, 4))?;
    let algorithm = normalize(vm, Operation::ImportKey, algorithm)?;
    let wanted = Wanted { is_extractable, uses };
    let key = match (format, &jwk) {
        (Format::Jwk, Some(jwk)) => import(vm, &algorithm, &Source::Jwk(jwk), wanted)?,
        (Format::Raw | Format::Spki | Format::Pkcs8, None) => {
            let bytes = bytes::copied(vm, data, "The data of a key")?;
            import(vm, &algorithm, &Source::Bytes(format, &bytes), wanted)?
        }
        _ => return vm.type_error("The data of the key are not of this format"),
    };
    require_uses(vm, &key)?;
    key::new_key(vm, key)
}

/// SubtleCrypto.prototype.exportKey ( format, key )
fn export_key(vm: &mut Vm, call: Call) -> Completion<Value> {
    let format = format_of(vm, call.argument(vm, 0))?;
    let key = key_of(vm, call.argument(vm, 1), "The key")?;
    require_extractable(vm, &key)?;
    if format == Format::Jwk {
        let jwk = export::web_key_of(vm, &key)?;
        return jwk.to_object(vm).map(Value::object);
    }
    let written = export::bytes_of(vm, &key, format)?;
    bytes::new_buffer(vm, &written).map(Value::object)
}

/// Refuses keys that are not extractable.
fn require_extractable(vm: &mut Vm, key: &Key) -> Completion<()> {
    if matches!(key.name, Name::Hkdf | Name::Pbkdf2) {
        return dom_exception::throw(vm, "NotSupportedError", "Keys of the algorithm cannot be exported");
    }
    match key.is_extractable {
        true => Ok(()),
        false => dom_exception::throw(vm, "InvalidAccessError", "The key is not extractable"),
    }
}

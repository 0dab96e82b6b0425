//! `crypto`, Web Cryptography 10. `crypto.subtle` is behind the feature `crypto`.
//!
//! The bytes are the host's secret ones, if it gives some ([`Chance`]). Else they come from where those of `Math.random` do: the
//! engine's seed. They are the same in each run with the same seed, and no more of a secret than that seed, nor are the keys that
//! are made of them. Where the host has named no seed either, there are no keys.

#[cfg(feature = "crypto")]
mod subtle;

use std::any::Any;

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::buffers;
use ferrotape_runtime::chance::Chance;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::typed_array::ElementType;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

#[cfg(feature = "crypto")]
use crate::interface::attributes;
use crate::interface::{self, Interface, Known, illegal_constructor, new_object, require_arguments, this_object};
use crate::{dom_exception, text};

/// The class of `crypto`, and the data of a new one.
pub(crate) const CLASS: PartClass = ("Crypto", || Box::new(Crypto));

/// Most bytes that one call fills.
const MOST_BYTES: usize = 65_536;

/// Bytes that are filled at once.
const PIECE: usize = 1 << 10;

pub(crate) static GLOBALS: &[&str] = &[
    "Crypto",
    #[cfg(feature = "crypto")]
    "CryptoKey",
    #[cfg(feature = "crypto")]
    "SubtleCrypto",
];

#[cfg(feature = "crypto")]
pub(crate) use subtle::{CLASS as SUBTLE_CLASS, KEY_CLASS, cloned};

/// Marks an object as a Crypto.
struct Crypto;

impl HostData for Crypto {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Crypto))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static CRYPTO: Interface = Interface {
    known: Known::Crypto,
    constructor: constructor("Crypto", 0, illegal_constructor),
    operations: &[method("getRandomValues", 1, get_random_values), method("randomUUID", 0, random_uuid)],
    #[cfg(feature = "crypto")]
    attributes: attributes! { "subtle": get_subtle; },
    #[cfg(not(feature = "crypto"))]
    attributes: &[],
    statics: &[],
};

/// Makes the objects of `crypto` and `crypto.subtle`, which the realm keeps for the getters that give them.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [_, prototype] = interface::define(realm, &CRYPTO, None)?;
    let crypto = new_object(realm.vm, CLASS.0, prototype, Box::new(Crypto))?;
    #[cfg(feature = "crypto")]
    {
        let subtle = subtle::install(realm)?;
        realm::set_further(realm.vm, Known::SubtleObject as usize, subtle);
    }
    realm::set_further(realm.vm, Known::CryptoObject as usize, crypto);
    Ok(())
}

/// get Crypto.prototype.subtle
#[cfg(feature = "crypto")]
fn get_subtle(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_object::<Crypto>(vm, call, "get Crypto.prototype.subtle")?;
    Ok(Value::object(Known::SubtleObject.of_realm(vm)))
}

/// Fills a piece with random bytes, or throws where the host's source has failed.
pub(crate) fn fill(vm: &mut Vm, piece: &mut [u8]) -> Completion<()> {
    match fill_random(vm, piece) {
        true => Ok(()),
        false => dom_exception::throw(vm, "OperationError", "The host's source of secret bytes has failed"),
    }
}

/// Fills a piece with random bytes: secret ones if the host gives some. False where its source has failed.
pub fn fill_random(vm: &mut Vm, piece: &mut [u8]) -> bool {
    if let Chance::Secret(source) = &vm.options.chance {
        return source.fill(piece);
    }
    for bytes in piece.chunks_mut(4) {
        // The high bits are the best.
        let random = (vm.agent.random() >> 32) as u32;
        bytes.copy_from_slice(&random.to_le_bytes()[..bytes.len()]);
    }
    true
}

/// Refuses what needs a secret where the bytes would be none, and not those of a seed that the host has chosen either.
#[cfg(feature = "crypto")]
fn require_chance(vm: &mut Vm) -> Completion<()> {
    const MESSAGE: &str = "The host gives no secret bytes: it must call Builder::entropy, or Builder::seed for tests";
    match vm.options.chance {
        Chance::Secret(_) | Chance::Seeded => Ok(()),
        Chance::Shared => dom_exception::throw(vm, "OperationError", MESSAGE),
    }
}

/// Crypto.prototype.getRandomValues ( array )
fn get_random_values(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_object::<Crypto>(vm, call, "Crypto.prototype.getRandomValues")?;
    require_arguments(vm, call, 1, "Crypto.getRandomValues")?;
    let array = call.argument(vm, 0);
    let view = match array.as_object().map(|object| vm.heap.kind(object)) {
        Some(Kind::TypedArray(view) | Kind::DataView(view)) if !buffers::get(&vm.heap, view.buffer).is_shared() => view,
        _ => return vm.type_error("Crypto.getRandomValues requires a typed array whose buffer is not shared"),
    };
    let is_data_view = array.as_object().is_some_and(|object| matches!(vm.heap.kind(object), Kind::DataView(_)));
    if is_data_view || matches!(view.element, ElementType::Float16 | ElementType::Float32 | ElementType::Float64) {
        return dom_exception::throw(vm, "TypeMismatchError", "The typed array must be of integers");
    }
    if buffers::get(&vm.heap, view.buffer).is_immutable() {
        return vm.type_error(messages::IMMUTABLE_BUFFER);
    }
    let length = views::length_of_view(&vm.heap, view).unwrap_or(0).saturating_mul(view.element.size());
    if length > MOST_BYTES {
        let message = format!("The typed array has {length} bytes, and at most {MOST_BYTES} can be filled at once");
        return dom_exception::throw_quota(vm, &message);
    }
    let mut piece = [0; PIECE];
    let mut at = 0;
    while at < length {
        let piece = &mut piece[..PIECE.min(length - at)];
        vm.work(piece.len() as u64 / BYTES_PER_TICK * 8 + 1)?;
        fill(vm, piece)?;
        buffers::put_in(&mut vm.heap, view.buffer, view.offset() + at, piece);
        at += piece.len();
    }
    Ok(array)
}

/// Crypto.prototype.randomUUID ( )
fn random_uuid(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_object::<Crypto>(vm, call, "Crypto.prototype.randomUUID")?;
    let uuid = new_uuid(vm)?;
    Ok(Value::string(text::new_string(vm, uuid.as_bytes())?))
}

/// Makes a random UUID.
pub(crate) fn new_uuid(vm: &mut Vm) -> Completion<String> {
    let mut bytes = [0; 16];
    fill(vm, &mut bytes)?;
    // Version 4 and variant 1 of RFC 9562.
    bytes[6] = bytes[6] & 0x0F | 0x40;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    let mut uuid = String::with_capacity(36);
    for (index, byte) in bytes.into_iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            uuid.push('-');
        }
        let digit = |digit: u8| char::from(b"0123456789abcdef"[usize::from(digit)]);
        uuid.extend([digit(byte >> 4), digit(byte & 15)]);
    }
    Ok(uuid)
}

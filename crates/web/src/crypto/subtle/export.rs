//! Keys as bytes and JSON Web Keys: "export key" of each algorithm.

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;

use super::import::{Format, aes_algorithm};
use super::jwk::{Jwk, Part};
use super::key::{Key, KeyType};
use super::name::Name;
use super::{der, ec, okp, rsa_keys};
use crate::dom_exception;

/// Writes a key as bytes: in any format but JSON.
pub(super) fn bytes_of(vm: &mut Vm, key: &Key, format: Format) -> Completion<Vec<u8>> {
    lend(vm, key)?;
    let written = match (format, key.kind) {
        (Format::Raw, KeyType::Secret) => return Ok(key.bytes.clone()),
        (Format::Raw, KeyType::Public) if !key.name.is_rsa() => return Ok(key.bytes.clone()),
        (Format::Spki, KeyType::Public) => match key.name {
            name if name.is_rsa() => der::spki(rsa_keys::OBJECT, rsa_keys::PARAMETERS, &key.bytes),
            Name::Ed25519 => der::spki(okp::ED25519, &[], &key.bytes),
            Name::X25519 => der::spki(okp::X25519, &[], &key.bytes),
            _ => der::spki(ec::OBJECT, &key.curve.map(ec::Curve::parameters).unwrap_or_default(), &key.bytes),
        },
        (Format::Pkcs8, KeyType::Private) => {
            let octets = || der::tagged(der::OCTET_STRING, &key.bytes);
            match (key.name, key.curve) {
                (name, _) if name.is_rsa() => der::pkcs8(rsa_keys::OBJECT, rsa_keys::PARAMETERS, &key.bytes),
                (Name::Ed25519, _) => der::pkcs8(okp::ED25519, &[], &octets()),
                (Name::X25519, _) => der::pkcs8(okp::X25519, &[], &octets()),
                (_, Some(curve)) => {
                    der::pkcs8(ec::OBJECT, &curve.parameters(), &ec::written_private(curve, &key.bytes))
                }
                (_, None) => Vec::new(),
            }
        }
        (Format::Raw | Format::Spki | Format::Pkcs8, _)
            if key.kind == KeyType::Secret || format == Format::Raw && key.name.is_rsa() =>
        {
            return dom_exception::throw(vm, "NotSupportedError", "The algorithm does not have keys of this format");
        }
        _ => {
            let message = format!("A {} key does not have this format", key.kind.name());
            return dom_exception::throw(vm, "InvalidAccessError", &message);
        }
    };
    Ok(written)
}

/// Pays for the copies of a key's bytes that are made on the way, some of them in base64url.
fn lend(vm: &mut Vm, key: &Key) -> Completion<()> {
    vm.heap.lend(key.bytes.len().saturating_mul(4))?;
    vm.work(key.bytes.len() as u64 / BYTES_PER_TICK * 8)
}

/// Writes a key as a JSON Web Key.
pub(super) fn web_key_of(vm: &mut Vm, key: &Key) -> Completion<Jwk> {
    lend(vm, key)?;
    let mut jwk = Jwk::default();
    match (key.name, key.hash, key.curve) {
        (Name::Hmac, Some(hash), _) => {
            jwk.set(Part::Kty, "oct");
            jwk.set(Part::Alg, hash.hmac_algorithm());
            jwk.set_bytes(Part::K, &key.bytes);
        }
        (name, Some(hash), _) if name.is_rsa() => {
            jwk.set(Part::Kty, "RSA");
            jwk.set(Part::Alg, &rsa_keys::web_algorithm(name, hash));
            rsa(&mut jwk, key);
        }
        (_, _, Some(curve)) => {
            jwk.set(Part::Kty, "EC");
            jwk.set(Part::Crv, curve.name());
            let (number, point) = match key.kind {
                KeyType::Private => key.bytes.split_at(curve.bytes().min(key.bytes.len())),
                _ => (&[][..], &key.bytes[..]),
            };
            let (x, y) = point.get(1..).unwrap_or_default().split_at(curve.bytes().min(point.len().saturating_sub(1)));
            jwk.set_bytes(Part::X, x);
            jwk.set_bytes(Part::Y, y);
            if key.kind == KeyType::Private {
                jwk.set_bytes(Part::D, number);
            }
        }
        (Name::Ed25519 | Name::X25519, ..) => {
            jwk.set(Part::Kty, "OKP");
            jwk.set(Part::Crv, key.name.text());
            if key.name == Name::Ed25519 {
                jwk.set(Part::Alg, "Ed25519");
            }
            if key.kind == KeyType::Private {
                let public = okp::public(vm, key.name == Name::Ed25519, &key.bytes)?;
                jwk.set_bytes(Part::X, &public);
                jwk.set_bytes(Part::D, &key.bytes);
            } else {
                jwk.set_bytes(Part::X, &key.bytes);
            }
        }
        (name, ..) if name.is_aes() => {
            jwk.set(Part::Kty, "oct");
            jwk.set(Part::Alg, &aes_algorithm(name, key.bits));
            jwk.set_bytes(Part::K, &key.bytes);
        }
        _ => return dom_exception::throw(vm, "NotSupportedError", "The algorithm does not have keys of this format"),
    }
    jwk.describe(key);
    Ok(jwk)
}

/// Sets the numbers of RFC 7518 6.3: all eight of a private key, two of a public one.
fn rsa(jwk: &mut Jwk, key: &Key) {
    const PARTS: [Part; rsa_keys::NUMBERS] =
        [Part::N, Part::E, Part::D, Part::P, Part::Q, Part::Dp, Part::Dq, Part::Qi];
    match rsa_keys::private_numbers(&key.bytes) {
        Some(numbers) => PARTS.iter().zip(numbers).for_each(|(&part, number)| jwk.set_bytes(part, number)),
        None => {
            let numbers = rsa_keys::public_numbers(&key.bytes).unwrap_or_default();
            PARTS.iter().zip(numbers).for_each(|(&part, number)| jwk.set_bytes(part, number));
        }
    }
}

//! Keys from bytes and JSON Web Keys: "import key" of each algorithm.

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;

use super::algorithm::Algorithm;
use super::ec::{self, Curve};
use super::jwk::{Jwk, Part, damaged};
use super::key::{Key, KeyType};
use super::name::Name;
use super::{der, okp, rsa_keys};
use crate::dom_exception;

/// Format of a key, KeyFormat of Web Cryptography 14.2.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Raw,
    Spki,
    Pkcs8,
    Jwk,
}

impl Format {
    pub(super) fn of_name(name: &[u8]) -> Option<Format> {
        Some(match name {
            b"raw" => Format::Raw,
            b"spki" => Format::Spki,
            b"pkcs8" => Format::Pkcs8,
            b"jwk" => Format::Jwk,
            _ => return None,
        })
    }
}

/// Data of which a key is made.
pub(super) enum Source<'a> {
    Bytes(Format, &'a [u8]),
    Jwk(&'a Jwk),
}

impl Source<'_> {
    fn length(&self) -> usize {
        match self {
            Source::Bytes(_, bytes) => bytes.len(),
            Source::Jwk(jwk) => jwk.length(),
        }
    }

    /// Type of the key, of an algorithm whose keys come in pairs.
    fn key_type(&self) -> KeyType {
        match self {
            Source::Bytes(Format::Pkcs8, _) => KeyType::Private,
            Source::Jwk(jwk) if jwk.text(Part::D).is_some() => KeyType::Private,
            Source::Bytes(..) | Source::Jwk(_) => KeyType::Public,
        }
    }
}

/// Properties that the key is to have.
#[derive(Copy, Clone)]
pub(super) struct Wanted {
    pub(super) is_extractable: bool,
    pub(super) uses: u8,
}

/// Imports a key. Secret and private keys without uses are refused by the caller.
pub(super) fn import(vm: &mut Vm, algorithm: &Algorithm, source: &Source<'_>, wanted: Wanted) -> Completion<Key> {
    let length = source.length();
    // Numbers are taken out, and put together again.
    vm.heap.lend(2 * length)?;
    vm.work(length as u64 / BYTES_PER_TICK * 8)?;
    let mut key = match algorithm.name {
        Name::Hkdf | Name::Pbkdf2 => derivation_key(vm, algorithm, source, wanted)?,
        Name::Hmac => hmac(vm, algorithm, source, wanted)?,
        name if name.is_aes() => aes(vm, algorithm, source, wanted)?,
        name if name.is_rsa() => rsa(vm, algorithm, source, wanted)?,
        name if name.is_ec() => ec_key(vm, algorithm, source, wanted)?,
        _ => okp_key(vm, algorithm, source, wanted)?,
    };
    key.is_extractable = wanted.is_extractable;
    key.uses = wanted.uses;
    Ok(key)
}

/// Refuses uses that keys of this kind do not have.
fn check_uses(vm: &mut Vm, name: Name, kind: KeyType, uses: u8) -> Completion<()> {
    let allowed = match kind {
        KeyType::Public => name.public_uses(),
        KeyType::Secret | KeyType::Private => name.uses(),
    };
    match uses & !allowed {
        0 => Ok(()),
        _ => dom_exception::throw(vm, "SyntaxError", "The key cannot have one of these usages"),
    }
}

fn not_supported<T>(vm: &mut Vm) -> Completion<T> {
    dom_exception::throw(vm, "NotSupportedError", "The algorithm does not have keys of this format")
}

/// HKDF and PBKDF2: any bytes, which never come out again.
fn derivation_key(vm: &mut Vm, algorithm: &Algorithm, source: &Source<'_>, wanted: Wanted) -> Completion<Key> {
    let Source::Bytes(Format::Raw, bytes) = source else { return not_supported(vm) };
    check_uses(vm, algorithm.name, KeyType::Secret, wanted.uses)?;
    if wanted.is_extractable {
        return dom_exception::throw(vm, "SyntaxError", "A key to derive from cannot be extractable");
    }
    Ok(Key::new(KeyType::Secret, algorithm.name, bytes.to_vec()))
}

/// The bytes of a secret key.
fn secret(vm: &mut Vm, source: &Source<'_>, wanted: Wanted, use_: &[u8]) -> Completion<Vec<u8>> {
    match source {
        Source::Bytes(Format::Raw, bytes) => Ok(bytes.to_vec()),
        Source::Bytes(..) => not_supported(vm),
        Source::Jwk(jwk) => {
            if jwk.text(Part::Kty) != Some(b"oct") {
                return damaged(vm, "The member 'kty' of the key must be 'oct'");
            }
            let Some(bytes) = jwk.bytes(Part::K) else {
                return damaged(vm, "The member 'k' of the key must be base64url");
            };
            if !jwk.allows(wanted.is_extractable, wanted.uses, use_) {
                return damaged(vm, "The key does not allow the requested usages");
            }
            Ok(bytes)
        }
    }
}

/// Imports a key of HMAC, Web Cryptography 31. A shorter length is taken only within the last byte, whose surplus
/// bits become zero.
fn hmac(vm: &mut Vm, algorithm: &Algorithm, source: &Source<'_>, wanted: Wanted) -> Completion<Key> {
    check_uses(vm, Name::Hmac, KeyType::Secret, wanted.uses)?;
    let mut bytes = secret(vm, source, wanted, b"sig")?;
    if let (Source::Jwk(jwk), Some(hash)) = (source, algorithm.hash)
        && jwk.text(Part::Alg).is_some_and(|found| found != hash.hmac_algorithm().as_bytes())
    {
        return damaged(vm, "The member 'alg' of the key does not fit the hash");
    }
    let whole = bytes.len() as u64 * 8;
    if whole == 0 {
        return damaged(vm, "The key is empty");
    }
    let bits = algorithm.length.map_or(whole, u64::from);
    if bits > whole || bits + 8 <= whole {
        return damaged(vm, "The key does not have the length that is asked for");
    }
    if !bits.is_multiple_of(8)
        && let Some(last) = bytes.last_mut()
    {
        *last &= 0xFF << (8 - bits % 8);
    }
    let mut key = Key::new(KeyType::Secret, Name::Hmac, bytes);
    key.hash = algorithm.hash;
    key.bits = u32::try_from(bits).unwrap_or(u32::MAX);
    Ok(key)
}

/// Imports a key of AES: 128, 192 or 256 bits, and from a JSON Web Key only for its own mode.
fn aes(vm: &mut Vm, algorithm: &Algorithm, source: &Source<'_>, wanted: Wanted) -> Completion<Key> {
    check_uses(vm, algorithm.name, KeyType::Secret, wanted.uses)?;
    let bytes = secret(vm, source, wanted, b"enc")?;
    if !matches!(bytes.len(), 16 | 24 | 32) {
        return damaged(vm, "A key of AES must have 128, 192 or 256 bits");
    }
    let bits = bytes.len() as u32 * 8;
    if let Source::Jwk(jwk) = source
        && jwk.text(Part::Alg).is_some_and(|found| found != aes_algorithm(algorithm.name, bits).as_bytes())
    {
        return damaged(vm, "The member 'alg' of the key does not fit the algorithm");
    }
    let mut key = Key::new(KeyType::Secret, algorithm.name, bytes);
    key.bits = bits;
    Ok(key)
}

/// The algorithm of a JSON Web Key for AES, as in A128GCM.
pub(super) fn aes_algorithm(name: Name, bits: u32) -> String {
    let mode = name.text().trim_start_matches("AES-");
    format!("A{bits}{mode}")
}

/// The `use` of a JSON Web Key for these algorithms.
fn use_of(name: Name) -> &'static [u8] {
    match name {
        Name::RsaOaep | Name::Ecdh | Name::X25519 => b"enc",
        _ => b"sig",
    }
}

/// Imports a key of RSA.
fn rsa(vm: &mut Vm, algorithm: &Algorithm, source: &Source<'_>, wanted: Wanted) -> Completion<Key> {
    let name = algorithm.name;
    let kind = match source {
        Source::Bytes(Format::Spki, _) => KeyType::Public,
        Source::Bytes(Format::Pkcs8, _) => KeyType::Private,
        Source::Bytes(..) => return not_supported(vm),
        Source::Jwk(jwk) if jwk.text(Part::D).is_some() => KeyType::Private,
        Source::Jwk(_) => KeyType::Public,
    };
    check_uses(vm, name, kind, wanted.uses)?;
    let bytes = match source {
        Source::Bytes(format, bytes) => {
            let read = if *format == Format::Spki { der::read_spki(bytes) } else { der::read_pkcs8(bytes) };
            read.filter(|read| read.algorithm == rsa_keys::OBJECT).map(|read| read.key.to_vec())
        }
        Source::Jwk(jwk) => {
            if jwk.text(Part::Kty) != Some(b"RSA") || !jwk.allows(wanted.is_extractable, wanted.uses, use_of(name)) {
                return damaged(vm, "The key is not an RSA key, or does not allow the requested usages");
            }
            let expected = algorithm.hash.map(|hash| rsa_keys::web_algorithm(name, hash));
            if jwk.text(Part::Alg).is_some_and(|found| expected.as_deref().map(str::as_bytes) != Some(found)) {
                return damaged(vm, "The member 'alg' of the key does not fit the algorithm");
            }
            if jwk.has_others() {
                return dom_exception::throw(vm, "NotSupportedError", "A key of more than two primes is not supported");
            }
            rsa_of_jwk(jwk, kind)
        }
    };
    match bytes {
        Some(bytes) if rsa_keys::is_valid(vm, &bytes, kind == KeyType::Private)? => {
            let mut key = Key::new(kind, name, bytes);
            key.hash = algorithm.hash;
            Ok(key)
        }
        _ => damaged(vm, "The key is not an RSA key of 1024 to 8192 bits"),
    }
}

fn rsa_of_jwk(jwk: &Jwk, kind: KeyType) -> Option<Vec<u8>> {
    let [modulus, exponent] = [jwk.bytes(Part::N)?, jwk.bytes(Part::E)?];
    if kind == KeyType::Public {
        return Some(rsa_keys::written_public([&modulus, &exponent]));
    }
    let [secret, p, q] = [jwk.bytes(Part::D)?, jwk.bytes(Part::P)?, jwk.bytes(Part::Q)?];
    let [dp, dq, qi] = [jwk.bytes(Part::Dp)?, jwk.bytes(Part::Dq)?, jwk.bytes(Part::Qi)?];
    Some(rsa_keys::written_private([&modulus, &exponent, &secret, &p, &q, &dp, &dq, &qi]))
}

/// Imports a key of ECDSA or ECDH.
fn ec_key(vm: &mut Vm, algorithm: &Algorithm, source: &Source<'_>, wanted: Wanted) -> Completion<Key> {
    let name = algorithm.name;
    let kind = source.key_type();
    check_uses(vm, name, kind, wanted.uses)?;
    let Some(curve) = algorithm.curve else {
        return match source {
            Source::Bytes(Format::Raw, _) => {
                dom_exception::throw(vm, "DataError", "The curve is none of P-256, P-384 and P-521")
            }
            _ => dom_exception::throw(vm, "NotSupportedError", "The curve is none of P-256, P-384 and P-521"),
        };
    };
    let bytes = match source {
        Source::Bytes(Format::Spki, bytes) => match der::read_spki(bytes) {
            Some(read) if read.algorithm == ec::OBJECT && read.parameters == curve.parameters() => {
                ec::point(vm, curve, read.key)?
            }
            _ => None,
        },
        Source::Bytes(Format::Pkcs8, bytes) => match der::read_pkcs8(bytes) {
            Some(read) if read.algorithm == ec::OBJECT && read.parameters == curve.parameters() => {
                match ec::read_private(curve, read.key) {
                    Some((number, point)) => checked_pair(vm, curve, number, point)?,
                    None => None,
                }
            }
            _ => None,
        },
        Source::Bytes(_, bytes) => ec::point(vm, curve, bytes)?,
        Source::Jwk(jwk) => {
            let is_curve = jwk.text(Part::Crv) == Some(curve.name().as_bytes());
            let is_allowed = jwk.allows(wanted.is_extractable, wanted.uses, use_of(name));
            let expected = curve.web_algorithm().as_bytes();
            let is_algorithm = name == Name::Ecdh || jwk.text(Part::Alg).is_none_or(|found| found == expected);
            match jwk.text(Part::Kty) == Some(b"EC") && is_curve && is_allowed && is_algorithm {
                true => ec_of_jwk(vm, jwk, curve, kind)?,
                false => None,
            }
        }
    };
    match bytes {
        Some(bytes) => {
            let mut key = Key::new(kind, name, bytes);
            key.curve = Some(curve);
            Ok(key)
        }
        None => damaged(vm, "The key is not of this curve, or does not allow the requested usages"),
    }
}

/// Reads the point of a public key, or the number of a private one whose point is its own. None for anything else.
fn ec_of_jwk(vm: &mut Vm, jwk: &Jwk, curve: Curve, kind: KeyType) -> Completion<Option<Vec<u8>>> {
    let coordinates = jwk.bytes(Part::X).zip(jwk.bytes(Part::Y));
    let Some((x, y)) = coordinates.filter(|(x, y)| x.len() == curve.bytes() && y.len() == curve.bytes()) else {
        return Ok(None);
    };
    let point = [&[4], &x[..], &y].concat();
    if kind == KeyType::Public {
        return ec::point(vm, curve, &point);
    }
    match jwk.bytes(Part::D) {
        Some(number) => checked_pair(vm, curve, &number, Some(&point)),
        None => Ok(None),
    }
}

/// A private key, if the point beside it is its own.
fn checked_pair(vm: &mut Vm, curve: Curve, number: &[u8], point: Option<&[u8]>) -> Completion<Option<Vec<u8>>> {
    let Some(key) = ec::private(vm, curve, number)? else { return Ok(None) };
    match point {
        None => Ok(Some(key)),
        Some(point) => {
            let point = ec::point(vm, curve, point)?;
            Ok(Some(key).filter(|key| Some(&key[curve.bytes()..]) == point.as_deref()))
        }
    }
}

/// Imports a key of Ed25519 or X25519.
fn okp_key(vm: &mut Vm, algorithm: &Algorithm, source: &Source<'_>, wanted: Wanted) -> Completion<Key> {
    let name = algorithm.name;
    let is_for_signatures = name == Name::Ed25519;
    let object = if is_for_signatures { okp::ED25519 } else { okp::X25519 };
    let kind = source.key_type();
    check_uses(vm, name, kind, wanted.uses)?;
    let is_ours = |read: &der::Identified<'_>| read.algorithm == object && read.parameters.is_empty();
    let bytes = match source {
        Source::Bytes(Format::Spki, bytes) => der::read_spki(bytes).filter(is_ours).map(|read| read.key.to_vec()),
        Source::Bytes(Format::Pkcs8, bytes) => {
            let read = der::read_pkcs8(bytes).filter(is_ours);
            read.and_then(|read| okp::read_private(read.key)).map(<[u8]>::to_vec)
        }
        Source::Bytes(_, bytes) => Some(bytes.to_vec()),
        Source::Jwk(jwk) => {
            let is_curve = jwk.text(Part::Crv) == Some(name.text().as_bytes());
            let is_algorithm = !is_for_signatures || matches!(jwk.text(Part::Alg), None | Some(b"EdDSA" | b"Ed25519"));
            let is_allowed = jwk.allows(wanted.is_extractable, wanted.uses, use_of(name));
            let public = jwk.bytes(Part::X).filter(|public| okp::is_key(public));
            match public.filter(|_| jwk.text(Part::Kty) == Some(b"OKP") && is_curve && is_algorithm && is_allowed) {
                Some(public) if kind == KeyType::Private => match jwk.bytes(Part::D).filter(|key| okp::is_key(key)) {
                    Some(private) => {
                        let expected = okp::public(vm, is_for_signatures, &private)?;
                        Some(private).filter(|_| expected == public)
                    }
                    None => None,
                },
                public => public,
            }
        }
    };
    match bytes.filter(|bytes| okp::is_key(bytes)) {
        Some(bytes) => Ok(Key::new(kind, name, bytes)),
        None => damaged(vm, "The key is not of this curve, or does not allow the requested usages"),
    }
}

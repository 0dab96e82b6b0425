//! Ed25519 and X25519, Web Cryptography 25 and 26. Private keys are their 32 bytes.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;
use x25519_dalek::{PublicKey, StaticSecret};

use super::der;
use super::hash::{HASHED_PER_TICK, is_same};

/// Ticks for a multiplication of a point.
const COST: u64 = 5_000;

/// id-Ed25519 and id-X25519, RFC 8410 3.
pub(super) const ED25519: &[u8] = &[0x2B, 0x65, 0x70];
pub(super) const X25519: &[u8] = &[0x2B, 0x65, 0x6E];

fn key_of(bytes: &[u8]) -> Option<[u8; 32]> {
    bytes.try_into().ok()
}

/// Returns whether bytes are as long as a key.
pub(super) fn is_key(bytes: &[u8]) -> bool {
    bytes.len() == 32
}

/// Makes a private key.
pub(super) fn generate(vm: &mut Vm) -> Completion<Vec<u8>> {
    let mut key = vec![0; 32];
    super::super::fill(vm, &mut key)?;
    Ok(key)
}

/// The public key for a private one.
pub(super) fn public(vm: &mut Vm, is_for_signatures: bool, private: &[u8]) -> Completion<Vec<u8>> {
    vm.work(COST)?;
    let Some(key) = key_of(private) else { return Ok(Vec::new()) };
    Ok(match is_for_signatures {
        true => SigningKey::from_bytes(&key).verifying_key().to_bytes().to_vec(),
        false => PublicKey::from(&StaticSecret::from(key)).to_bytes().to_vec(),
    })
}

/// Signs bytes, which are hashed twice, without a stop in between.
pub(super) fn sign(vm: &mut Vm, private: &[u8], bytes: &[u8]) -> Completion<Option<Vec<u8>>> {
    vm.work(2 * COST + 2 * bytes.len() as u64 / HASHED_PER_TICK)?;
    Ok(key_of(private).map(|key| SigningKey::from_bytes(&key).sign(bytes).to_bytes().to_vec()))
}

/// Returns whether bytes are a signature. Points of small order are refused.
pub(super) fn verify(vm: &mut Vm, public: &[u8], bytes: &[u8], signature: &[u8]) -> Completion<bool> {
    vm.work(3 * COST + bytes.len() as u64 / HASHED_PER_TICK)?;
    let key = key_of(public).and_then(|key| VerifyingKey::from_bytes(&key).ok());
    let signature = Signature::from_slice(signature).ok();
    Ok(key.zip(signature).is_some_and(|(key, signature)| key.verify_strict(bytes, &signature).is_ok()))
}

/// The secret that two keys share. None where the point is of small order.
pub(super) fn agree(vm: &mut Vm, private: &[u8], public: &[u8]) -> Completion<Option<Vec<u8>>> {
    vm.work(COST)?;
    let Some((private, public)) = key_of(private).zip(key_of(public)) else { return Ok(None) };
    let secret = x25519_dalek::x25519(private, public);
    Ok(Some(secret.to_vec()).filter(|secret| !is_same(secret, &[0; 32])))
}

/// Reads a CurvePrivateKey, RFC 8410 7.
pub(super) fn read_private(bytes: &[u8]) -> Option<&[u8]> {
    let mut all = der::Reader(bytes);
    all.value(der::OCTET_STRING).filter(|key| all.is_empty() && is_key(key))
}

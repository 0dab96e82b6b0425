//! Elliptic curves of NIST: ECDSA and ECDH, Web Cryptography 23 and 24.
//!
//! ```text
//! public key    a point that is not compressed
//! private key   the number, with the point behind it
//! ```

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;

use super::der;

/// id-ecPublicKey, RFC 5480 2.1.1.
pub(super) const OBJECT: &[u8] = &[0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01];

/// A curve.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Curve {
    P256,
    P384,
    P521,
}

/// Evaluates an expression with the crate of a curve as a module.
macro_rules! on_curve {
    ($curve:expr, $module:ident, $body:expr) => {
        match $curve {
            Curve::P256 => {
                use p256 as $module;
                $body
            }
            Curve::P384 => {
                use p384 as $module;
                $body
            }
            Curve::P521 => {
                use p521 as $module;
                $body
            }
        }
    };
}

impl Curve {
    pub(super) const ALL: [Curve; 3] = [Curve::P256, Curve::P384, Curve::P521];

    pub(super) fn name(self) -> &'static str {
        match self {
            Curve::P256 => "P-256",
            Curve::P384 => "P-384",
            Curve::P521 => "P-521",
        }
    }

    /// Bytes of a coordinate, and of a private number.
    pub(super) fn bytes(self) -> usize {
        match self {
            Curve::P256 => 32,
            Curve::P384 => 48,
            Curve::P521 => 66,
        }
    }

    /// The object identifier with its tag, as parameters of a key.
    pub(super) fn parameters(self) -> Vec<u8> {
        let object: &[u8] = match self {
            Curve::P256 => &[0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07],
            Curve::P384 => &[0x2B, 0x81, 0x04, 0x00, 0x22],
            Curve::P521 => &[0x2B, 0x81, 0x04, 0x00, 0x23],
        };
        der::tagged(der::OBJECT, object)
    }

    /// The algorithm of a JSON Web Key for ECDSA.
    pub(super) fn web_algorithm(self) -> &'static str {
        match self {
            Curve::P256 => "ES256",
            Curve::P384 => "ES384",
            Curve::P521 => "ES512",
        }
    }

    /// Ticks for a multiplication of a point, which is not cut into pieces: a millisecond at most.
    fn cost(self) -> u64 {
        match self {
            Curve::P256 => 10_000,
            Curve::P384 => 25_000,
            Curve::P521 => 50_000,
        }
    }
}

/// Reads a point, compressed or not, which is on the curve and not at infinity.
pub(super) fn point(vm: &mut Vm, curve: Curve, bytes: &[u8]) -> Completion<Option<Vec<u8>>> {
    vm.work(curve.cost())?;
    Ok(on_curve!(curve, c, {
        use c::elliptic_curve::sec1::ToSec1Point;
        c::PublicKey::from_sec1_bytes(bytes).ok().map(|key| key.to_sec1_point(false).as_bytes().to_vec())
    }))
}

/// Returns a private key with its point, if the number is one of the curve's.
pub(super) fn private(vm: &mut Vm, curve: Curve, number: &[u8]) -> Completion<Option<Vec<u8>>> {
    if number.len() != curve.bytes() {
        return Ok(None);
    }
    vm.work(curve.cost())?;
    Ok(on_curve!(curve, c, {
        use c::elliptic_curve::sec1::ToSec1Point;
        let key = c::SecretKey::from_slice(number).ok();
        key.map(|key| [number, key.public_key().to_sec1_point(false).as_bytes()].concat())
    }))
}

/// Makes a private key.
pub(super) fn generate(vm: &mut Vm, curve: Curve) -> Completion<Vec<u8>> {
    loop {
        let mut number = vec![0; curve.bytes()];
        super::super::fill(vm, &mut number)?;
        if curve == Curve::P521 {
            number[0] &= 1;
        }
        if let Some(key) = private(vm, curve, &number)? {
            return Ok(key);
        }
    }
}

/// Signs a digest: two numbers one behind the other.
pub(super) fn sign(vm: &mut Vm, curve: Curve, key: &[u8], digest: &[u8]) -> Completion<Option<Vec<u8>>> {
    vm.work(2 * curve.cost())?;
    let number = key.get(..curve.bytes()).unwrap_or_default();
    Ok(on_curve!(curve, c, {
        use c::ecdsa::signature::hazmat::PrehashSigner;
        let key = c::ecdsa::SigningKey::from_slice(number).ok();
        let signature: Option<c::ecdsa::Signature> = key.and_then(|key| key.sign_prehash(digest).ok());
        signature.map(|signature| signature.to_bytes().to_vec())
    }))
}

/// Returns whether bytes are a signature of a digest.
pub(super) fn verify(vm: &mut Vm, curve: Curve, point: &[u8], digest: &[u8], signature: &[u8]) -> Completion<bool> {
    vm.work(3 * curve.cost())?;
    Ok(on_curve!(curve, c, {
        use c::ecdsa::signature::hazmat::PrehashVerifier;
        let key = c::ecdsa::VerifyingKey::from_sec1_bytes(point).ok();
        let signature = c::ecdsa::Signature::from_slice(signature).ok();
        key.zip(signature).is_some_and(|(key, signature)| key.verify_prehash(digest, &signature).is_ok())
    }))
}

/// The secret that two keys share.
pub(super) fn agree(vm: &mut Vm, curve: Curve, key: &[u8], point: &[u8]) -> Completion<Option<Vec<u8>>> {
    vm.work(2 * curve.cost())?;
    let number = key.get(..curve.bytes()).unwrap_or_default();
    Ok(on_curve!(curve, c, {
        let keys = c::SecretKey::from_slice(number).ok().zip(c::PublicKey::from_sec1_bytes(point).ok());
        keys.map(|(key, point)| {
            let secret = c::elliptic_curve::ecdh::diffie_hellman(key.to_nonzero_scalar(), point.as_affine());
            secret.raw_secret_bytes().to_vec()
        })
    }))
}

/// Reads an ECPrivateKey, RFC 5915 3, whose curve is the one that is expected: the number, and the point if it is there.
pub(super) fn read_private(curve: Curve, bytes: &[u8]) -> Option<(&[u8], Option<&[u8]>)> {
    const PARAMETERS: u8 = 0xA0;
    const POINT: u8 = 0xA1;
    let mut all = der::Reader(bytes);
    let mut key = all.sequence().filter(|_| all.is_empty())?;
    if key.value(der::INTEGER)? != [1] {
        return None;
    }
    let number = key.value(der::OCTET_STRING)?;
    if key.has(PARAMETERS) && key.value(PARAMETERS)? != curve.parameters() {
        return None;
    }
    let point = if key.has(POINT) { Some(der::Reader(key.value(POINT)?).bits()?) } else { None };
    Some((number, point)).filter(|_| key.is_empty())
}

/// Writes an ECPrivateKey, with its point.
pub(super) fn written_private(curve: Curve, key: &[u8]) -> Vec<u8> {
    let (number, point) = key.split_at(curve.bytes().min(key.len()));
    der::sequence(&[
        &der::unsigned(&[1]),
        &der::tagged(der::OCTET_STRING, number),
        &der::tagged(0xA1, &der::bits(point)),
    ])
}

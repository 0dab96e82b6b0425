//! RSA: RSASSA-PKCS1-v1_5, RSA-PSS and RSA-OAEP, Web Cryptography 20 to 22.
//!
//! Keys are what RFC 8017 A.1 writes: RSAPublicKey and RSAPrivateKey. An exponentiation is not cut into pieces: with the longest
//! modulus it takes some 200 milliseconds. A search for primes stops between two candidates.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;

use crypto_primes::hazmat::SmallFactorsSieve;
use crypto_primes::{Flavor, is_prime};
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::vm::Vm;
use rsa::rand_core::{TryCryptoRng, TryRng};
use rsa::traits::{PrivateKeyParts, PublicKeyParts};
use rsa::{BoxedUint, Oaep, Pkcs1v15Sign, PrivateKey, Pss, PublicKey};

use super::super::{fill, require_chance};
use super::der;
use super::hash::{HASHED_PER_TICK, Hash};
use super::name::Name;

/// rsaEncryption, RFC 8017 A.1.
pub(super) const OBJECT: &[u8] = &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01];

/// The parameters of the algorithm.
pub(super) const PARAMETERS: &[u8] = &[der::NULL, 0];

/// Bits of a modulus.
pub(super) const BITS: std::ops::RangeInclusive<usize> = 1024..=8192;

/// Most bytes of a public exponent.
const EXPONENT: usize = 8;

/// The numbers of a private key.
pub(super) const NUMBERS: usize = 8;

/// The way a key is used.
#[derive(Copy, Clone)]
pub(super) enum Padding {
    Pkcs1,
    /// With this many bytes of salt.
    Pss(usize),
}

/// Evaluates an expression with the type of a hash.
macro_rules! with_hash {
    ($hash:expr, $type:ident, $body:expr) => {
        match $hash {
            Hash::Sha1 => {
                type $type = sha1::Sha1;
                $body
            }
            Hash::Sha256 => {
                type $type = sha2::Sha256;
                $body
            }
            Hash::Sha384 => {
                type $type = sha2::Sha384;
                $body
            }
            Hash::Sha512 => {
                type $type = sha2::Sha512;
                $body
            }
        }
    };
}

/// The engine's source of secret bytes, and what it has thrown.
struct Source<'a> {
    vm: &'a mut Vm,
    thrown: Option<Throw>,
}

/// Nothing more is done with what has no random bytes.
#[derive(Debug)]
struct NoBytes;

impl fmt::Display for NoBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no random bytes")
    }
}

impl Error for NoBytes {}

impl<'a> Source<'a> {
    /// Fails if the host has set neither a source of bytes nor a seed.
    fn new(vm: &'a mut Vm) -> Completion<Self> {
        require_chance(vm)?;
        Ok(Source { vm, thrown: None })
    }

    /// Returns a value that was made with it, unless it has thrown.
    fn checked<T>(self, made: T) -> Completion<T> {
        self.thrown.map_or(Ok(made), Err)
    }

    fn take<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], NoBytes> {
        let mut bytes = [0; COUNT];
        self.try_fill_bytes(&mut bytes)?;
        Ok(bytes)
    }
}

impl TryRng for Source<'_> {
    type Error = NoBytes;

    fn try_next_u32(&mut self) -> Result<u32, NoBytes> {
        self.take().map(u32::from_le_bytes)
    }

    fn try_next_u64(&mut self) -> Result<u64, NoBytes> {
        self.take().map(u64::from_le_bytes)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), NoBytes> {
        fill(self.vm, bytes).map_err(|thrown| {
            self.thrown = Some(thrown);
            NoBytes
        })
    }
}

impl TryCryptoRng for Source<'_> {}

/// Ticks for a power with an exponent of this many bits, modulo a number of as many.
fn power(bits: usize) -> u64 {
    let limbs = bits.div_ceil(64) as u64;
    bits as u64 * limbs * limbs / 8 + 1000
}

/// Ticks for what is done with a private key, and with a public one.
fn private_cost(bits: usize) -> u64 {
    3 * power(bits / 2)
}

fn public_cost(bits: usize) -> u64 {
    power(bits) / 16 + 1000
}

/// Numbers of a public key: the modulus and the exponent.
pub(super) fn public_numbers(key: &[u8]) -> Option<[&[u8]; 2]> {
    let mut all = der::Reader(key);
    let mut numbers = all.sequence().filter(|_| all.is_empty())?;
    let read = [numbers.unsigned()?, numbers.unsigned()?];
    Some(read).filter(|_| numbers.is_empty())
}

/// Numbers of a private key: n, e, d, p, q, dp, dq, qi.
pub(super) fn private_numbers(key: &[u8]) -> Option<[&[u8]; NUMBERS]> {
    let mut all = der::Reader(key);
    let mut numbers = all.sequence().filter(|_| all.is_empty())?;
    if numbers.value(der::INTEGER)? != [0] {
        return None;
    }
    let mut read: [&[u8]; NUMBERS] = [&[]; NUMBERS];
    for number in &mut read {
        *number = numbers.unsigned()?;
    }
    Some(read).filter(|_| numbers.is_empty())
}

/// Writes a public key.
pub(super) fn written_public(numbers: [&[u8]; 2]) -> Vec<u8> {
    let [modulus, exponent] = numbers.map(der::unsigned);
    der::sequence(&[&modulus, &exponent])
}

/// Writes a private key.
pub(super) fn written_private(numbers: [&[u8]; NUMBERS]) -> Vec<u8> {
    let mut bytes = der::unsigned(&[0]);
    numbers.into_iter().for_each(|number| bytes.extend(der::unsigned(number)));
    der::tagged(der::SEQUENCE, &bytes)
}

/// Bits of a number without zeros before it.
pub(super) fn bits_of(number: &[u8]) -> usize {
    number.first().map_or(0, |first| number.len() * 8 - first.leading_zeros() as usize)
}

fn number(bytes: &[u8]) -> BoxedUint {
    BoxedUint::from_be_slice_vartime(bytes)
}

fn public(key: &[u8]) -> Option<PublicKey> {
    let [modulus, exponent] = public_numbers(key)?;
    if !BITS.contains(&bits_of(modulus)) || exponent.len() > EXPONENT {
        return None;
    }
    PublicKey::new(number(modulus), number(exponent)).ok()
}

fn private(key: &[u8]) -> Option<PrivateKey> {
    let [modulus, exponent, secret, primes @ ..] = private_numbers(key)?;
    // The crate multiplies them before it compares them with the modulus.
    let [p, q, ..] = primes.iter().all(|part| part.len() <= modulus.len().div_ceil(2)).then_some(primes)?;
    if !BITS.contains(&bits_of(modulus)) || exponent.len() > EXPONENT || secret.len() > modulus.len() {
        return None;
    }
    PrivateKey::from_components(number(modulus), number(exponent), number(secret), vec![number(p), number(q)]).ok()
}

/// Bits of the modulus of a key.
pub(super) fn modulus_bits(key: &[u8]) -> usize {
    let modulus = public_numbers(key).map(|[modulus, _]| modulus);
    modulus.or_else(|| private_numbers(key).map(|[modulus, ..]| modulus)).map_or(0, bits_of)
}

/// Returns whether it is a key that can be used. The numbers that shorten the work with a private key must be those of its
/// primes, RFC 8017 3.2: an export would give them to others.
pub(super) fn is_valid(vm: &mut Vm, key: &[u8], is_private: bool) -> Completion<bool> {
    let bits = modulus_bits(key);
    if !BITS.contains(&bits) {
        return Ok(false);
    }
    vm.work(if is_private { private_cost(bits) } else { public_cost(bits) })?;
    Ok(match is_private {
        true => private(key).and_then(|made| written(&made)).is_some_and(|[_, written]| written == key),
        false => public(key).is_some(),
    })
}

/// Signs a digest.
pub(super) fn sign(
    vm: &mut Vm,
    key: &[u8],
    hash: Hash,
    padding: Padding,
    digest: &[u8],
) -> Completion<Option<Vec<u8>>> {
    let bits = modulus_bits(key);
    vm.work(2 * private_cost(bits))?;
    let Some(key) = private(key) else { return Ok(None) };
    let mut source = Source::new(vm)?;
    let signed = with_hash!(hash, D, {
        match padding {
            Padding::Pkcs1 => key.sign_with_rng(&mut source, Pkcs1v15Sign::new::<D>(), digest).ok(),
            Padding::Pss(salt) if salt > bits / 8 => None,
            Padding::Pss(salt) => key.sign_with_rng(&mut source, Pss::<D>::new_with_salt(salt), digest).ok(),
        }
    });
    source.checked(signed)
}

/// Returns whether bytes are a signature of a digest.
pub(super) fn verify(
    vm: &mut Vm,
    key: &[u8],
    hash: Hash,
    padding: Padding,
    [digest, signature]: [&[u8]; 2],
) -> Completion<bool> {
    let bits = modulus_bits(key);
    vm.work(public_cost(bits))?;
    let Some(key) = public(key) else { return Ok(false) };
    Ok(with_hash!(hash, D, {
        match padding {
            Padding::Pkcs1 => key.verify(Pkcs1v15Sign::new::<D>(), digest, signature).is_ok(),
            Padding::Pss(salt) if salt > bits / 8 => false,
            Padding::Pss(salt) => key.verify(Pss::<D>::new_with_salt(salt), digest, signature).is_ok(),
        }
    }))
}

/// RSAES-OAEP-ENCRYPT, RFC 8017 7.1.1.
pub(super) fn encrypt(vm: &mut Vm, key: &[u8], hash: Hash, label: &[u8], bytes: &[u8]) -> Completion<Option<Vec<u8>>> {
    let bits = modulus_bits(key);
    if bytes.len() > bits / 8 {
        return Ok(None);
    }
    vm.work(public_cost(bits))?;
    let Some(key) = public(key) else { return Ok(None) };
    lend_label(vm, label)?;
    let mut source = Source::new(vm)?;
    let made = with_hash!(hash, D, key.encrypt(&mut source, Oaep::<D>::new_with_label(label), bytes).ok());
    source.checked(made)
}

/// Pays for a label, which is copied and hashed at once.
fn lend_label(vm: &mut Vm, label: &[u8]) -> Completion<()> {
    vm.heap.lend(label.len())?;
    vm.work(label.len() as u64 / HASHED_PER_TICK)
}

/// RSAES-OAEP-DECRYPT, RFC 8017 7.1.2.
pub(super) fn decrypt(vm: &mut Vm, key: &[u8], hash: Hash, label: &[u8], bytes: &[u8]) -> Completion<Option<Vec<u8>>> {
    vm.work(2 * private_cost(modulus_bits(key)))?;
    let Some(key) = private(key) else { return Ok(None) };
    lend_label(vm, label)?;
    let mut source = Source::new(vm)?;
    let made = with_hash!(hash, D, key.decrypt_blinded(&mut source, Oaep::<D>::new_with_label(label), bytes).ok());
    source.checked(made)
}

/// Returns whether keys can have this public exponent.
pub(super) fn is_exponent(exponent: &[u8]) -> bool {
    const MOST: u64 = (1 << 33) - 1;
    let zeros = exponent.iter().take_while(|&&byte| byte == 0).count();
    let exponent = &exponent[zeros..];
    let value = exponent.iter().take(8).fold(0, |value: u64, &byte| value << 8 | u64::from(byte));
    exponent.len() <= 8 && value % 2 == 1 && (3..=MOST).contains(&value)
}

/// Makes a key pair: the public key and the private one. The number of bits and the exponent are those that keys can have.
pub(super) fn generate(vm: &mut Vm, bits: usize, exponent: &[u8]) -> Completion<[Vec<u8>; 2]> {
    loop {
        let p = prime(vm, bits.div_ceil(2))?;
        let q = prime(vm, bits / 2)?;
        vm.work(2 * private_cost(bits))?;
        // An exponent that divides what it must not needs other primes.
        if let Ok(key) = PrivateKey::from_p_q(p, q, number(exponent))
            && let Some(pair) = written(&key)
        {
            return Ok(pair);
        }
    }
}

/// Finds a prime number whose two highest bits are set.
fn prime(vm: &mut Vm, bits: usize) -> Completion<BoxedUint> {
    /// Ticks for a sieve.
    const SIEVE: u64 = 10_000;
    loop {
        vm.work(SIEVE)?;
        let mut bytes = vec![0; bits.div_ceil(8)];
        fill(vm, &mut bytes)?;
        let count = bytes.len();
        let mut set = |bit: usize| bytes[count - 1 - bit / 8] |= 1 << (bit % 8);
        [0, bits - 2, bits - 1].into_iter().for_each(&mut set);
        bytes[0] &= 0xFF >> (count * 8 - bits);
        let most = u32::try_from(bits).ok().and_then(NonZeroU32::new);
        let Some(sieve) = most.and_then(|most| SmallFactorsSieve::new(number(&bytes), most, false).ok()) else {
            continue;
        };
        for candidate in sieve {
            vm.work(power(bits))?;
            if is_prime(Flavor::Any, &candidate) {
                return Ok(candidate);
            }
        }
    }
}

/// Writes RSAPublicKey and RSAPrivateKey, RFC 8017 A.1. None if the key has no precomputed numbers, or other than two
/// primes.
fn written(key: &PrivateKey) -> Option<[Vec<u8>; 2]> {
    let bytes = |number: &BoxedUint| number.to_be_bytes_trimmed_vartime().into_vec();
    let [p, q] = key.primes() else { return None };
    let numbers = [
        bytes(key.n()),
        bytes(key.e()),
        bytes(key.d()),
        bytes(p),
        bytes(q),
        bytes(key.dp()?),
        bytes(key.dq()?),
        bytes(&key.crt_coefficient()?),
    ];
    let [n, e, ..] = &numbers;
    let public = written_public([n, e]);
    Some([public, written_private(numbers.each_ref().map(|number| &number[..]))])
}

/// The algorithm of a JSON Web Key, as in RS256.
pub(super) fn web_algorithm(name: Name, hash: Hash) -> String {
    let bits = if hash == Hash::Sha1 { 1 } else { hash.length() * 8 };
    match (name, hash) {
        (Name::RsaOaep, Hash::Sha1) => "RSA-OAEP".to_owned(),
        (Name::RsaOaep, _) => format!("RSA-OAEP-{bits}"),
        (Name::RsaPss, _) => format!("PS{bits}"),
        _ => format!("RS{bits}"),
    }
}

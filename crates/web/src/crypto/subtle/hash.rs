//! Digests, HMAC, and what is made of it: Web Cryptography 31 to 34.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;
use sha2::Digest;

/// Bytes that are hashed for one tick.
pub(super) const HASHED_PER_TICK: u64 = 8;

/// Bytes that are hashed between two ticks.
const PIECE: usize = 1 << 12;

/// Rounds of PBKDF2 between two ticks.
const ROUNDS: u32 = 32;

/// A hash function.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Hash {
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

impl Hash {
    pub(super) const ALL: [Hash; 4] = [Hash::Sha1, Hash::Sha256, Hash::Sha384, Hash::Sha512];

    pub(super) fn name(self) -> &'static str {
        match self {
            Hash::Sha1 => "SHA-1",
            Hash::Sha256 => "SHA-256",
            Hash::Sha384 => "SHA-384",
            Hash::Sha512 => "SHA-512",
        }
    }

    /// The algorithm of a JSON Web Key for HMAC.
    pub(super) fn hmac_algorithm(self) -> &'static str {
        match self {
            Hash::Sha1 => "HS1",
            Hash::Sha256 => "HS256",
            Hash::Sha384 => "HS384",
            Hash::Sha512 => "HS512",
        }
    }

    /// Bytes of a block, which are the length of an HMAC key too.
    pub(super) fn block(self) -> usize {
        match self {
            Hash::Sha1 | Hash::Sha256 => 64,
            Hash::Sha384 | Hash::Sha512 => 128,
        }
    }

    /// Bytes of a digest.
    pub(super) fn length(self) -> usize {
        match self {
            Hash::Sha1 => 20,
            Hash::Sha256 => 32,
            Hash::Sha384 => 48,
            Hash::Sha512 => 64,
        }
    }
}

/// A digest in the middle of its work.
#[derive(Clone)]
enum Hasher {
    Sha1(sha1::Sha1),
    Sha256(sha2::Sha256),
    Sha384(sha2::Sha384),
    Sha512(sha2::Sha512),
}

impl Hasher {
    fn new(hash: Hash) -> Self {
        match hash {
            Hash::Sha1 => Hasher::Sha1(Digest::new()),
            Hash::Sha256 => Hasher::Sha256(Digest::new()),
            Hash::Sha384 => Hasher::Sha384(Digest::new()),
            Hash::Sha512 => Hasher::Sha512(Digest::new()),
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        match self {
            Hasher::Sha1(state) => state.update(bytes),
            Hasher::Sha256(state) => state.update(bytes),
            Hasher::Sha384(state) => state.update(bytes),
            Hasher::Sha512(state) => state.update(bytes),
        }
    }

    fn take_all(&mut self, vm: &mut Vm, bytes: &[u8]) -> Completion<()> {
        for piece in bytes.chunks(PIECE) {
            vm.work(piece.len() as u64 / HASHED_PER_TICK + 1)?;
            self.take(piece);
        }
        Ok(())
    }

    fn finish(self) -> Vec<u8> {
        match self {
            Hasher::Sha1(state) => state.finalize().to_vec(),
            Hasher::Sha256(state) => state.finalize().to_vec(),
            Hasher::Sha384(state) => state.finalize().to_vec(),
            Hasher::Sha512(state) => state.finalize().to_vec(),
        }
    }
}

/// Hashes bytes.
pub(super) fn digest(vm: &mut Vm, hash: Hash, bytes: &[u8]) -> Completion<Vec<u8>> {
    let mut hasher = Hasher::new(hash);
    vm.work(2 * hash.block() as u64 / HASHED_PER_TICK)?;
    hasher.take_all(vm, bytes)?;
    Ok(hasher.finish())
}

/// HMAC with a key, FIPS 198-1: the states after the two pads.
#[derive(Clone)]
struct Hmac {
    inner: Hasher,
    outer: Hasher,
}

impl Hmac {
    /// Hashes both pads once, so that the rounds of PBKDF2 begin with a clone. A key longer than a block is hashed
    /// first.
    fn new(vm: &mut Vm, hash: Hash, key: &[u8]) -> Completion<Self> {
        let mut block = match key.len() > hash.block() {
            true => digest(vm, hash, key)?,
            false => key.to_vec(),
        };
        block.resize(hash.block(), 0);
        vm.work(4 * block.len() as u64 / HASHED_PER_TICK)?;
        let padded = |pad: u8| {
            let mut hasher = Hasher::new(hash);
            hasher.take(&block.iter().map(|byte| byte ^ pad).collect::<Vec<u8>>());
            hasher
        };
        Ok(Hmac { inner: padded(0x36), outer: padded(0x5C) })
    }

    fn finish(mut self) -> Vec<u8> {
        self.outer.take(&self.inner.finish());
        self.outer.finish()
    }
}

/// The HMAC of bytes.
pub(super) fn hmac(vm: &mut Vm, hash: Hash, key: &[u8], bytes: &[u8]) -> Completion<Vec<u8>> {
    let mut hmac = Hmac::new(vm, hash, key)?;
    hmac.inner.take_all(vm, bytes)?;
    Ok(hmac.finish())
}

/// Returns whether two codes are equal. It takes as long wherever they differ.
pub(super) fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |sum, (one, other)| sum | (one ^ other)) == 0
}

/// HKDF, RFC 5869. None where it cannot give this many bytes.
pub(super) fn hkdf(
    vm: &mut Vm,
    hash: Hash,
    key: &[u8],
    [salt, info]: [&[u8]; 2],
    length: usize,
) -> Completion<Option<Vec<u8>>> {
    if length > 255 * hash.length() {
        return Ok(None);
    }
    let secret = hmac(vm, hash, salt, key)?;
    let keyed = Hmac::new(vm, hash, &secret)?;
    let (mut bytes, mut last) = (Vec::new(), Vec::new());
    let mut number = 1;
    while bytes.len() < length {
        let mut hmac = keyed.clone();
        hmac.inner.take(&last);
        hmac.inner.take_all(vm, info)?;
        hmac.inner.take(&[number]);
        vm.work(4 * hash.block() as u64 / HASHED_PER_TICK)?;
        last = hmac.finish();
        bytes.extend_from_slice(&last);
        number = number.wrapping_add(1);
    }
    bytes.truncate(length);
    Ok(Some(bytes))
}

/// PBKDF2, RFC 8018 5.2.
pub(super) fn pbkdf2(
    vm: &mut Vm,
    hash: Hash,
    password: &[u8],
    salt: &[u8],
    rounds: u32,
    length: usize,
) -> Completion<Vec<u8>> {
    let keyed = Hmac::new(vm, hash, password)?;
    let cost = 2 * hash.block() as u64 / HASHED_PER_TICK;
    let mut bytes = Vec::new();
    vm.heap.lend_room(&mut bytes, length)?;
    let mut number: u32 = 1;
    while bytes.len() < length {
        let mut first = keyed.clone();
        first.inner.take_all(vm, salt)?;
        first.inner.take(&number.to_be_bytes());
        let mut last = first.finish();
        let mut sum = last.clone();
        for round in 1..rounds {
            if round % ROUNDS == 1 {
                vm.work(cost * u64::from(ROUNDS.min(rounds - round)))?;
            }
            let mut hmac = keyed.clone();
            hmac.inner.take(&last);
            last = hmac.finish();
            sum.iter_mut().zip(&last).for_each(|(sum, byte)| *sum ^= byte);
        }
        vm.work(cost)?;
        let piece = sum.len().min(length - bytes.len());
        bytes.extend_from_slice(&sum[..piece]);
        number = number.wrapping_add(1);
    }
    Ok(bytes)
}

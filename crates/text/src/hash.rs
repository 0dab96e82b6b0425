//! Hashing of strings that scripts control, with a secret seed that prevents prepared collisions.
//!
//! A few units at a time are mixed with two secrets by a multiplication to 128 bits, both halves of which are used.
//! Without the secrets a collision cannot be foreseen. (FxHash, with or without a seed, has collisions that anybody can
//! compute.)

use std::hash::{BuildHasher, Hasher, RandomState};

/// Secrets of one or more hash tables.
#[derive(Copy, Clone, Debug)]
pub struct HashSeed {
    start: u64,
    factor: u64,
}

const UNITS_PER_WORD: usize = 4;

impl HashSeed {
    /// Makes secrets, which are equal for equal numbers.
    pub fn new(seed: u64) -> Self {
        let start = folded_multiply(seed ^ 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93);
        HashSeed { start, factor: folded_multiply(start ^ seed, 0xA076_1D64_78BD_642F) | 1 }
    }

    /// Makes secrets that nobody knows.
    pub fn random() -> Self {
        HashSeed::new(RandomState::new().build_hasher().finish())
    }

    /// Hashes bytes that are only compared with bytes, in the fastest way. Overlapping reads replace a loop.
    #[inline]
    pub fn hash_bytes(self, bytes: &[u8]) -> u64 {
        let length = bytes.len() as u64;
        if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
            let state = if bytes.len() > 16 { self.mix_long(bytes) } else { self.start };
            return self.mix_two(state ^ length, u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        }
        if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            return self.mix_two(self.start ^ length, first.into(), last.into());
        }
        let [first, .., last] = *bytes else { return self.mix_two(self.start ^ length, single(bytes), 0) };
        self.mix_two(self.start ^ length, first.into(), u64::from(bytes[bytes.len() / 2]) << 8 | u64::from(last))
    }

    /// Mixes all but the first and the last bytes.
    fn mix_long(self, bytes: &[u8]) -> u64 {
        let (words, _) = bytes.as_chunks::<8>();
        words.iter().fold(self.start, |state, &word| self.mix(state, u64::from_le_bytes(word)))
    }

    /// Hashes a single word.
    #[inline(always)]
    pub fn hash_word(self, word: u64) -> u64 {
        self.mix(self.start, word)
    }

    #[inline(always)]
    fn mix_two(self, state: u64, a: u64, b: u64) -> u64 {
        folded_multiply(state ^ a, self.factor ^ b)
    }

    /// Hashes Latin-1 units. [`HashSeed::hash_utf16`] gives the same hash for the same units.
    #[inline]
    pub fn hash_latin1(self, bytes: &[u8]) -> u64 {
        let mut hash = self.begin();
        hash.push_latin1(bytes);
        hash.finish()
    }

    /// Hashes UTF-16 units. [`HashSeed::hash_latin1`] gives the same hash for the same units.
    #[inline]
    pub fn hash_utf16(self, units: &[u16]) -> u64 {
        let mut hash = self.begin();
        hash.push_utf16(units);
        hash.finish()
    }

    /// Begins the hash of a string that comes in pieces.
    #[inline]
    pub fn begin(self) -> TextHash {
        TextHash { seed: self, state: self.start, last: 0, length: 0 }
    }

    #[inline(always)]
    fn mix(self, state: u64, word: u64) -> u64 {
        folded_multiply(state ^ word, self.factor)
    }

    #[inline(always)]
    fn finish(self, state: u64, word: u64, length: usize) -> u64 {
        self.mix(self.mix(state, word) ^ length as u64, self.start)
    }
}

/// Unfinished hash of a string. The length of every piece but the last one is divisible by four.
pub struct TextHash {
    seed: HashSeed,
    state: u64,
    /// Units after the last whole word.
    last: u64,
    length: usize,
}

impl TextHash {
    #[inline]
    pub fn push_latin1(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<UNITS_PER_WORD>();
        for &word in words {
            self.state = self.seed.mix(self.state, spread(word));
        }
        self.end_piece(last_word(rest), bytes.len());
    }

    #[inline]
    pub fn push_utf16(&mut self, units: &[u16]) {
        let (words, rest) = units.as_chunks::<UNITS_PER_WORD>();
        for &word in words {
            self.state = self.seed.mix(self.state, pack(word));
        }
        self.end_piece(last_word(rest), units.len());
    }

    #[inline]
    fn end_piece(&mut self, last: u64, length: usize) {
        debug_assert!(self.length.is_multiple_of(UNITS_PER_WORD), "only the last piece may end within a word");
        self.last = last;
        self.length += length;
    }

    #[inline]
    pub fn finish(&self) -> u64 {
        self.seed.finish(self.state, self.last, self.length)
    }
}

/// Secrets that nobody knows, so that hash maps can be made with `default()`.
impl Default for HashSeed {
    fn default() -> Self {
        HashSeed::random()
    }
}

/// Hashing of keys other than strings.
impl BuildHasher for HashSeed {
    type Hasher = SeededHasher;

    fn build_hasher(&self) -> SeededHasher {
        SeededHasher { seed: *self, state: self.start }
    }
}

/// Hashes strings with an engine's secret seed.
pub struct SeededHasher {
    seed: HashSeed,
    state: u64,
}

impl Hasher for SeededHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.write_u64(self.seed.hash_bytes(bytes));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.state = self.seed.mix(self.state, word);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.state
    }
}

#[inline(always)]
fn single(bytes: &[u8]) -> u64 {
    bytes.first().copied().unwrap_or_default().into()
}

#[inline(always)]
fn folded_multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Widens four Latin-1 units to four UTF-16 units.
#[inline(always)]
fn spread(units: [u8; UNITS_PER_WORD]) -> u64 {
    let word = u64::from(u32::from_le_bytes(units));
    let word = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
    (word | word << 8) & 0x00FF_00FF_00FF_00FF
}

/// Packs fewer units than a word has into the beginning of one, without memory: reading a word that was just stored in
/// parts waits until all parts have been stored.
#[inline(always)]
fn last_word<Unit: Copy + Into<u64>>(units: &[Unit]) -> u64 {
    match *units {
        [a] => a.into(),
        [a, b] => a.into() | b.into() << 16,
        [a, b, c] => a.into() | b.into() << 16 | c.into() << 32,
        _ => 0,
    }
}

#[inline(always)]
fn pack([a, b, c, d]: [u16; UNITS_PER_WORD]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_hash_of_the_whole() {
        let seed = HashSeed::new(3);
        let bytes: Vec<u8> = (0..61).collect();
        for length in 0..bytes.len() {
            for end in (0..=length).step_by(4) {
                let mut hash = seed.begin();
                hash.push_latin1(&bytes[..end]);
                hash.push_latin1(&bytes[end..length]);
                assert_eq!(hash.finish(), seed.hash_latin1(&bytes[..length]));
            }
        }
    }

    #[test]
    fn the_same_units_have_the_same_hash_however_they_are_kept() {
        let seed = HashSeed::random();
        for length in 0..40u8 {
            let bytes: Vec<u8> = (0..length).map(|index| index.wrapping_mul(37) ^ 0x95).collect();
            let units: Vec<u16> = bytes.iter().map(|&byte| byte.into()).collect();
            assert_eq!(seed.hash_latin1(&bytes), seed.hash_utf16(&units));
        }
    }

    #[test]
    fn lengths_positions_and_secrets_matter() {
        let seed = HashSeed::new(5);
        let texts: [&[u8]; 8] = [b"", b"\0", b"\0\0", b"\0\0\0\0", b"a", b"a\0", b"\0a", b"abcde"];
        let mut hashes: Vec<u64> = texts.iter().map(|text| seed.hash_latin1(text)).collect();
        hashes.extend(texts.iter().map(|text| HashSeed::new(6).hash_latin1(text)));
        hashes.extend(texts.iter().map(|text| seed.hash_bytes(text)));
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
        assert_eq!(HashSeed::new(7).hash_latin1(b"abc"), HashSeed::new(7).hash_latin1(b"abc"));
    }

    #[test]
    fn keys_of_maps_are_hashed_by_all_their_parts() {
        let seed = HashSeed::new(3);
        let keys = [(0, 0.5f64), (1, 0.5), (0, 0.25), (0, -0.5)];
        let hashes: std::collections::HashSet<u64> =
            keys.iter().map(|(tag, number)| seed.hash_one((*tag as isize, number.to_bits()))).collect();
        assert_eq!(hashes.len(), keys.len());
    }

    #[test]
    fn every_byte_matters() {
        let seed = HashSeed::random();
        for length in 1..50 {
            let mut bytes: Vec<u8> = (0..length).collect();
            let before = seed.hash_bytes(&bytes);
            for index in 0..bytes.len() {
                bytes[index] ^= 0x80;
                assert_ne!(seed.hash_bytes(&bytes), before, "byte {index} of {length}");
                bytes[index] ^= 0x80;
            }
        }
    }

    /// Checks that every bit of the hash is set about half of the time, for strings that hardly differ.
    #[test]
    fn similar_texts_are_spread() {
        let seed = HashSeed::new(1);
        for hash in [HashSeed::hash_latin1, HashSeed::hash_bytes] {
            let mut counts = [0; 64];
            for index in 0..4096u32 {
                let hash = hash(seed, format!("name{index:04}").as_bytes());
                (0..64).for_each(|bit| counts[bit] += hash >> bit & 1);
            }
            assert!(counts.iter().all(|count| (1800..2300).contains(count)), "{counts:?}");
        }
    }
}

//! Bits, and the prefix codes of Brotli: RFC 7932 1.5 and 3.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Longest code of a symbol, and of the lengths of codes.
const LONGEST: u32 = 15;
const LONGEST_OF_LENGTHS: u32 = 5;

/// Symbols of lengths that repeat one: the one before, and zero.
const REPEAT: usize = 16;
const REPEAT_ZERO: usize = 17;
const LENGTH_SYMBOLS: usize = 18;

/// The length that is repeated where none is before it.
const FIRST_LENGTH: u8 = 8;

/// The order of the lengths of codes for lengths, RFC 7932 3.5, and the bits that write one.
const ORDER: [usize; LENGTH_SYMBOLS] = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const LENGTHS_OF_LENGTHS: [(u64, u32); 6] = [(0b00, 2), (0b0111, 4), (0b011, 3), (0b10, 2), (0b01, 2), (0b1111, 4)];

/// Bits that are written, the lowest ones first.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    waiting: u64,
    count: u32,
}

impl Bits {
    /// Writes at most 48 bits.
    pub(super) fn put(&mut self, bits: u64, count: u32) {
        self.waiting |= bits << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.count -= 8;
        }
    }

    /// Goes on to the next byte.
    pub(super) fn align(&mut self) {
        if self.count > 0 {
            self.put(0, 8 - self.count);
        }
    }

    /// Writes bytes, behind the end of one.
    pub(super) fn put_bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Gives the bytes that are whole.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns the bytes that wait.
    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }
}

/// A prefix code: how long the code of each symbol is, and its bits in the order in which they are written.
pub(super) struct Code {
    lengths: Vec<u8>,
    codes: Vec<u16>,
    is_single: bool,
}

impl Code {
    /// Makes the best code for symbols that occur so often.
    pub(super) fn of(counts: &[u32]) -> Code {
        let lengths = lengths(counts, LONGEST);
        let is_single = lengths.iter().filter(|length| **length > 0).count() == 1;
        Code { codes: codes(&lengths), lengths, is_single }
    }

    /// Returns the bits of so many symbols, and about those of the code itself.
    pub(super) fn bits(&self, counts: &[u32]) -> u64 {
        let symbols: u64 =
            counts.iter().zip(&self.lengths).map(|(count, length)| u64::from(*count) * u64::from(*length)).sum();
        symbols + 4 * self.lengths.iter().filter(|length| **length > 0).count() as u64
    }

    /// Writes a symbol. The only one of a code takes no bits.
    pub(super) fn put(&self, symbol: usize, bits: &mut Bits) {
        if !self.is_single {
            bits.put(self.codes[symbol].into(), self.lengths[symbol].into());
        }
    }

    /// Writes the code itself.
    pub(super) fn write(&self, bits: &mut Bits) {
        let used: Vec<usize> = (0..self.lengths.len()).filter(|symbol| self.lengths[*symbol] > 0).collect();
        match used.len() {
            0 | 1 => self.write_simple(&[used.first().copied().unwrap_or(0)], bits),
            2..=4 => self.write_simple(&used, bits),
            _ => self.write_lengths(bits),
        }
    }

    /// Writes a code of at most four symbols, RFC 7932 3.4.
    fn write_simple(&self, used: &[usize], bits: &mut Bits) {
        let mut used = used.to_vec();
        used.sort_by_key(|symbol| self.lengths[*symbol]);
        bits.put(1, 2);
        bits.put(used.len() as u64 - 1, 2);
        let width = (self.lengths.len() - 1).ilog2() + 1;
        used.iter().for_each(|symbol| bits.put(*symbol as u64, width));
        if used.len() == 4 {
            bits.put((self.lengths[used[0]] == 1).into(), 1);
        }
    }

    /// Writes a code by its lengths, RFC 7932 3.5.
    fn write_lengths(&self, bits: &mut Bits) {
        let symbols = runs(&self.lengths);
        let mut counts = [0_u32; LENGTH_SYMBOLS];
        symbols.iter().for_each(|(symbol, _)| counts[*symbol] += 1);
        let lengths = self::lengths(&counts, LONGEST_OF_LENGTHS);
        let codes = codes(&lengths);
        let is_single = lengths.iter().filter(|length| **length > 0).count() == 1;
        let written = match is_single {
            true => LENGTH_SYMBOLS,
            false => ORDER.iter().rposition(|symbol| lengths[*symbol] > 0).map_or(0, |last| last + 1),
        };
        let skipped = match ORDER.iter().position(|symbol| lengths[*symbol] > 0) {
            Some(0 | 1) => 0,
            Some(2) => 2,
            _ => 3,
        };
        bits.put(skipped as u64, 2);
        for symbol in ORDER.iter().take(written).skip(skipped) {
            let (code, count) = LENGTHS_OF_LENGTHS[usize::from(lengths[*symbol])];
            bits.put(code, count);
        }
        for (symbol, extra) in symbols {
            if !is_single {
                bits.put(codes[symbol].into(), lengths[symbol].into());
            }
            match symbol {
                REPEAT => bits.put(extra, 2),
                REPEAT_ZERO => bits.put(extra, 3),
                _ => {}
            }
        }
    }
}

/// Returns lengths as symbols, with the extra bits of those that repeat: RFC 7932 3.5. Zeros at the end are left out.
fn runs(lengths: &[u8]) -> Vec<(usize, u64)> {
    let end = lengths.iter().rposition(|length| *length > 0).map_or(0, |last| last + 1);
    let (mut symbols, mut before) = (Vec::new(), FIRST_LENGTH);
    for run in lengths[..end].chunk_by(|one, other| one == other) {
        let (length, mut count) = (run[0], run.len());
        let (symbol, bits) = if length == 0 { (REPEAT_ZERO, 3) } else { (REPEAT, 2) };
        if length != 0 && length != before {
            symbols.push((length.into(), 0));
            count -= 1;
            before = length;
        }
        // Symbols that repeat after each other are digits of one number.
        let mut digits = Vec::new();
        if count >= 3 {
            let mut rest = count - 3;
            loop {
                digits.push((symbol, rest as u64 & ((1 << bits) - 1)));
                rest >>= bits;
                if rest == 0 {
                    break;
                }
                rest -= 1;
            }
        } else {
            digits.resize(count, (length.into(), 0));
        }
        symbols.extend(digits.into_iter().rev());
    }
    symbols
}

/// Returns lengths of the best prefix code, of which none is longer. A single symbol has the length 1 here.
fn lengths(counts: &[u32], longest: u32) -> Vec<u8> {
    let mut least = 1;
    loop {
        let lengths = huffman(counts, least);
        if lengths.iter().all(|length| u32::from(*length) <= longest) {
            return lengths;
        }
        // Rare symbols count for more, until the tree is flat enough.
        least *= 2;
    }
}

/// Returns the lengths of Huffman's code, in which each symbol that occurs counts as so many at least.
fn huffman(counts: &[u32], least: u32) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    // Trees by their count and number, and the nodes that are above each.
    let mut trees = BinaryHeap::new();
    let mut above: Vec<usize> = Vec::new();
    let mut leaves = Vec::new();
    for (symbol, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        trees.push(Reverse((u64::from((*count).max(least)), above.len())));
        leaves.push(symbol);
        above.push(usize::MAX);
    }
    if let [only] = leaves[..] {
        lengths[only] = 1;
        return lengths;
    }
    while let (Some(Reverse((one, first))), Some(Reverse((other, second)))) = (trees.pop(), trees.pop()) {
        above[first] = above.len();
        above[second] = above.len();
        trees.push(Reverse((one + other, above.len())));
        above.push(usize::MAX);
    }
    // Each node has a larger number than those below it.
    let mut depths = vec![0_u8; above.len()];
    for node in (0..above.len()).rev() {
        if let Some(depth) = depths.get(above[node]) {
            depths[node] = depth.saturating_add(1);
        }
    }
    leaves.iter().zip(depths).for_each(|(symbol, depth)| lengths[*symbol] = depth);
    lengths
}

/// Returns the codes of such lengths, RFC 7932 3.2, each with its first bit lowest.
fn codes(lengths: &[u8]) -> Vec<u16> {
    let mut codes = vec![0; lengths.len()];
    let mut next = 0_u32;
    for length in 1..=LONGEST {
        for (code, _) in codes.iter_mut().zip(lengths).filter(|(_, own)| u32::from(**own) == length) {
            *code = (next as u16).reverse_bits() >> (16 - length);
            next += 1;
        }
        next <<= 1;
    }
    codes
}

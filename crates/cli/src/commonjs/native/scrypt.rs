//! The slow part of scrypt, RFC 7914.

use ferrotape::handles::Bytes;
use ferrotape::{Context, Error, Object};

use super::add;

/// Words of a block of Salsa20.
const WORDS: usize = 16;
/// Ticks for a block.
const TICKS: u64 = 8;

/// Pairs of rounds.
const DOUBLE_ROUNDS: usize = 4;

/// Adds `mix`, which mixes a block of `128 * r` bytes `cost` times.
pub fn add_to(cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
    add(cx, native, "mix", |cx: &mut Context<'_>, bytes: Bytes, cost: usize| {
        let words = bytes.0.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let mixed = mix(cx, words.collect(), cost)?;
        Ok::<Bytes, Error>(Bytes(mixed.into_iter().flat_map(u32::to_le_bytes).collect()))
    })
}

/// scryptROMix, RFC 7914 section 5. The cost is a power of two.
fn mix(cx: &mut Context<'_>, mut block: Vec<u32>, cost: usize) -> Result<Vec<u32>, Error> {
    let length = block.len();
    cx.require_room(length.saturating_mul(4).saturating_mul(cost))?;
    let ticks = TICKS * (length / WORDS) as u64;
    let mut known: Vec<u32> = Vec::with_capacity(length * cost);
    let mut other = vec![0; length];
    for _ in 0..cost {
        cx.tick(ticks)?;
        known.extend_from_slice(&block);
        mix_block(&block, &mut other);
        std::mem::swap(&mut block, &mut other);
    }
    for _ in 0..cost {
        cx.tick(ticks)?;
        let at = length * (block[length - WORDS] as usize & (cost - 1));
        block.iter_mut().zip(&known[at..at + length]).for_each(|(word, known)| *word ^= known);
        mix_block(&block, &mut other);
        std::mem::swap(&mut block, &mut other);
    }
    Ok(block)
}

/// scryptBlockMix, RFC 7914 section 4: even blocks first, then odd ones.
fn mix_block(block: &[u32], mixed: &mut [u32]) {
    let mut last = [0; WORDS];
    last.copy_from_slice(&block[block.len() - WORDS..]);
    let half = block.len() / 2;
    for (index, words) in block.chunks_exact(WORDS).enumerate() {
        last.iter_mut().zip(words).for_each(|(word, other)| *word ^= other);
        salsa(&mut last);
        let at = index / 2 * WORDS + if index % 2 == 0 { 0 } else { half };
        mixed[at..at + WORDS].copy_from_slice(&last);
    }
}

/// Salsa20/8 Core, RFC 7914 section 3.
fn salsa(words: &mut [u32; WORDS]) {
    let mut x = *words;
    let mut quarter = |a: usize, b: usize, c: usize, d: usize| {
        x[b] ^= x[a].wrapping_add(x[d]).rotate_left(7);
        x[c] ^= x[b].wrapping_add(x[a]).rotate_left(9);
        x[d] ^= x[c].wrapping_add(x[b]).rotate_left(13);
        x[a] ^= x[d].wrapping_add(x[c]).rotate_left(18);
    };
    for _ in 0..DOUBLE_ROUNDS {
        for (a, b, c, d) in [(0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11)] {
            quarter(a, b, c, d);
        }
        for (a, b, c, d) in [(0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14)] {
            quarter(a, b, c, d);
        }
    }
    words.iter_mut().zip(x).for_each(|(word, mixed)| *word = word.wrapping_add(mixed));
}

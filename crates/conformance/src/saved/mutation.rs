//! Changes of saved code that leave most of it as it was, so that it is not refused at once.

use crate::diff::Random;

/// Where the part begins that the checksum is of: what comes before is seldom changed.
const BODY: usize = 18;

/// The bytes after some changes; `other` is what pieces are taken from.
pub fn mutate(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut mutant = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        change(&mut mutant, other, random);
    }
    if random.chance(98) {
        ferrotape_bytecode::seal(&mut mutant);
    }
    mutant
}

fn change(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let start = if random.chance(2) { 0 } else { BODY.min(bytes.len()) };
    let at = start + random.below(bytes.len().saturating_sub(start));
    if at >= bytes.len() {
        return;
    }
    match random.below(12) {
        0..=3 => bytes[at] ^= 1 << random.below(8),
        4 | 5 => bytes[at] = bytes[at].wrapping_add(random.pick(&[1, 2, 255, 254, 128])),
        6 => bytes[at] = random.pick(&[0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF]),
        7 => bytes[at] = random.next() as u8,
        // The same piece at another place of the same length: tables stay whole.
        8 => {
            let length = 1 + random.below(16);
            let from = start + random.below(bytes.len().saturating_sub(start + length));
            if from + length <= bytes.len() && at + length <= bytes.len() {
                bytes.copy_within(from..from + length, at);
            }
        }
        9 => {
            let length = 1 + random.below(24);
            let from = random.below(other.len().saturating_sub(length));
            let piece = other.get(from..from + length).unwrap_or_default();
            bytes.splice(at..at, piece.iter().copied());
        }
        10 => {
            let end = (at + 1 + random.below(8)).min(bytes.len());
            bytes.drain(at..end);
        }
        _ if random.chance(10) => bytes.truncate(at),
        _ => {
            let swapped = start + random.below(bytes.len().saturating_sub(start));
            let last = bytes.len() - 1;
            bytes.swap(at, swapped.min(last));
        }
    }
}

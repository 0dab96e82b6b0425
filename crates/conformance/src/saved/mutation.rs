//! Mutations of saved code that leave most of it unchanged, so that it is not refused at once.

use crate::diff::Random;

/// Start of the part that the checksum covers; the bytes before are seldom changed.
const BODY: usize = 18;

/// Beginning of each piece of saved code.
const MAGIC: &[u8] = b"\x7FFTP";

/// Numbers at the ends of types, as they are written. A single changed byte makes none of them.
const ENDS: [&[u8]; 5] = [
    &[0xFF, 0xFF, 0x03],
    &[0x80, 0x80, 0x04],
    &[0xFF, 0xFF, 0xFF, 0xFF, 0x07],
    &[0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
    &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
];

/// Mutates the bytes of a snapshot. Code inside gets correct checksums, which would otherwise refuse the mutant.
pub fn mutate_snapshot(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut mutant = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        change(&mut mutant, other, random);
    }
    if random.chance(98) {
        seal_what_is_inside(&mut mutant);
    }
    mutant
}

/// Seals all code in some bytes. Each piece of code has its length before it.
fn seal_what_is_inside(bytes: &mut [u8]) {
    let places: Vec<usize> = bytes.windows(MAGIC.len()).enumerate().filter(|it| it.1 == MAGIC).map(|it| it.0).collect();
    for start in places {
        let length = (1..=4).rev().find_map(|size| length_in(bytes.get(start.checked_sub(size)?..start)?));
        if let Some(piece) = length.and_then(|length| bytes.get_mut(start..start.checked_add(length)?)) {
            ferrotape_bytecode::seal(piece);
        }
    }
}

/// Decodes a number in groups of seven bits, the lowest first.
fn length_in(groups: &[u8]) -> Option<usize> {
    let (last, others) = groups.split_last()?;
    let is_whole = last & 0x80 == 0 && others.iter().all(|group| group & 0x80 != 0);
    let value = groups.iter().rev().fold(0, |value, group| value << 7 | usize::from(group & 0x7F));
    is_whole.then_some(value)
}

/// Mutates bytes of saved code. Pieces may be taken from `other`.
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

/// Makes one small change: a bit or a byte, two bytes swapped, a piece copied, added or dropped, a number made as large as can
/// be, or the end cut off.
fn change(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let start = if random.chance(2) { 0 } else { BODY.min(bytes.len()) };
    let at = start + random.below(bytes.len().saturating_sub(start));
    if at >= bytes.len() {
        return;
    }
    match random.below(13) {
        0..=3 => bytes[at] ^= 1 << random.below(8),
        4 | 5 => bytes[at] = bytes[at].wrapping_add(random.pick(&[1, 2, 255, 254, 128])),
        6 => bytes[at] = random.pick(&[0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF]),
        7 => bytes[at] = random.next() as u8,
        // Copies a piece over another one of the same length, so that tables stay intact.
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
        11 => {
            bytes.splice(at..at + 1, random.pick(&ENDS).iter().copied());
        }
        _ if random.chance(10) => bytes.truncate(at),
        _ => {
            let swapped = start + random.below(bytes.len().saturating_sub(start));
            let last = bytes.len() - 1;
            bytes.swap(at, swapped.min(last));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_within_other_bytes_is_sealed() {
        let script = ferrotape::Script::compile("a.js", &"f(1, 2);".repeat(50)).expect("right");
        let code = script.to_bytes().expect("bytes");
        let mut bytes = vec![1, 2, (code.len() & 0x7F | 0x80) as u8, (code.len() >> 7) as u8];
        bytes.extend(&code);
        bytes.extend([7, 7]);
        let whole = bytes.clone();
        // This makes the checksum wrong.
        bytes[4 + BODY - 1] ^= 1;
        seal_what_is_inside(&mut bytes);
        assert_eq!(bytes, whole);
    }

    /// Numbers in the code that describe another part of it, a count or a shape, are checked against that part.
    #[test]
    fn no_byte_of_code_can_be_another_without_being_noticed_or_harmless() {
        let text = "for (const k in { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10 }) k + [1, 2, k].length + (x => x)`a${k}b`;
            class A { #x = 1; get x() { return this.#x } } new A().x; ({ a: 1, [text]: 2, ...{ b: text } }); var text = /(a)/.exec('a')[1]";
        for backend in [ferrotape::Backend::Register, ferrotape::Backend::Stack] {
            let script = ferrotape::script::Compiler::new().backend(backend).script("a.js", text).expect("right");
            let whole = script.to_bytes().expect("bytes");
            for at in BODY..whole.len() {
                for by in [1u8, 2, 254, 255] {
                    let mut bytes = whole.clone();
                    bytes[at] = bytes[at].wrapping_add(by);
                    ferrotape_bytecode::seal(&mut bytes);
                    if let Ok(ferrotape::script::Saved::Script(script)) = ferrotape::script::Saved::from_bytes(&bytes) {
                        let engine =
                            ferrotape::Engine::builder().backend(backend).fuel(20_000).memory_limit(16 << 20).build();
                        // Any end is right, except a failed assertion.
                        let _ = engine.and_then(|mut engine| script.run::<ferrotape::Value>(&mut engine));
                    }
                }
            }
        }
    }
}

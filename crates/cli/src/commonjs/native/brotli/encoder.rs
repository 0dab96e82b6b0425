//! Compression of Brotli by blocks, RFC 7932.
//!
//! ```text
//! bytes ──▶ commands: literals, then a copy of what lies behind ──▶ three prefix codes ──▶ one meta-block
//! ```
//!
//! A block is 64 KiB at most, with one code each for literals, commands and distances. There is no use of the dictionary or of
//! contexts. So a block is work of a known size, and the caller hears of it as it is done.

use super::prefix_codes::{Bits, Code};

/// Bytes of a block at most.
const BLOCK: usize = 64 << 10;

/// Bits of the largest window that is used, whatever is asked for.
const MOST_WINDOW_BITS: u32 = 18;

/// Bits of the table of places by the hash of what is there.
const HASH_BITS: u32 = 15;

/// Shortest copy, and one that is long enough not to look for a longer one.
const SHORTEST: usize = 4;
const LONG: usize = 256;

/// Bytes of a window that no distance reaches, RFC 7932 9.1.
const GAP: usize = 16;

/// The distance before the first copy, RFC 7932 4.
const FIRST_DISTANCE: usize = 4;

/// Steps of the codes of a block, however short it is: all numbers of the alphabets are looked at.
const CODES: usize = 1024;

/// No place, in the tables of places.
const NOWHERE: u32 = u32::MAX;

/// Least number of each code of an insert length, and its extra bits, RFC 7932 5.
const INSERTS: [(usize, u32); 24] = [
    (0, 0),
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 1),
    (8, 1),
    (10, 2),
    (14, 2),
    (18, 3),
    (26, 3),
    (34, 4),
    (50, 4),
    (66, 5),
    (98, 5),
    (130, 6),
    (194, 7),
    (322, 8),
    (578, 9),
    (1090, 10),
    (2114, 12),
    (6210, 14),
    (22594, 24),
];

/// The table for copy lengths.
const COPIES: [(usize, u32); 24] = [
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 1),
    (12, 1),
    (14, 2),
    (18, 2),
    (22, 3),
    (30, 3),
    (38, 4),
    (54, 4),
    (70, 5),
    (102, 5),
    (134, 6),
    (198, 7),
    (326, 8),
    (582, 9),
    (1094, 10),
    (2118, 24),
];

/// Numbers of the three alphabets, RFC 7932 3.3: literals, commands, and distances without direct or postfix ones.
const LITERALS: usize = 256;
const COMMANDS: usize = 704;
const DISTANCES: usize = 64;

/// First row of the commands that reads a distance.
const WITH_DISTANCE: usize = 128;

/// Hears of steps that are done. An error ends the work: what has come in by then goes out as it is.
pub(super) type Work<'w, E> = &'w mut dyn FnMut(usize) -> Result<(), E>;

/// Literals, and then a copy from so far behind. The last one of a block may have none.
#[derive(Clone, Copy)]
struct Command {
    inserted: usize,
    copied: usize,
    distance: usize,
}

/// Compression that has begun.
pub(super) struct Encoder {
    /// Bytes that distances can reach, and those that have come in since the last block.
    bytes: Vec<u8>,
    /// Place of the first byte since the last block.
    done: usize,
    window: usize,
    /// Places to look at, for each copy.
    depth: usize,
    heads: Vec<u32>,
    /// The place before with the same hash, for each place.
    chain: Vec<u32>,
    last_distance: usize,
    bits: Bits,
}

impl Encoder {
    pub(super) const BYTES_AT_START: usize = size_of::<u32>() << HASH_BITS;

    /// Begins, with the numbers that Brotli has for quality and window.
    pub(super) fn new(quality: u32, window_bits: u32) -> Encoder {
        let window_bits = window_bits.clamp(10, MOST_WINDOW_BITS);
        let mut bits = Bits::default();
        match window_bits {
            16 => bits.put(0, 1),
            17 => bits.put(1, 7),
            10..16 => bits.put(u64::from((window_bits - 8) << 4 | 1), 7),
            _ => bits.put(u64::from((window_bits - 17) << 1 | 1), 4),
        }
        Encoder {
            bytes: Vec::new(),
            done: 0,
            window: (1 << window_bits) - GAP,
            depth: 1 << quality.min(11).div_ceil(2),
            heads: vec![NOWHERE; 1 << HASH_BITS],
            chain: Vec::new(),
            last_distance: FIRST_DISTANCE,
            bits,
        }
    }

    /// Returns the bytes that writing so many takes at most, while it is done and afterwards, but for what it keeps already.
    pub(super) fn room_for(bytes: usize) -> usize {
        let of_blocks = BLOCK * (size_of::<Command>() + size_of::<Symbols>()) / SHORTEST;
        of_blocks + 4 * BLOCK + bytes.saturating_mul(2 + 2 * size_of::<u32>())
    }

    /// Returns the bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let places = self.heads.capacity() + self.chain.capacity();
        self.bytes.capacity() + places * size_of::<u32>() + self.bits.capacity()
    }

    /// Takes bytes, all of them even if the work ends. Whole blocks of them come out.
    pub(super) fn write<E>(&mut self, mut bytes: &[u8], work: Work<'_, E>) -> Result<(), E> {
        let mut result = Ok(());
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.waiting()));
            self.bytes.extend_from_slice(now);
            bytes = later;
            if self.waiting() == BLOCK {
                result = match result {
                    Ok(()) => self.block(work),
                    Err(error) => self.block(&mut |_| Err(())).map_err(|()| error),
                };
            }
        }
        result
    }

    /// Lets out all that has come in, to the end of a byte.
    pub(super) fn flush<E>(&mut self, work: Work<'_, E>) -> Result<(), E> {
        self.block(work)?;
        // A meta-block of metadata, without any: it ends at a byte.
        self.bits.put(0b0110, 6);
        self.bits.align();
        Ok(())
    }

    /// Ends the data.
    pub(super) fn finish<E>(&mut self, work: Work<'_, E>) -> Result<(), E> {
        self.block(work)?;
        self.bits.put(0b11, 2);
        self.bits.align();
        Ok(())
    }

    /// Gives what has come out.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.bits.take()
    }

    fn waiting(&self) -> usize {
        self.bytes.len() - self.done
    }

    /// Makes a meta-block of what waits.
    fn block<E>(&mut self, work: Work<'_, E>) -> Result<(), E> {
        let (start, end) = (self.done, self.bytes.len());
        if start == end {
            return Ok(());
        }
        let mut commands = Vec::new();
        let found = self.find(&mut commands, work).and_then(|()| work(end - start + CODES));
        self.done = end;
        let bytes = &self.bytes[start..end];
        let mut last_distance = self.last_distance;
        let parts = found.is_ok().then(|| Parts::of(bytes, &commands, &mut last_distance));
        // Head and codes may take more than they save.
        if let Some(parts) = parts.filter(|parts| parts.bits() / 8 < bytes.len() as u64) {
            self.last_distance = last_distance;
            head(bytes.len(), &mut self.bits);
            self.bits.put(0, 1);
            parts.write(bytes, &commands, &mut self.bits);
        } else {
            head(bytes.len(), &mut self.bits);
            self.bits.put(1, 1);
            self.bits.align();
            self.bits.put_bytes(bytes);
        }
        self.slide();
        found
    }

    /// Finds what can be copied.
    fn find<E>(&mut self, commands: &mut Vec<Command>, work: Work<'_, E>) -> Result<(), E> {
        let (mut at, end) = (self.done, self.bytes.len());
        self.chain.resize(end, NOWHERE);
        let (mut literals, mut steps) = (at, 0);
        while at + SHORTEST <= end {
            if steps >= 4096 {
                work(std::mem::take(&mut steps))?;
            }
            let mut found = self.longest(at, &mut steps);
            self.note(at);
            if found.0 < SHORTEST {
                at += 1;
                continue;
            }
            // The next place may have a longer one.
            while found.0 < LONG && at + 1 + SHORTEST <= end && steps < 4096 {
                let next = self.longest(at + 1, &mut steps);
                if next.0 <= found.0 + 1 {
                    break;
                }
                at += 1;
                self.note(at);
                found = next;
            }
            let (copied, distance) = found;
            commands.push(Command { inserted: at - literals, copied, distance });
            let next = at + copied;
            for place in at + 1..next.min(end - SHORTEST + 1) {
                self.note(place);
            }
            steps += copied;
            at = next;
            literals = next;
        }
        if literals < end {
            commands.push(Command { inserted: end - literals, copied: 0, distance: 0 });
        }
        work(steps)
    }

    /// Returns the length of the longest bytes before a place that are those at the place, and how far they are behind.
    fn longest(&self, at: usize, steps: &mut usize) -> (usize, usize) {
        let here = &self.bytes[at..];
        let (mut best, mut distance) = (0, 0);
        let mut place = self.heads[hash(here)];
        for _ in 0..self.depth {
            *steps += 1;
            let behind = place as usize;
            if place == NOWHERE || at - behind > self.window {
                break;
            }
            let there = &self.bytes[behind..];
            if there.get(best) == here.get(best) {
                let length = there.iter().zip(here).take_while(|(one, other)| one == other).count();
                *steps += length / 8;
                if length > best {
                    (best, distance) = (length, at - behind);
                    if length >= LONG || length == here.len() {
                        break;
                    }
                }
            }
            place = self.chain[behind];
        }
        (best, distance)
    }

    /// Remembers a place.
    fn note(&mut self, at: usize) {
        let head = &mut self.heads[hash(&self.bytes[at..])];
        self.chain[at] = *head;
        *head = at as u32;
    }

    /// Lets go of what no distance reaches, once it is as much as the window.
    fn slide(&mut self) {
        let Some(over) = self.done.checked_sub(2 * self.window) else { return };
        let over = over + self.window;
        self.bytes.drain(..over);
        self.chain.drain(..over.min(self.chain.len()));
        self.done -= over;
        let moved =
            |place: &mut u32| *place = place.checked_sub(over as u32).filter(|_| *place != NOWHERE).unwrap_or(NOWHERE);
        self.heads.iter_mut().for_each(moved);
        self.chain.iter_mut().for_each(moved);
    }
}

/// Writes the head of a meta-block that is not the last one, RFC 7932 9.2.
fn head(length: usize, bits: &mut Bits) {
    // A block has 2^16 bytes at most: four digits.
    bits.put(0, 1);
    bits.put(0, 2);
    bits.put(length as u64 - 1, 16);
}

fn hash(bytes: &[u8]) -> usize {
    let four = bytes.first_chunk().map_or(0, |four| u32::from_le_bytes(*four));
    (four.wrapping_mul(0x1E35_A7BD) >> (32 - HASH_BITS)) as usize
}

/// A command as its symbols, with the bits that follow each.
struct Symbols {
    command: usize,
    extra: [(u64, u32); 2],
    /// The symbol of the distance and its bits, where one is read.
    distance: Option<(usize, u64, u32)>,
}

impl Symbols {
    /// Finds the symbols of a command, behind one whose distance was the last.
    fn of(command: &Command, last_distance: &mut usize) -> Symbols {
        let (insert, insert_extra) = symbol(&INSERTS, command.inserted);
        let (copy, copy_extra) = symbol(&COPIES, command.copied.max(COPIES[0].0));
        let distance = (command.copied > 0).then(|| match command.distance == *last_distance {
            true => (0, 0, 0),
            false => distance_symbol(command.distance),
        });
        let row = if distance == Some((0, 0, 0)) && insert < 8 && copy < 16 { 0 } else { WITH_DISTANCE };
        if command.copied > 0 {
            *last_distance = command.distance;
        }
        // Commands lie in cells of 64, by the upper bits of both codes: RFC 7932 5.
        let cell = match (insert / 8, copy / 8) {
            (0, high @ 0..2) => row / 64 + high,
            (0, _) => 6,
            (1, high @ 0..2) => 4 + high,
            (1, _) => 8,
            (_, 0) => 7,
            (_, 1) => 9,
            _ => 10,
        };
        let distance = if row == 0 { None } else { distance };
        Symbols { command: cell * 64 + insert % 8 * 8 + copy % 8, extra: [insert_extra, copy_extra], distance }
    }
}

/// Returns the code of a number in one of the tables, and its extra bits.
fn symbol(table: &[(usize, u32)], number: usize) -> (usize, (u64, u32)) {
    let code = table.partition_point(|(least, _)| *least <= number) - 1;
    (code, ((number - table[code].0) as u64, table[code].1))
}

/// Returns the symbol of a distance, RFC 7932 4, without direct and postfix ones.
fn distance_symbol(distance: usize) -> (usize, u64, u32) {
    let number = distance as u64 + 3;
    let bits = number.ilog2() - 1;
    let low = number >> bits & 1;
    (16 + 2 * (bits as usize - 1) + low as usize, number & ((1 << bits) - 1), bits)
}

/// The symbols of a block, and the codes that are best for them.
struct Parts {
    symbols: Vec<Symbols>,
    literals: Code,
    commands: Code,
    distances: Code,
    bits: u64,
}

impl Parts {
    /// Finds the symbols of a block, counts them, and makes their codes.
    fn of(bytes: &[u8], commands: &[Command], last_distance: &mut usize) -> Parts {
        let symbols: Vec<Symbols> = commands.iter().map(|command| Symbols::of(command, last_distance)).collect();
        let mut counts = (vec![0_u32; LITERALS], vec![0_u32; COMMANDS], vec![0_u32; DISTANCES]);
        let (mut at, mut extra) = (0, 0);
        for (command, symbols) in commands.iter().zip(&symbols) {
            for byte in &bytes[at..at + command.inserted] {
                counts.0[usize::from(*byte)] += 1;
            }
            at += command.inserted + command.copied;
            counts.1[symbols.command] += 1;
            extra += u64::from(symbols.extra[0].1 + symbols.extra[1].1);
            if let Some((symbol, _, bits)) = symbols.distance {
                counts.2[symbol] += 1;
                extra += u64::from(bits);
            }
        }
        let [literals, commands, distances] = [&counts.0, &counts.1, &counts.2].map(|counts| Code::of(counts));
        let bits = extra + literals.bits(&counts.0) + commands.bits(&counts.1) + distances.bits(&counts.2);
        Parts { symbols, literals, commands, distances, bits }
    }

    /// Returns about how many bits they take.
    fn bits(&self) -> u64 {
        self.bits + 16
    }

    /// Writes what follows the head of a meta-block: RFC 7932 9.2 and 9.3.
    fn write(&self, bytes: &[u8], commands: &[Command], bits: &mut Bits) {
        // One type of block each; no postfix, no direct distances; the first mode of contexts; one tree each.
        bits.put(0, 3 + 6 + 2 + 2);
        self.literals.write(bits);
        self.commands.write(bits);
        self.distances.write(bits);
        let mut at = 0;
        for (command, symbols) in commands.iter().zip(&self.symbols) {
            self.commands.put(symbols.command, bits);
            symbols.extra.iter().for_each(|(value, count)| bits.put(*value, *count));
            for byte in &bytes[at..at + command.inserted] {
                self.literals.put(usize::from(*byte), bits);
            }
            at += command.inserted + command.copied;
            if let Some((symbol, value, count)) = symbols.distance {
                self.distances.put(symbol, bits);
                bits.put(value, count);
            }
        }
    }
}

//! Brotli by steps, RFC 7932, for Node's `zlib`.
//!
//! ```text
//! Unbrotli   decompression, by the crate
//! Brotli     compression, by an encoder of our own: encoder.rs, prefix_codes.rs
//! ```
//!
//! A step takes a piece of the input and gives a piece of what comes out of it, which then counts as the script's. So a small
//! input that becomes large is charged as it grows. Windows of more than 16 MiB are no Brotli here: only an extension has them.

mod encoder;
mod prefix_codes;

use std::mem;

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use ferrotape::handles::Bytes;
use ferrotape::{Class, ClassBuilder, Context, Error, Function, Object};

use self::encoder::Encoder;

/// Bytes that come out in one step at most.
const PIECE: usize = 64 << 10;

/// Bytes that all tables of prefix codes can take, RFC 7932 3.4, and the state with its buffer.
const TABLES: usize = 4 << 20;

/// Bytes for a tick. One that goes in is a tick more, as tables that are far larger can come of a few.
const BYTES_PER_TICK: u64 = 16;

/// Statuses that the script gets. Those of damaged data are below zero, as Node has them.
const DONE: i32 = 1;
const NEEDS_INPUT: i32 = 2;
const NEEDS_ROOM: i32 = 3;

type State = BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>;

/// The class that `zlib` decompresses Brotli with.
struct Unbrotli {
    state: Box<State>,
    out: Vec<u8>,
    status: i32,
    /// Bytes of the window, once the first byte has told them.
    window: usize,
}

impl Unbrotli {
    fn new(cx: &mut Context<'_>) -> Result<Unbrotli, Error> {
        cx.require_room(TABLES)?;
        cx.tick(TABLES as u64 / BYTES_PER_TICK / 16)?;
        let [one, other, third] = [StandardAlloc::default(); 3];
        let state = Box::new(State::new_strict(one, other, third));
        Ok(Unbrotli { state, out: Vec::new(), status: NEEDS_INPUT, window: 0 })
    }

    /// Takes some of the bytes, and returns how many. The other functions return the output, and whether there is
    /// more.
    fn run(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Result<i32, Error> {
        if let (0, Some(&first)) = (self.window, bytes.first()) {
            self.window = window(first);
            cx.require_room(self.window.saturating_add(PIECE))?;
        }
        cx.tick(1 + (bytes.len() + PIECE) as u64 / BYTES_PER_TICK)?;
        let before = self.decoded();
        let mut room = vec![0; PIECE];
        let (mut left, mut at, mut free, mut end, mut total) = (bytes.len(), 0, PIECE, 0, 0);
        let result = BrotliDecompressStream(
            &mut left,
            &mut at,
            bytes,
            &mut free,
            &mut end,
            &mut room,
            &mut total,
            &mut self.state,
        );
        room.truncate(end);
        self.out = room;
        self.status = match result {
            BrotliResult::ResultSuccess => DONE,
            BrotliResult::NeedsMoreInput => NEEDS_INPUT,
            BrotliResult::NeedsMoreOutput => NEEDS_ROOM,
            BrotliResult::ResultFailure => (self.state.error_code as i32).min(-1),
        };
        // Nothing comes out before the window is full: a few bytes can fill all of it.
        cx.tick(at as u64 + self.decoded().saturating_sub(before) / BYTES_PER_TICK)?;
        Ok(at as i32)
    }

    /// Returns the bytes that are decompressed, with those that wait in the window.
    fn decoded(&self) -> u64 {
        let [size, place] = [self.state.ringbuffer_size, self.state.pos].map(|bytes| u64::from(bytes.unsigned_abs()));
        self.state.rb_roundtrips.saturating_mul(size).saturating_add(place)
    }

    /// Gives what has come out.
    fn take(&mut self) -> Bytes {
        Bytes(mem::take(&mut self.out))
    }
}

/// Returns the bytes of the window of a stream, which its first byte tells, RFC 7932 9.1.
fn window(first: u8) -> usize {
    let bits = match (first & 1, (first >> 1) & 7, (first >> 4) & 7) {
        (0, ..) => 16,
        (_, 0, 0) => 17,
        (_, 0, bits) => 8 + bits,
        (_, bits, _) => 17 + bits,
    };
    1_usize << bits
}

impl Class for Unbrotli {
    const NAME: &'static str = "Unbrotli";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(Unbrotli::new)?;
        class.method_mut("run", |own: &mut Unbrotli, cx: &mut Context<'_>, bytes: Bytes| own.run(cx, &bytes.0))?;
        class.method_mut("take", |own: &mut Unbrotli| own.take())?;
        class.method_mut("status", |own: &mut Unbrotli| own.status)
    }

    fn bytes(&self) -> usize {
        TABLES + self.window + self.out.capacity()
    }
}

/// The class that `zlib` compresses to Brotli with.
struct Brotli(Encoder);

impl Brotli {
    fn new(cx: &mut Context<'_>, quality: u32, window_bits: u32) -> Result<Brotli, Error> {
        cx.require_room(Encoder::BYTES_AT_START)?;
        cx.tick(Encoder::BYTES_AT_START as u64 / BYTES_PER_TICK)?;
        Ok(Brotli(Encoder::new(quality, window_bits)))
    }

    /// Runs a piece of the work, in the room that it needs. A step takes a tick: it may look at a place far behind.
    fn run(
        &mut self,
        cx: &mut Context<'_>,
        bytes: usize,
        piece: impl FnOnce(&mut Encoder, &mut dyn FnMut(usize) -> Result<(), Error>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        cx.require_room(Encoder::room_for(bytes))?;
        cx.tick(1)?;
        piece(&mut self.0, &mut |steps| cx.tick(steps as u64))
    }

    /// Gives what has come out.
    fn take(&mut self, cx: &mut Context<'_>) -> Result<Bytes, Error> {
        let out = self.0.take();
        cx.tick(out.len() as u64 / BYTES_PER_TICK)?;
        Ok(Bytes(out))
    }
}

impl Class for Brotli {
    const NAME: &'static str = "Brotli";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(Brotli::new)?;
        class.method_mut("write", |own: &mut Brotli, cx: &mut Context<'_>, bytes: Bytes| {
            own.run(cx, bytes.0.len(), |encoder, work| encoder.write(&bytes.0, work))
        })?;
        class.method_mut("flush", |own: &mut Brotli, cx: &mut Context<'_>| {
            own.run(cx, 0, |encoder, work| encoder.flush(work))
        })?;
        class.method_mut("finish", |own: &mut Brotli, cx: &mut Context<'_>| {
            own.run(cx, 0, |encoder, work| encoder.finish(work))
        })?;
        class.method_mut("take", |own: &mut Brotli, cx: &mut Context<'_>| own.take(cx))
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// Adds `Unbrotli` and `Brotli`.
pub fn add_to(cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
    let class = Function::of_class::<Unbrotli>(cx)?;
    native.set(cx, "Unbrotli", class)?;
    let class = Function::of_class::<Brotli>(cx)?;
    native.set(cx, "Brotli", class)
}

#[cfg(test)]
mod tests {
    use ferrotape::{AsContext, Engine, Limits};

    use super::*;

    #[test]
    fn windows_are_those_of_the_table() {
        let bytes = [0x00, 0x01, 0x21, 0x71, 0x03, 0x0B, 0x0F];
        assert_eq!(bytes.map(window), [16, 17, 10, 15, 18, 22, 24].map(|bits| 1_usize << bits));
    }

    /// Compresses pieces, each flushed or not, and checks that the decompressor gives them back. Returns the length.
    fn packed(bytes: &[u8], quality: u32, window_bits: u32, piece: usize, flushes: bool) -> usize {
        let mut steps = 0;
        let mut work = |more: usize| {
            steps += more;
            Ok::<(), ()>(())
        };
        let mut encoder = Encoder::new(quality, window_bits);
        for piece in bytes.chunks(piece) {
            assert!(encoder.write(piece, &mut work).is_ok());
            if flushes {
                assert!(encoder.flush(&mut work).is_ok());
            }
        }
        assert!(encoder.finish(&mut work).is_ok());
        let out = encoder.take();
        // Blocks of a byte or two are not free: each has its codes.
        let blocks = if flushes { bytes.chunks(piece).len() } else { bytes.len().div_ceil(64 << 10) };
        assert!(steps >= bytes.len() + blocks * 1024, "{steps}");
        assert!(unpacked(&out) == bytes, "{quality} {window_bits} {piece}");
        out.len()
    }

    /// Decompresses bytes that are whole.
    fn unpacked(bytes: &[u8]) -> Vec<u8> {
        let (result, _) = Engine::new().measure(&Limits::new(), |cx| {
            let mut undo = Unbrotli::new(cx)?;
            let (mut at, mut back) = (0, Vec::new());
            while undo.status >= NEEDS_INPUT && (at < bytes.len() || undo.status == NEEDS_ROOM) {
                at += undo.run(cx, &bytes[at..])? as usize;
                back.extend(undo.take().0);
            }
            Ok::<_, Error>((undo.status, at, back))
        });
        let (status, at, back) = result.expect("the data are whole");
        assert_eq!((status, at), (DONE, bytes.len()));
        back
    }

    #[test]
    fn what_has_come_in_is_not_lost_when_a_limit_ends_the_work() {
        let bytes = include_bytes!("brotli.rs").repeat(20);
        // Pieces may reach into several blocks.
        for size in [8192, 100_000] {
            let mut encoder = Encoder::new(11, 22);
            let mut left = 0;
            let mut work = |_: usize| {
                left = (left + 1) % 5;
                if left == 0 { Err::<(), ()>(()) } else { Ok(()) }
            };
            let pieces = bytes.chunks(size).map(|piece| encoder.write(piece, &mut work));
            assert!(pieces.filter(|result| result.is_err()).count() > 0);
            assert!(encoder.finish(&mut |_| Ok::<(), ()>(())).is_ok());
            assert!(unpacked(&encoder.take()) == bytes, "{size}");
        }
    }

    #[test]
    fn what_is_compressed_comes_back() {
        let mut seed = 1_u32;
        let mut random = |count: usize, most: u32| -> Vec<u8> {
            let next = |_| {
                seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                ((seed >> 16) % most) as u8
            };
            (0..count).map(next).collect()
        };
        let mut inputs = vec![Vec::new(), b"a".to_vec(), vec![0; 300_000], (0..=255).collect()];
        inputs.extend([2, 3, 4, 5, 100, 256].map(|most| random(70_000, most)));
        let around_a_block = [65_535, 65_536, 65_537, 131_072];
        inputs.extend(around_a_block.map(|count| vec![0xFF; count]));
        inputs.extend(around_a_block.map(|count| random(count, 256)));
        // Counts like Fibonacci's make the longest codes.
        inputs.push((0..24).flat_map(|byte| vec![byte; 1 << (byte / 2)]).collect());
        inputs.push(include_bytes!("brotli.rs").repeat(9));
        for bytes in &inputs {
            for (quality, window_bits) in [(11, 22), (0, 10), (5, 16), (9, 17), (4, 13)] {
                packed(bytes, quality, window_bits, 8192, false);
                packed(bytes, quality, window_bits, 30_011, true);
            }
        }
        packed(&inputs[6][..300], 11, 22, 1, true);
        assert!(packed(&inputs[2], 11, 22, 8192, false) < 100);
    }

    #[test]
    fn windows_that_a_few_bytes_fill_are_paid_for() {
        // 16 MiB of zeros.
        let bytes: [u8; 14] = [0x9F, 0xFF, 0xFF, 0xFF, 0xF8, 0x27, 0x00, 0xE2, 0xB1, 0x40, 0x20, 0xF7, 0xFE, 0x1F];
        let (result, spent) = Engine::new().measure(&Limits::new(), |cx| Unbrotli::new(cx)?.run(cx, &bytes));
        assert!(result.is_ok() && spent.fuel >= (16 << 20) / BYTES_PER_TICK, "{spent:?}");
    }
}

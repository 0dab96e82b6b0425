//! Compression and decompression by steps, for Node's `zlib`.
//!
//! A step takes a piece of the input and gives what comes out of it, which then counts as the script's. So a small input
//! that becomes large is charged as it grows.

use std::io::{self, Write};
use std::mem;

use ferrotape::handles::Bytes;
use ferrotape::{Class, ClassBuilder, Context, Error, Function, Object};
use flate2::write::{DeflateDecoder, DeflateEncoder, GzDecoder, GzEncoder, ZlibDecoder, ZlibEncoder};
use flate2::{Compression, GzBuilder};

use super::add;

/// Bytes that the state of flate2 takes, with its buffer, and a little more.
const COMPRESSOR_BYTES: usize = 400 << 10;
const DECOMPRESSOR_BYTES: usize = 96 << 10;

/// Bytes for a tick.
const BYTES_PER_TICK: u64 = 16;
/// Compression takes so much longer.
const TIMES_OF_COMPRESSION: u64 = 16;

/// The operating system in the header of gzip, RFC 1952 2.3.1: Unix, as Node has it everywhere.
const UNIX: u8 = 3;

/// Compression or decompression that has begun: what goes in by `write` comes out in a buffer.
trait Coding: Write + Send + Sync {
    fn out(&mut self) -> &mut Vec<u8>;
    fn finish(&mut self) -> io::Result<()>;
}

macro_rules! codings {
    ($($coding:ty)*) => {
        $(impl Coding for $coding {
            fn out(&mut self) -> &mut Vec<u8> {
                self.get_mut()
            }

            fn finish(&mut self) -> io::Result<()> {
                self.try_finish()
            }
        })*
    };
}

codings!(GzEncoder<Vec<u8>> ZlibEncoder<Vec<u8>> DeflateEncoder<Vec<u8>> GzDecoder<Vec<u8>> ZlibDecoder<Vec<u8>> DeflateDecoder<Vec<u8>>);

/// The class that `zlib` works with.
struct Coder {
    coding: Box<dyn Coding>,
    compresses: bool,
}

impl Coder {
    /// Begins a format in one of its two directions. A level is one of zlib's, from 0 to 9.
    fn new(cx: &mut Context<'_>, format: &str, compresses: bool, level: u32) -> Result<Coder, Error> {
        cx.require_room(state_bytes(compresses))?;
        cx.tick(state_bytes(compresses) as u64 / BYTES_PER_TICK)?;
        let level = Compression::new(level.min(9));
        let coding: Box<dyn Coding> = match (format, compresses) {
            ("gzip", true) => Box::new(GzBuilder::new().operating_system(UNIX).write(Vec::new(), level)),
            ("gzip", false) => Box::new(GzDecoder::new(Vec::new())),
            ("deflate", true) => Box::new(ZlibEncoder::new(Vec::new(), level)),
            ("deflate", false) => Box::new(ZlibDecoder::new(Vec::new())),
            (_, true) => Box::new(DeflateEncoder::new(Vec::new(), level)),
            (_, false) => Box::new(DeflateDecoder::new(Vec::new())),
        };
        Ok(Coder { coding, compresses })
    }

    /// Takes some of the bytes, and gives how many. None are taken behind the end of what is decompressed; -1 tells that
    /// they are damaged.
    fn write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Result<i32, Error> {
        self.pay(cx, bytes.len())?;
        let Ok(taken) = self.coding.write(bytes) else { return Ok(-1) };
        // What is decompressed is there at once, not when more comes in. What cannot come out fails at the next step.
        if !self.compresses {
            let _ = self.coding.flush();
        }
        Ok(taken as i32)
    }

    /// Lets out what has come in so far, and tells whether that was possible.
    fn flush(&mut self, cx: &mut Context<'_>) -> Result<bool, Error> {
        self.pay(cx, 0)?;
        Ok(self.coding.flush().is_ok())
    }

    /// Ends the data, and tells whether they were whole.
    fn finish(&mut self, cx: &mut Context<'_>) -> Result<bool, Error> {
        self.pay(cx, 0)?;
        Ok(self.coding.finish().is_ok())
    }

    /// Gives what has come out.
    fn take(&mut self, cx: &mut Context<'_>) -> Result<Bytes, Error> {
        let out = mem::take(self.coding.out());
        cx.tick(out.len() as u64 / BYTES_PER_TICK)?;
        Ok(Bytes(out))
    }

    fn pay(&self, cx: &mut Context<'_>, taken: usize) -> Result<(), Error> {
        let times = if self.compresses { TIMES_OF_COMPRESSION } else { 1 };
        cx.tick(1 + taken as u64 * times / BYTES_PER_TICK)
    }
}

fn state_bytes(compresses: bool) -> usize {
    if compresses { COMPRESSOR_BYTES } else { DECOMPRESSOR_BYTES }
}

impl Class for Coder {
    const NAME: &'static str = "Coder";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|cx: &mut Context<'_>, format: String, compresses: bool, level: u32| {
            Coder::new(cx, &format, compresses, level)
        })?;
        class.method_mut("write", |coder: &mut Coder, cx: &mut Context<'_>, bytes: Bytes| coder.write(cx, &bytes.0))?;
        class.method_mut("flush", |coder: &mut Coder, cx: &mut Context<'_>| coder.flush(cx))?;
        class.method_mut("finish", |coder: &mut Coder, cx: &mut Context<'_>| coder.finish(cx))?;
        class.method_mut("take", |coder: &mut Coder, cx: &mut Context<'_>| coder.take(cx))
    }

    fn bytes(&self) -> usize {
        state_bytes(self.compresses)
    }
}

/// Adds `Coder` and `crc32`.
pub fn add_to(cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
    let coder = Function::of_class::<Coder>(cx)?;
    native.set(cx, "Coder", coder)?;
    add(cx, native, "crc32", |cx: &mut Context<'_>, bytes: Bytes, before: u32| {
        cx.tick(bytes.0.len() as u64 / BYTES_PER_TICK)?;
        let mut sum = crc32fast::Hasher::new_with_initial(before);
        sum.update(&bytes.0);
        Ok::<u32, Error>(sum.finalize())
    })
}

//! Compression and decompression by steps.

use std::any::Any;

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::object::host::HostData;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::gzip::{self, Header, Sum, Trailer};

/// The class of codecs, and the data of a new one.
pub(crate) const CLASS: PartClass = ("Compression of a stream", || Box::new(Codec::new(Format::Deflate, true)));

/// Bytes that the state of flate2 takes, and a little more.
const COMPRESSOR_BYTES: usize = 360 << 10;
const DECOMPRESSOR_BYTES: usize = 48 << 10;

/// Most bytes that go in in one step.
const MOST_TAKEN: usize = 1 << 13;

/// Compression takes this many ticks for a byte: more than what moves bytes alone.
const TICKS_OF_COMPRESSION: u64 = 4;

/// Wrapping of compressed bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// ZLIB, RFC 1950.
    Deflate,
    /// DEFLATE alone, RFC 1951.
    DeflateRaw,
    /// GZIP, RFC 1952: one member.
    Gzip,
    /// The coding `gzip` of bodies, RFC 9110 8.4.1.3: members, and what is none behind them is passed over.
    GzipCoding,
    /// The coding `deflate` of bodies, RFC 9110 8.4.1.2: ZLIB. Some servers send DEFLATE alone.
    DeflateCoding,
}

impl Format {
    /// All formats, in the order of their numbers.
    const ALL: [Format; 5] =
        [Format::Deflate, Format::DeflateRaw, Format::Gzip, Format::GzipCoding, Format::DeflateCoding];

    const NAMES: [(&'static [u8], Format); 3] =
        [(b"deflate", Format::Deflate), (b"deflate-raw", Format::DeflateRaw), (b"gzip", Format::Gzip)];

    pub(super) fn of_name(name: &[u8]) -> Option<Format> {
        Format::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, format)| format)
    }

    fn is_gzip(self) -> bool {
        matches!(self, Format::Gzip | Format::GzipCoding)
    }

    /// Tells whether data that begin with this byte are ZLIB. Its method is DEFLATE; no block of DEFLATE begins with these bits.
    fn is_zlib(self, first: Option<&u8>) -> bool {
        match self {
            Format::Deflate => true,
            Format::DeflateCoding => first.is_none_or(|first| first & 0x0F == 8),
            _ => false,
        }
    }
}

/// The two directions.
enum Flate {
    Compress(Compress),
    Decompress(Decompress),
}

/// A codec in the middle of its work.
struct Running {
    flate: Flate,
    /// Check sum of the uncompressed bytes, for gzip.
    sum: Sum,
    header: Header,
    trailer: Option<Trailer>,
}

/// The state of a codec.
enum State {
    New,
    Running(Box<Running>),
    Done,
    /// Done, and behind it is something else.
    Passed,
}

/// Rust part of a stream.
pub(crate) struct Codec {
    format: Format,
    is_compressing: bool,
    state: State,
}

/// Result of a step.
#[derive(Default)]
pub(super) struct Step {
    /// Bytes taken from the input.
    pub(super) taken: usize,
    /// Ticks.
    pub(super) cost: u64,
    /// Nothing more comes out of this input.
    pub(super) is_over: bool,
}

impl HostData for Codec {
    fn bytes(&self) -> usize {
        size_of::<Self>() + if matches!(self.state, State::Running(_)) { self.state_bytes() } else { 0 }
    }

    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        let state = match self.state {
            State::New => State::New,
            State::Done => State::Done,
            State::Passed => State::Passed,
            State::Running(_) => return None,
        };
        Some(Box::new(Codec { state, ..*self }))
    }

    fn save(&self) -> Option<Vec<u8>> {
        let state = match self.state {
            State::New => 0,
            State::Done => 1,
            State::Passed => 2,
            State::Running(_) => return None,
        };
        Some(vec![self.format as u8, self.is_compressing.into(), state])
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        let &[format, is_compressing @ 0..=1, state] = bytes else { return false };
        let Some(&format) = Format::ALL.get(usize::from(format)) else { return false };
        let state = match state {
            0 => State::New,
            1 => State::Done,
            2 if format == Format::GzipCoding => State::Passed,
            _ => return false,
        };
        *self = Codec { format, is_compressing: is_compressing == 1, state };
        true
    }
}

impl Codec {
    pub(super) fn new(format: Format, is_compressing: bool) -> Self {
        Codec { format, is_compressing, state: State::New }
    }

    fn state_bytes(&self) -> usize {
        if self.is_compressing { COMPRESSOR_BYTES } else { DECOMPRESSOR_BYTES }
    }

    /// Returns how much room the next step needs to begin with.
    pub(super) fn room_for_start(&self) -> usize {
        if matches!(self.state, State::New) || self.may_go_on() { self.state_bytes() } else { 0 }
    }

    /// Tells whether another member may follow.
    fn may_go_on(&self) -> bool {
        matches!(self.state, State::Done) && self.format == Format::GzipCoding && !self.is_compressing
    }

    /// Takes some of the input and gives out some bytes, as many as there is room for. An error in words if the input is none.
    pub(super) fn step(&mut self, input: &[u8], ends: bool, out: &mut Vec<u8>) -> Result<Step, &'static str> {
        if self.may_go_on()
            && let Some(&first) = input.first()
        {
            self.state = if first == gzip::HEADER[0] { State::New } else { State::Passed };
        }
        let cost_of_start = if matches!(self.state, State::New) { self.start(input) } else { 0 };
        let State::Running(running) = &mut self.state else {
            return match input.is_empty() || matches!(self.state, State::Passed) {
                true => Ok(Step { taken: input.len(), cost: 0, is_over: true }),
                false => Err("There is something behind the end of the compressed data"),
            };
        };
        let is_gzip = self.format.is_gzip();
        let (mut step, is_done) = if self.is_compressing {
            running.compress(input, ends, out, is_gzip)?
        } else {
            running.decompress(input, ends, out, is_gzip)?
        };
        if is_done {
            self.state = State::Done;
        }
        step.cost += cost_of_start;
        Ok(step)
    }

    /// Begins to work on data that begin like this. Returns the ticks of it: a body may have any number of empty members.
    fn start(&mut self, input: &[u8]) -> u64 {
        let is_zlib = self.format.is_zlib(input.first());
        let flate = match self.is_compressing {
            true => Flate::Compress(Compress::new(Compression::default(), is_zlib)),
            false => Flate::Decompress(Decompress::new(is_zlib)),
        };
        let header = if self.format.is_gzip() { Header::default() } else { Header::done() };
        self.state = State::Running(Box::new(Running { flate, sum: Sum::default(), header, trailer: None }));
        self.state_bytes() as u64 / BYTES_PER_TICK
    }
}

impl Running {
    /// Compresses some bytes, and tells whether all is done.
    fn compress(
        &mut self,
        input: &[u8],
        ends: bool,
        out: &mut Vec<u8>,
        is_gzip: bool,
    ) -> Result<(Step, bool), &'static str> {
        let Flate::Compress(flate) = &mut self.flate else { return Err("The state of the stream is damaged") };
        if !self.header.is_done() {
            out.extend_from_slice(&gzip::HEADER);
            self.header = Header::done();
        }
        let input = &input[..input.len().min(MOST_TAKEN)];
        let (before, room) = (flate.total_in(), out.capacity().saturating_sub(gzip::TRAILER_BYTES));
        let mut piece = Vec::with_capacity(room.saturating_sub(out.len()));
        let flush = if ends { FlushCompress::Finish } else { FlushCompress::None };
        let status = flate.compress_vec(input, &mut piece, flush).map_err(|_| "The data cannot be compressed")?;
        let taken = (flate.total_in() - before) as usize;
        if is_gzip {
            self.sum.add(&input[..taken]);
        }
        let is_full = piece.len() == piece.capacity();
        out.extend_from_slice(&piece);
        let is_done = status == Status::StreamEnd;
        if is_done && is_gzip {
            out.extend_from_slice(&self.sum.trailer());
        }
        let is_over = if ends { is_done } else { taken == input.len() && input.len() < MOST_TAKEN && !is_full };
        let cost = taken as u64 * TICKS_OF_COMPRESSION + piece.len() as u64;
        Ok((Step { taken, cost, is_over }, is_done))
    }

    /// Decompresses some bytes, and tells whether all is done.
    fn decompress(
        &mut self,
        input: &[u8],
        ends: bool,
        out: &mut Vec<u8>,
        is_gzip: bool,
    ) -> Result<(Step, bool), &'static str> {
        const CORRUPT: &str = "The compressed data are not valid";
        if ends {
            return Err("The compressed data end too early");
        }
        let Flate::Decompress(flate) = &mut self.flate else { return Err("The state of the stream is damaged") };
        if let Some(trailer) = &mut self.trailer {
            let taken = trailer.take(input);
            return match trailer.is_right(&self.sum) {
                None => Ok((Step { taken, cost: taken as u64, is_over: true }, false)),
                // What is behind is looked at by the next step.
                Some(true) => Ok((Step { taken, cost: taken as u64, is_over: taken == input.len() }, true)),
                Some(false) => Err(CORRUPT),
            };
        }
        let input = &input[..input.len().min(MOST_TAKEN)];
        let of_header = self.header.take(input).ok_or(CORRUPT)?;
        if !self.header.is_done() {
            let is_over = input.len() < MOST_TAKEN;
            return Ok((Step { taken: of_header, cost: of_header as u64, is_over }, false));
        }
        let rest = &input[of_header..];
        let before = flate.total_in();
        let status = flate.decompress_vec(rest, out, FlushDecompress::None).map_err(|_| CORRUPT)?;
        let taken = (flate.total_in() - before) as usize;
        if is_gzip {
            self.sum.add(out);
        }
        let cost = (of_header + taken + out.len()) as u64;
        let taken = of_header + taken;
        if status == Status::StreamEnd {
            if is_gzip {
                self.trailer = Some(Trailer::default());
            }
            return Ok((Step { taken, cost, is_over: false }, !is_gzip));
        }
        let is_full = out.len() == out.capacity();
        let is_over = taken == input.len() && input.len() < MOST_TAKEN && !is_full;
        if !is_over && taken == 0 && out.is_empty() {
            return Err(CORRUPT);
        }
        Ok((Step { taken, cost, is_over }, false))
    }
}

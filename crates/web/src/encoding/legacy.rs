//! The encodings of the past, Encoding 10 to 14, by the tables of `encoding_rs`: the feature `encodings`.
//!
//! A decoder of that crate can be neither copied nor written. So each call makes one, and brings it to where the last call ended.
//! It feeds it the bytes of an incomplete character, and for ISO-2022-JP the escape that is in force.

use encoding_rs::{
    BIG5, CoderResult, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2,
    ISO_8859_3, ISO_8859_4, ISO_8859_5, ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_8_I, ISO_8859_10, ISO_8859_13,
    ISO_8859_14, ISO_8859_15, ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH, SHIFT_JIS, WINDOWS_874, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC,
    X_USER_DEFINED,
};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::vm::Vm;

/// The encodings in the order of their numbers in saved engines.
pub(super) static ALL: [&Encoding; 35] = [
    BIG5,
    EUC_JP,
    EUC_KR,
    GB18030,
    GBK,
    IBM866,
    ISO_2022_JP,
    ISO_8859_2,
    ISO_8859_3,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_6,
    ISO_8859_7,
    ISO_8859_8,
    ISO_8859_8_I,
    ISO_8859_10,
    ISO_8859_13,
    ISO_8859_14,
    ISO_8859_15,
    ISO_8859_16,
    KOI8_R,
    KOI8_U,
    MACINTOSH,
    SHIFT_JIS,
    WINDOWS_874,
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1257,
    WINDOWS_1258,
    X_MAC_CYRILLIC,
    X_USER_DEFINED,
];

/// Code units that come out at once.
const UNITS: usize = 1 << 11;

/// Most bytes of an incomplete character.
const MOST_PENDING: usize = 3;

const ESCAPE: u8 = 0x1B;

/// The character sets of ISO-2022-JP, by the bytes behind an escape: ASCII, JIS X 0201, its katakana, JIS X 0208 in two ways.
const MODES: [[u8; 2]; 5] = [*b"(B", *b"(J", *b"(I", *b"$@", *b"$B"];

/// The first mode with two bytes for a character.
const FIRST_WIDE: usize = 3;

/// State of decoding between two bytes.
#[derive(Copy, Clone, Default)]
pub(super) struct Place {
    pending: [u8; MOST_PENDING],
    count: u8,
    /// For ISO-2022-JP: a row of `MODES`, and whether its escape was the last thing.
    mode: u8,
    is_after_escape: bool,
}

impl Place {
    fn pending(&self) -> &[u8] {
        &self.pending[..usize::from(self.count)]
    }

    fn set(&mut self, pending: &[u8]) {
        let count = pending.len().min(MOST_PENDING);
        self.pending[..count].copy_from_slice(&pending[..count]);
        self.count = count as u8;
    }

    /// Bytes that lead a new decoder to this place.
    pub(super) fn way(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if self.mode != 0 || self.is_after_escape {
            bytes.push(ESCAPE);
            bytes.extend(MODES[usize::from(self.mode)]);
            if !self.is_after_escape {
                bytes.extend_from_slice(if usize::from(self.mode) >= FIRST_WIDE { b"!!" } else { b"!" });
            }
        }
        bytes.extend_from_slice(self.pending());
        bytes
    }

    /// Goes one byte further.
    pub(super) fn step(&mut self, encoding: &'static Encoding, byte: u8) {
        if encoding == ISO_2022_JP {
            return self.step_by_escapes(byte);
        }
        let is_lead = |byte: u8| match encoding {
            _ if encoding == SHIFT_JIS => matches!(byte, 0x81..=0x9F | 0xE0..=0xFC),
            _ if encoding == EUC_JP => matches!(byte, 0x8E | 0x8F | 0xA1..=0xFE),
            _ => {
                (encoding == BIG5 || encoding == EUC_KR || encoding == GBK || encoding == GB18030)
                    && matches!(byte, 0x81..=0xFE)
            }
        };
        let has_four = encoding == GBK || encoding == GB18030;
        match (self.pending(), byte) {
            (&[], lead) if is_lead(lead) => self.set(&[lead]),
            (&[0x8F], 0xA1..=0xFE) if encoding == EUC_JP => self.set(&[0x8F, byte]),
            (&[first], b'0'..=b'9') if has_four => self.set(&[first, byte]),
            (&[first, second], 0x81..=0xFE) if has_four => self.set(&[first, second, byte]),
            _ => self.set(&[]),
        }
    }

    /// Goes one byte further in ISO-2022-JP, Encoding 12.2.1. Bytes that turn out not to be an escape are read again
    /// as text.
    fn step_by_escapes(&mut self, byte: u8) {
        let is_wide = usize::from(self.mode) >= FIRST_WIDE;
        match (self.pending(), byte) {
            (&[ESCAPE], b'$' | b'(') => self.set(&[ESCAPE, byte]),
            (&[ESCAPE], _) => {
                self.set(&[]);
                self.is_after_escape = false;
                self.step_by_escapes(byte);
            }
            (&[ESCAPE, first], _) => {
                self.set(&[]);
                match MODES.iter().position(|mode| *mode == [first, byte]) {
                    Some(mode) => (self.mode, self.is_after_escape) = (mode as u8, true),
                    None => {
                        self.is_after_escape = false;
                        self.step_by_escapes(first);
                        self.step_by_escapes(byte);
                    }
                }
            }
            (_, ESCAPE) => self.set(&[ESCAPE]),
            (&[], 0x21..=0x7E) if is_wide => {
                self.is_after_escape = false;
                self.set(&[byte]);
            }
            _ => {
                self.is_after_escape = false;
                self.set(&[]);
            }
        }
    }
}

/// Decoding in the middle of a call.
pub(super) struct Decoding {
    encoding: &'static Encoding,
    decoder: encoding_rs::Decoder,
    is_fatal: bool,
}

impl Decoding {
    /// Makes a decoder for what comes behind a place.
    pub(super) fn new(encoding: &'static Encoding, place: &Place, is_fatal: bool) -> Self {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let (result, ..) = decoder.decode_to_utf16(&place.way(), &mut [0; 16], false);
        debug_assert_eq!(result, CoderResult::InputEmpty);
        Decoding { encoding, decoder, is_fatal }
    }

    /// Decodes some bytes. False where they are malformed and that is fatal.
    pub(super) fn take(
        &mut self,
        vm: &mut Vm,
        place: &mut Place,
        mut bytes: &[u8],
        is_last: bool,
        text: &mut StringBuilder,
    ) -> Completion<bool> {
        bytes.iter().for_each(|&byte| place.step(self.encoding, byte));
        let mut units = [0; UNITS];
        loop {
            let (result, read, written) =
                self.decoder.decode_to_utf16_without_replacement(bytes, &mut units[..UNITS - 1], is_last);
            bytes = &bytes[read..];
            let mut count = written;
            if matches!(result, DecoderResult::Malformed(..)) {
                if self.is_fatal {
                    return Ok(false);
                }
                units[count] = char::REPLACEMENT_CHARACTER as u16;
                count += 1;
            }
            text.push_units(vm, &units[..count])?;
            if result == DecoderResult::InputEmpty {
                return Ok(true);
            }
        }
    }
}

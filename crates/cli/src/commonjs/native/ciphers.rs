//! AES in the modes ECB, CBC, CTR and GCM, for Node's `crypto`: by pieces, as they come. Blocks are enciphered by `aes`, the
//! sum of GCM is that of `ghash`.

use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use ferrotape::handles::Bytes;
use ferrotape::{Class, ClassBuilder, Context, Error, Function, Object};
use ghash::GHash;
use ghash::universal_hash::UniversalHash;

/// Bytes of a block.
const BLOCK: usize = 16;
/// Bytes that are worked on between two checks of the limits.
const PIECE: usize = 1 << 12;
/// Ticks for a block.
const TICKS_PER_BLOCK: u64 = 8;
/// Bytes of a key's schedule, at most, and a little more.
const SCHEDULE_BYTES: usize = 1024;

type Block = [u8; BLOCK];

/// A key with its schedule.
trait Key: Send + Sync {
    fn encrypt(&self, block: &mut Block);
    fn decrypt(&self, block: &mut Block);
}

impl<
    C: BlockCipherEncrypt<BlockSize = aes::cipher::consts::U16>
        + BlockCipherDecrypt<BlockSize = aes::cipher::consts::U16>
        + Send
        + Sync,
> Key for C
{
    fn encrypt(&self, block: &mut Block) {
        let mut changed = (*block).into();
        self.encrypt_block(&mut changed);
        *block = changed.into();
    }

    fn decrypt(&self, block: &mut Block) {
        let mut changed = (*block).into();
        self.decrypt_block(&mut changed);
        *block = changed.into();
    }
}

/// Takes a key of 16, 24 or 32 bytes.
fn key_of(bytes: &[u8]) -> Option<Box<dyn Key>> {
    Some(match bytes.len() {
        16 => Box::new(Aes128::new_from_slice(bytes).ok()?),
        24 => Box::new(Aes192::new_from_slice(bytes).ok()?),
        _ => Box::new(Aes256::new_from_slice(bytes).ok()?),
    })
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Mode {
    Ecb,
    Cbc,
    Ctr,
    Gcm,
}

/// Bytes that are a key for what they are combined with, by a counter: SP 800-38A 6.5.
struct KeyStream {
    counter: u128,
    /// Bits of the counter that count.
    mask: u128,
    current: Block,
    used: usize,
}

impl KeyStream {
    fn new(start: Block, bits: u32) -> Self {
        let mask = u128::MAX >> (128 - bits);
        KeyStream { counter: u128::from_be_bytes(start), mask, current: [0; BLOCK], used: BLOCK }
    }

    fn count(&mut self) {
        self.counter = self.counter & !self.mask | self.counter.wrapping_add(1) & self.mask;
    }

    /// Exclusive or of the bytes with the enciphered counter: the same work enciphers and deciphers. Unused bytes of
    /// a block serve the next call.
    fn combine(&mut self, key: &dyn Key, bytes: &mut [u8]) {
        for byte in bytes {
            if self.used == BLOCK {
                self.current = self.counter.to_be_bytes();
                key.encrypt(&mut self.current);
                self.count();
                self.used = 0;
            }
            *byte ^= self.current[self.used];
            self.used += 1;
        }
    }
}

/// The sum of GCM, SP 800-38D 6.4, over bytes that come by pieces.
struct Sum {
    sum: GHash,
    waiting: Vec<u8>,
    /// Bytes that are only summed up, and bytes that are enciphered.
    counts: [u64; 2],
    /// Enciphered first counter block.
    mask: Block,
}

impl Sum {
    fn add(&mut self, bytes: &[u8], kind: usize) {
        self.counts[kind] += bytes.len() as u64;
        self.waiting.extend_from_slice(bytes);
        let whole = self.waiting.len() / BLOCK * BLOCK;
        self.sum.update_padded(&self.waiting[..whole]);
        self.waiting.drain(..whole);
    }

    /// Ends what is only summed up, or what is enciphered.
    fn end_part(&mut self) {
        self.sum.update_padded(&self.waiting);
        self.waiting.clear();
    }

    fn tag(&mut self) -> Block {
        self.end_part();
        let mut sum = self.sum.clone();
        sum.update(&[lengths(self.counts).into()]);
        let mut tag: Block = sum.finalize().into();
        tag.iter_mut().zip(self.mask).for_each(|(byte, mask)| *byte ^= mask);
        tag
    }
}

fn lengths(counts: [u64; 2]) -> Block {
    (u128::from(counts[0]) << 67 | u128::from(counts[1]) << 3).to_be_bytes()
}

/// Makes the first counter block of GCM, SP 800-38D 7.1.
fn first_counter(sum: &GHash, vector: &[u8]) -> Block {
    if vector.len() == 12 {
        let mut start = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
        start[..12].copy_from_slice(vector);
        return start;
    }
    let mut sum = sum.clone();
    sum.update_padded(vector);
    sum.update(&[lengths([0, vector.len() as u64]).into()]);
    sum.finalize().into()
}

/// The class that `Cipheriv` and `Decipheriv` work with.
struct Cipher {
    key: Box<dyn Key>,
    mode: Mode,
    encrypts: bool,
    pads: bool,
    /// Last enciphered block, for CBC.
    chain: Block,
    stream: KeyStream,
    /// Bytes of a block that is not whole, or may be the last one.
    waiting: Vec<u8>,
    sum: Option<Sum>,
    problem: &'static str,
}

impl Cipher {
    /// Begins. A vector is as long as its mode asks, and empty for ECB.
    fn new(mode: &str, key: &[u8], vector: &[u8], encrypts: bool) -> Result<Cipher, Error> {
        let wrong = || Error::new("Invalid key length or initialization vector");
        let mode = match mode {
            "ecb" => Mode::Ecb,
            "cbc" => Mode::Cbc,
            "ctr" => Mode::Ctr,
            _ => Mode::Gcm,
        };
        let key = key_of(key).ok_or_else(wrong)?;
        let mut cipher = Cipher {
            key,
            mode,
            encrypts,
            pads: true,
            chain: [0; BLOCK],
            stream: KeyStream::new([0; BLOCK], 128),
            waiting: Vec::new(),
            sum: None,
            problem: "",
        };
        match mode {
            Mode::Ecb => {}
            Mode::Cbc => cipher.chain = vector.try_into().map_err(|_| wrong())?,
            Mode::Ctr => cipher.stream = KeyStream::new(vector.try_into().map_err(|_| wrong())?, 128),
            Mode::Gcm => cipher.begin_sum(vector),
        }
        Ok(cipher)
    }

    fn begin_sum(&mut self, vector: &[u8]) {
        let mut of_zero = [0; BLOCK];
        self.key.encrypt(&mut of_zero);
        let sum = GHash::new(&of_zero.into());
        let mut mask = first_counter(&sum, vector);
        self.stream = KeyStream::new(mask, 32);
        self.stream.count();
        self.key.encrypt(&mut mask);
        self.sum = Some(Sum { sum, waiting: Vec::new(), counts: [0; 2], mask });
    }

    /// Enciphers or deciphers a part, and charges the limits by pieces. ECB and CBC hold back what is no whole block.
    fn update(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Result<Bytes, Error> {
        let mut out = Vec::with_capacity(bytes.len() + BLOCK);
        for piece in bytes.chunks(PIECE) {
            cx.tick(1 + (piece.len() / BLOCK) as u64 * TICKS_PER_BLOCK)?;
            match self.mode {
                Mode::Ecb | Mode::Cbc => self.whole_blocks(piece, &mut out),
                Mode::Ctr | Mode::Gcm => self.combine(piece, &mut out),
            }
        }
        Ok(Bytes(out))
    }

    /// Works on a part in CTR or GCM. GCM ends the bytes that are only authenticated here, and sums up the enciphered
    /// ones.
    fn combine(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(piece);
        self.stream.combine(&*self.key, &mut out[start..]);
        if let Some(sum) = &mut self.sum {
            if sum.counts[1] == 0 {
                sum.end_part();
            }
            sum.add(if self.encrypts { &out[start..] } else { piece }, 1);
        }
    }

    fn whole_blocks(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        self.waiting.extend_from_slice(piece);
        // The last block tells how long it is.
        let kept = usize::from(self.pads && !self.encrypts && !self.waiting.is_empty());
        let whole = (self.waiting.len() - kept) / BLOCK * BLOCK;
        let rest = self.waiting.split_off(whole);
        for block in std::mem::replace(&mut self.waiting, rest).chunks_exact(BLOCK) {
            out.extend(self.block(block));
        }
    }

    /// Enciphers or deciphers a block of ECB or CBC.
    fn block(&mut self, bytes: &[u8]) -> Block {
        let mut block = [0; BLOCK];
        block.copy_from_slice(bytes);
        let given = block;
        let chain = if self.mode == Mode::Cbc { self.chain } else { [0; BLOCK] };
        let combine = |block: &mut Block| block.iter_mut().zip(chain).for_each(|(byte, other)| *byte ^= other);
        if self.encrypts {
            combine(&mut block);
            self.key.encrypt(&mut block);
            self.chain = block;
        } else {
            self.key.decrypt(&mut block);
            combine(&mut block);
            self.chain = given;
        }
        block
    }

    /// Gives the last bytes. [`Cipher::problem`] says what is wrong with them.
    fn finish(&mut self) -> Bytes {
        self.problem = "";
        if matches!(self.mode, Mode::Ctr | Mode::Gcm) {
            return Bytes(Vec::new());
        }
        let mut last = std::mem::take(&mut self.waiting);
        if self.pads && self.encrypts {
            let missing = BLOCK - last.len();
            last.resize(BLOCK, missing as u8);
            return Bytes(self.block(&last).to_vec());
        }
        if last.len() != if self.pads { BLOCK } else { 0 } {
            self.problem = "wrong final block length";
            return Bytes(Vec::new());
        }
        if !self.pads {
            return Bytes(last);
        }
        let block = self.block(&last);
        let padding = usize::from(block[BLOCK - 1]);
        if padding == 0 || padding > BLOCK || block[BLOCK - padding..].iter().any(|&byte| usize::from(byte) != padding)
        {
            self.problem = "bad decrypt";
            return Bytes(Vec::new());
        }
        Bytes(block[..BLOCK - padding].to_vec())
    }

    /// Sums up bytes that are not enciphered.
    fn add(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Result<(), Error> {
        let Some(sum) = &mut self.sum else { return Ok(()) };
        for piece in bytes.chunks(PIECE) {
            cx.tick(1 + (piece.len() / BLOCK) as u64 * TICKS_PER_BLOCK)?;
            sum.add(piece, 0);
        }
        Ok(())
    }

    fn tag(&mut self) -> Bytes {
        Bytes(self.sum.as_mut().map(|sum| sum.tag().to_vec()).unwrap_or_default())
    }
}

impl Class for Cipher {
    const NAME: &'static str = "Cipher";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|mode: String, key: Bytes, vector: Bytes, encrypts: bool| {
            Cipher::new(&mode, &key.0, &vector.0, encrypts)
        })?;
        class.method_mut("update", |cipher: &mut Cipher, cx: &mut Context<'_>, bytes: Bytes| {
            cipher.update(cx, &bytes.0)
        })?;
        class.method_mut("add", |cipher: &mut Cipher, cx: &mut Context<'_>, bytes: Bytes| cipher.add(cx, &bytes.0))?;
        class.method_mut("finish", |cipher: &mut Cipher| cipher.finish())?;
        class.method_mut("tag", |cipher: &mut Cipher| cipher.tag())?;
        class.method_mut("pad", |cipher: &mut Cipher, pads: bool| cipher.pads = pads)?;
        class.getter("problem", |cipher: &Cipher| cipher.problem.to_owned())
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + SCHEDULE_BYTES
    }
}

/// Adds `Cipher`.
pub fn add_to(cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
    let cipher = Function::of_class::<Cipher>(cx)?;
    native.set(cx, "Cipher", cipher)
}

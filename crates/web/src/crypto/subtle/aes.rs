//! The modes of AES: CBC, CTR, GCM and key wrap (Web Cryptography 27 to 30), over one block at a time.

use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;
use ghash::GHash;
use ghash::universal_hash::UniversalHash;

use super::hash::is_same;

/// Bytes of a block.
const BLOCK: usize = 16;

/// Bytes that are worked on between two ticks.
const PIECE: usize = 1 << 12;

/// Ticks for a block: without instructions of the processor it takes some hundred nanoseconds.
const TICKS_PER_BLOCK: u64 = 8;

/// The first value of RFC 3394.
const WRAP_START: [u8; 8] = [0xA6; 8];

type Block = [u8; BLOCK];

/// A key with its schedule.
enum Cipher {
    Aes128(Box<Aes128>),
    Aes192(Box<Aes192>),
    Aes256(Box<Aes256>),
}

impl Cipher {
    /// Takes a key of 16, 24 or 32 bytes.
    fn new(key: &[u8]) -> Option<Self> {
        match key.len() {
            16 => Aes128::new_from_slice(key).ok().map(|cipher| Cipher::Aes128(Box::new(cipher))),
            24 => Aes192::new_from_slice(key).ok().map(|cipher| Cipher::Aes192(Box::new(cipher))),
            _ => Aes256::new_from_slice(key).ok().map(|cipher| Cipher::Aes256(Box::new(cipher))),
        }
    }

    fn encrypt(&self, block: &mut Block) {
        let mut changed = (*block).into();
        match self {
            Cipher::Aes128(cipher) => cipher.encrypt_block(&mut changed),
            Cipher::Aes192(cipher) => cipher.encrypt_block(&mut changed),
            Cipher::Aes256(cipher) => cipher.encrypt_block(&mut changed),
        }
        *block = changed.into();
    }

    fn decrypt(&self, block: &mut Block) {
        let mut changed = (*block).into();
        match self {
            Cipher::Aes128(cipher) => cipher.decrypt_block(&mut changed),
            Cipher::Aes192(cipher) => cipher.decrypt_block(&mut changed),
            Cipher::Aes256(cipher) => cipher.decrypt_block(&mut changed),
        }
        *block = changed.into();
    }

    /// Encrypts or decrypts by a key stream: the counter is this many of the last bits of the block.
    fn stream(&self, vm: &mut Vm, bytes: &mut [u8], counter: Block, bits: u32) -> Completion<()> {
        let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
        let mut counter = u128::from_be_bytes(counter);
        for piece in bytes.chunks_mut(PIECE) {
            vm.work(work_of(piece.len()))?;
            for chunk in piece.chunks_mut(BLOCK) {
                let mut key = counter.to_be_bytes();
                self.encrypt(&mut key);
                chunk.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
                counter = counter & !mask | counter.wrapping_add(1) & mask;
            }
        }
        Ok(())
    }
}

fn work_of(bytes: usize) -> u64 {
    (bytes as u64 / BLOCK as u64 + 1) * TICKS_PER_BLOCK
}

/// Copies bytes, in room that is lent, with this many behind them.
fn copy_of(vm: &mut Vm, bytes: &[u8], further: usize) -> Completion<Vec<u8>> {
    let mut copy = Vec::new();
    vm.heap.lend_room(&mut copy, bytes.len() + further)?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

fn block_of(bytes: &[u8]) -> Option<Block> {
    bytes.try_into().ok()
}

/// AES-CBC with the padding of PKCS #7. None where the key or the start have another length.
pub(super) fn cbc_encrypt(vm: &mut Vm, key: &[u8], iv: &[u8], bytes: &[u8]) -> Completion<Option<Vec<u8>>> {
    let (Some(cipher), Some(mut last)) = (Cipher::new(key), block_of(iv)) else { return Ok(None) };
    let padding = BLOCK - bytes.len() % BLOCK;
    let mut bytes = copy_of(vm, bytes, padding)?;
    bytes.resize(bytes.len() + padding, padding as u8);
    for piece in bytes.chunks_mut(PIECE) {
        vm.work(work_of(piece.len()))?;
        for chunk in piece.chunks_mut(BLOCK) {
            last.iter_mut().zip(&*chunk).for_each(|(last, byte)| *last ^= byte);
            cipher.encrypt(&mut last);
            chunk.copy_from_slice(&last);
        }
    }
    Ok(Some(bytes))
}

/// None where the bytes are not what [`cbc_encrypt`] makes.
pub(super) fn cbc_decrypt(vm: &mut Vm, key: &[u8], iv: &[u8], bytes: &[u8]) -> Completion<Option<Vec<u8>>> {
    let (Some(cipher), Some(mut last)) = (Cipher::new(key), block_of(iv)) else { return Ok(None) };
    if bytes.is_empty() || !bytes.len().is_multiple_of(BLOCK) {
        return Ok(None);
    }
    let mut bytes = copy_of(vm, bytes, 0)?;
    for piece in bytes.chunks_mut(PIECE) {
        vm.work(work_of(piece.len()))?;
        for chunk in piece.chunks_mut(BLOCK) {
            let Some(source) = block_of(chunk) else { return Ok(None) };
            let mut block = source;
            cipher.decrypt(&mut block);
            chunk.iter_mut().zip(block.iter().zip(last)).for_each(|(byte, (block, last))| *byte = block ^ last);
            last = source;
        }
    }
    let padding = bytes.last().copied().unwrap_or(0);
    let rest = bytes.len().checked_sub(usize::from(padding)).filter(|_| (1..=BLOCK as u8).contains(&padding));
    match rest {
        Some(rest) if bytes[rest..].iter().all(|&byte| byte == padding) => {
            bytes.truncate(rest);
            Ok(Some(bytes))
        }
        _ => Ok(None),
    }
}

/// AES-CTR. None where the counter is no block, or would begin again.
pub(super) fn ctr(vm: &mut Vm, key: &[u8], counter: &[u8], bits: u32, bytes: &[u8]) -> Completion<Option<Vec<u8>>> {
    let (Some(cipher), Some(counter)) = (Cipher::new(key), block_of(counter)) else { return Ok(None) };
    let blocks = bytes.len().div_ceil(BLOCK) as u128;
    if bits < 128 && blocks > 1 << bits {
        return Ok(None);
    }
    let mut bytes = copy_of(vm, bytes, 0)?;
    cipher.stream(vm, &mut bytes, counter, bits)?;
    Ok(Some(bytes))
}

/// GCM with a key and a start: NIST SP 800-38D, which wants one bit of a start at least.
struct Gcm {
    cipher: Cipher,
    sum: GHash,
    start: Block,
}

impl Gcm {
    /// Makes the hash key and the first counter block, SP 800-38D 7.1. None for a key of no such length, or an empty
    /// `iv`.
    fn new(vm: &mut Vm, key: &[u8], iv: &[u8]) -> Completion<Option<Self>> {
        let Some(cipher) = Cipher::new(key).filter(|_| !iv.is_empty()) else { return Ok(None) };
        let mut of_zero = [0; BLOCK];
        cipher.encrypt(&mut of_zero);
        let sum = GHash::new(&of_zero.into());
        let start = if iv.len() == 12 {
            let mut start = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
            start[..12].copy_from_slice(iv);
            start
        } else {
            let mut sum = sum.clone();
            add(vm, &mut sum, iv)?;
            sum.update(&[lengths(0, iv.len()).into()]);
            sum.finalize().into()
        };
        Ok(Some(Gcm { cipher, sum, start }))
    }

    fn tag(mut self, vm: &mut Vm, further: &[u8], encrypted: &[u8]) -> Completion<Block> {
        add(vm, &mut self.sum, further)?;
        add(vm, &mut self.sum, encrypted)?;
        self.sum.update(&[lengths(further.len(), encrypted.len()).into()]);
        let mut tag: Block = self.sum.finalize().into();
        let mut mask = self.start;
        self.cipher.encrypt(&mut mask);
        tag.iter_mut().zip(mask).for_each(|(tag, mask)| *tag ^= mask);
        Ok(tag)
    }

    fn stream(&self, vm: &mut Vm, bytes: &mut [u8]) -> Completion<()> {
        let first = u128::from_be_bytes(self.start);
        let mask = u128::from(u32::MAX);
        let second = first & !mask | first.wrapping_add(1) & mask;
        self.cipher.stream(vm, bytes, second.to_be_bytes(), 32)
    }
}

/// Adds bytes to a sum, with zeros up to a whole block.
fn add(vm: &mut Vm, sum: &mut GHash, bytes: &[u8]) -> Completion<()> {
    for piece in bytes.chunks(PIECE) {
        vm.work(work_of(piece.len()))?;
        sum.update_padded(piece);
    }
    Ok(())
}

fn lengths(further: usize, bytes: usize) -> Block {
    let bits = |length: usize| (length as u128) * 8;
    (bits(further) << 64 | bits(bytes)).to_be_bytes()
}

/// AES-GCM: the encrypted bytes and this many bytes of the tag.
pub(super) fn gcm_encrypt(
    vm: &mut Vm,
    key: &[u8],
    [iv, further, bytes]: [&[u8]; 3],
    tag_length: usize,
) -> Completion<Option<Vec<u8>>> {
    let Some(gcm) = Gcm::new(vm, key, iv)? else { return Ok(None) };
    let mut encrypted = copy_of(vm, bytes, BLOCK)?;
    gcm.stream(vm, &mut encrypted)?;
    let tag = gcm.tag(vm, further, &encrypted)?;
    encrypted.extend_from_slice(&tag[..tag_length.min(BLOCK)]);
    Ok(Some(encrypted))
}

/// None where the tag is another one.
pub(super) fn gcm_decrypt(
    vm: &mut Vm,
    key: &[u8],
    [iv, further, bytes]: [&[u8]; 3],
    tag_length: usize,
) -> Completion<Option<Vec<u8>>> {
    let Some(end) = bytes.len().checked_sub(tag_length) else { return Ok(None) };
    let (encrypted, tag) = bytes.split_at(end);
    let (Some(gcm), Some(again)) = (Gcm::new(vm, key, iv)?, Gcm::new(vm, key, iv)?) else { return Ok(None) };
    let expected = gcm.tag(vm, further, encrypted)?;
    if !is_same(&expected[..tag_length.min(BLOCK)], tag) {
        return Ok(None);
    }
    let mut decrypted = copy_of(vm, encrypted, 0)?;
    again.stream(vm, &mut decrypted)?;
    Ok(Some(decrypted))
}

/// AES-KW, RFC 3394 2.2.1. None unless the bytes are two halves of blocks or more.
pub(super) fn wrap(vm: &mut Vm, key: &[u8], bytes: &[u8]) -> Completion<Option<Vec<u8>>> {
    let Some(cipher) = Cipher::new(key).filter(|_| bytes.len() >= 16 && bytes.len().is_multiple_of(8)) else {
        return Ok(None);
    };
    let mut wrapped = copy_of(vm, &WRAP_START, bytes.len())?;
    wrapped.extend_from_slice(bytes);
    let mut number: u64 = 0;
    for _ in 0..6 {
        for at in (8..wrapped.len()).step_by(8) {
            vm.work(TICKS_PER_BLOCK)?;
            number += 1;
            let mut block = [0; BLOCK];
            block[..8].copy_from_slice(&wrapped[..8]);
            block[8..].copy_from_slice(&wrapped[at..at + 8]);
            cipher.encrypt(&mut block);
            block[..8].iter_mut().zip(number.to_be_bytes()).for_each(|(byte, number)| *byte ^= number);
            wrapped[..8].copy_from_slice(&block[..8]);
            wrapped[at..at + 8].copy_from_slice(&block[8..]);
        }
    }
    Ok(Some(wrapped))
}

/// AES-KW, RFC 3394 2.2.2. None where the bytes are not what [`wrap`] makes by this key.
pub(super) fn unwrap(vm: &mut Vm, key: &[u8], bytes: &[u8]) -> Completion<Option<Vec<u8>>> {
    let Some(cipher) = Cipher::new(key).filter(|_| bytes.len() >= 24 && bytes.len().is_multiple_of(8)) else {
        return Ok(None);
    };
    let mut bytes = copy_of(vm, bytes, 0)?;
    let mut number = 6 * (bytes.len() as u64 / 8 - 1);
    for _ in 0..6 {
        for at in (8..bytes.len()).step_by(8).rev() {
            vm.work(TICKS_PER_BLOCK)?;
            let mut block = [0; BLOCK];
            block[..8].copy_from_slice(&bytes[..8]);
            block[..8].iter_mut().zip(number.to_be_bytes()).for_each(|(byte, number)| *byte ^= number);
            block[8..].copy_from_slice(&bytes[at..at + 8]);
            cipher.decrypt(&mut block);
            bytes[..8].copy_from_slice(&block[..8]);
            bytes[at..at + 8].copy_from_slice(&block[8..]);
            number -= 1;
        }
    }
    if !is_same(&bytes[..8], &WRAP_START) {
        return Ok(None);
    }
    bytes.drain(..8);
    Ok(Some(bytes))
}

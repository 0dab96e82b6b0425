//! Hashes, HMAC and secret bytes, for Node's `crypto`.

use std::sync::{Arc, Mutex};

use ferrotape::handles::Bytes;
use ferrotape::{Context, Error, Object};
use md5::Md5;
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256};

use super::add;
use crate::commonjs::locked;

/// Bytes that are hashed between two checks of the limits.
const PIECE: usize = 64 << 10;
/// Bytes for a tick.
const BYTES_PER_TICK: usize = 16;

/// Limit on the secret bytes of one call; larger buffers are filled by several.
const MOST_SECRET: usize = 64 << 10;

/// A hash that has begun.
trait Running: Send {
    fn add(&mut self, bytes: &[u8]);
    /// Returns the hash of everything so far.
    fn value(&self) -> Vec<u8>;
    fn copy(&self) -> Box<dyn Running>;
}

impl<D: Digest + Clone + Send + 'static> Running for D {
    fn add(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn value(&self) -> Vec<u8> {
        self.clone().finalize().to_vec()
    }

    fn copy(&self) -> Box<dyn Running> {
        Box::new(self.clone())
    }
}

/// Begins a hash. Gives the bytes of its blocks too.
fn begun(name: &str) -> Option<(Box<dyn Running>, usize)> {
    Some(match name {
        "md5" => (Box::new(Md5::new()), 64),
        "sha1" => (Box::new(Sha1::new()), 64),
        "sha224" => (Box::new(Sha224::new()), 64),
        "sha256" => (Box::new(Sha256::new()), 64),
        "sha384" => (Box::new(Sha384::new()), 128),
        "sha512" => (Box::new(Sha512::new()), 128),
        "sha512-224" => (Box::new(Sha512_224::new()), 128),
        "sha512-256" => (Box::new(Sha512_256::new()), 128),
        _ => return None,
    })
}

/// A hash with the outer one of HMAC, RFC 2104, if there is a key.
struct Work {
    inner: Box<dyn Running>,
    outer: Option<Box<dyn Running>>,
}

impl Work {
    /// Begins a hash; with a key, an HMAC, for which a key longer than a block is hashed first. None for an unknown
    /// name.
    fn new(cx: &mut Context<'_>, name: &str, key: Option<&[u8]>) -> Result<Option<Work>, Error> {
        let Some((mut inner, block)) = begun(name) else { return Ok(None) };
        let Some(key) = key else { return Ok(Some(Work { inner, outer: None })) };
        let mut padded = key.to_vec();
        if key.len() > block {
            let Some((mut short, _)) = begun(name) else { return Ok(None) };
            hash(cx, &mut *short, key)?;
            padded = short.value();
        }
        padded.resize(block, 0);
        let Some((mut outer, _)) = begun(name) else { return Ok(None) };
        inner.add(&padded.iter().map(|byte| byte ^ 0x36).collect::<Vec<u8>>());
        outer.add(&padded.iter().map(|byte| byte ^ 0x5C).collect::<Vec<u8>>());
        Ok(Some(Work { inner, outer: Some(outer) }))
    }

    fn copy(&self) -> Work {
        Work { inner: self.inner.copy(), outer: self.outer.as_ref().map(|outer| outer.copy()) }
    }

    fn value(&self) -> Vec<u8> {
        let value = self.inner.value();
        let Some(outer) = &self.outer else { return value };
        let mut outer = outer.copy();
        outer.add(&value);
        outer.value()
    }
}

fn hash(cx: &mut Context<'_>, running: &mut dyn Running, bytes: &[u8]) -> Result<(), Error> {
    for piece in bytes.chunks(PIECE) {
        cx.tick((piece.len() / BYTES_PER_TICK) as u64 + 1)?;
        running.add(piece);
    }
    Ok(())
}

/// Adds `hash` and `random`.
pub fn add_to(cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
    add(cx, native, "hash", |cx: &mut Context<'_>, name: String, key: Option<Bytes>| {
        let work = Work::new(cx, &name, key.as_ref().map(|key| &*key.0))?;
        work.map(|work| object_of(cx, work)).transpose()
    })?;
    add(cx, native, "random", |cx: &mut Context<'_>, count: usize| {
        let mut bytes = vec![0; count.min(MOST_SECRET)];
        // A program that is repeated gets the same ones again.
        cx.fill_random(&mut bytes)?;
        Ok::<Bytes, Error>(Bytes(bytes))
    })
}

/// Makes the object of a hash: `update`, `value`, `copy`.
fn object_of(cx: &mut Context<'_>, work: Work) -> Result<Object, Error> {
    let object = Object::new(cx)?;
    let work = Arc::new(Mutex::new(work));
    let own = Arc::clone(&work);
    add(cx, &object, "update", move |cx: &mut Context<'_>, bytes: Bytes| hash(cx, &mut *locked(&own).inner, &bytes.0))?;
    let own = Arc::clone(&work);
    add(cx, &object, "value", move || Bytes(locked(&own).value()))?;
    add(cx, &object, "copy", move |cx: &mut Context<'_>| {
        let copy = locked(&work).copy();
        object_of(cx, copy)
    })?;
    Ok(object)
}

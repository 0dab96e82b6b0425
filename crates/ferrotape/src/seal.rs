//! Tokens: bytes that go through other hands, encrypted and authenticated by a key of the host. Needs the feature `seal`.
//!
//! ```text
//! token   "FTS1", id of the key (4), expiry in seconds since 1970 (8), nonce (24);
//!         then by XChaCha20-Poly1305: the bytes, tag (16)
//! bound   what stands before the nonce; the name; goal, name and text of the program, if there is one; its code, if it has no
//!         text
//! ```
//!
//! Bytes of a snapshot are verified when they are read, so they cannot harm the host. But anyone can read them, and
//! write others. Reading or writing a token needs the key.

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};

use crate::{Error, Program, SavedProblem};

const MAGIC: &[u8; 4] = b"FTS1";

/// Bytes before the nonce.
const HEAD: usize = MAGIC.len() + 4 + 8;

const NONCE: usize = 24;

/// Expiry of a token that is good for ever.
const NEVER: u64 = u64::MAX;

/// A secret of 32 random bytes, with a number by which tokens refer to it.
///
/// ```
/// use ferrotape::seal::Key;
///
/// let key = Key::new(1, [7; 32]);
/// assert_eq!(format!("{key:?}"), "Key { id: 1, .. }");
/// ```
#[derive(Clone)]
pub struct Key {
    id: u32,
    secret: [u8; 32],
}

impl Key {
    /// Makes a key from secret bytes: see [`Key`].
    pub fn new(id: u32, secret: [u8; 32]) -> Key {
        Key { id, secret }
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Key").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A record of used tokens: a table of the host that all of its processes share.
///
/// ```
/// use std::collections::HashSet;
/// use std::time::SystemTime;
/// use ferrotape::seal::{Key, Once, Seal};
/// use ferrotape::Error;
///
/// struct Used(HashSet<[u8; 24]>);
///
/// impl Once for Used {
///     fn is_first_use(&mut self, token: &[u8; 24], _: Option<SystemTime>) -> Result<bool, Error> {
///         Ok(self.0.insert(*token))
///     }
/// }
///
/// let keys = [Key::new(1, [7; 32])];
/// let seal = Seal::new(&keys).name("order 12");
/// let token = seal.seal(b"state")?;
/// let mut used = Used(HashSet::new());
/// assert_eq!(seal.open_once(&token, SystemTime::now(), &mut used)?, b"state");
/// assert!(seal.open_once(&token, SystemTime::now(), &mut used).is_err());
/// # Ok::<(), Error>(())
/// ```
pub trait Once {
    /// Notes the use of a token, and returns whether it is the first. Two processes that ask at once must not both hear `true`. A
    /// note may be forgotten once the token has expired.
    ///
    /// A process that ends after the note has used the token up for nothing. Where that must not be, note it in the transaction
    /// of a database that also writes what becomes of the token.
    ///
    /// # Errors
    ///
    /// An error means that it is unknown whether this is the first use. [`Seal::open_once`] then fails with it.
    fn is_first_use(&mut self, token: &[u8; 24], expires: Option<SystemTime>) -> Result<bool, Error>;
}

/// Rules for sealing bytes, and for the tokens that may be opened.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use ferrotape::seal::{Key, Seal};
/// use ferrotape::{Call, Engine, Limits, Program, Progress};
///
/// let ready = || {
///     let mut engine = Engine::untrusted();
///     engine.define_call("approve", Call::blocking())?;
///     Ok::<Engine, ferrotape::Error>(engine)
/// };
/// let program = Program::compile("job.js", "approve('delete?') ? 'deleted' : 'kept'")?;
/// let mut engine = ready()?;
/// let mut run = engine.start(&program)?;
/// assert_eq!(run.advance(&Limits::new())?, Progress::Waiting);
///
/// // The first key seals; older ones still open.
/// let keys = [Key::new(2, [9; 32]), Key::new(1, [7; 32])];
/// let now = SystemTime::now();
/// let seal = Seal::new(&keys).name("order 12").program(&program).expires(now + Duration::from_secs(3600));
/// let token = seal.seal(&run.save()?)?;
///
/// let mut run = Engine::restore_run(ready()?, &seal.open(&token, now)?)?;
/// run.answer(0, true)?;
/// assert_eq!(run.advance(&Limits::new())?, Progress::Done("deleted".into()));
/// assert!(Seal::new(&keys).name("order 13").program(&program).open(&token, now).is_err());
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Seal<'a> {
    keys: &'a [Key],
    name: &'a str,
    program: Option<&'a Program>,
    expires: Option<SystemTime>,
}

impl<'a> Seal<'a> {
    /// Creates rules with which the first key seals, and all keys open: see [`Seal`].
    pub fn new(keys: &'a [Key]) -> Seal<'a> {
        Seal { keys, name: "", program: None, expires: None }
    }

    /// Binds tokens to a name, for example of a tenant, a task or an audience. A seal with another name does not open them.
    /// See [`Seal`].
    pub fn name(mut self, name: &'a str) -> Seal<'a> {
        self.name = name;
        self
    }

    /// Binds tokens to the goal, name and text of a program, or to its code if it has no text: a changed program does
    /// not open old tokens. See [`Seal`].
    pub fn program(mut self, program: &'a Program) -> Seal<'a> {
        self.program = Some(program);
        self
    }

    /// Sets the expiry time of tokens that are sealed from now on, to the second. See [`Seal`].
    pub fn expires(mut self, at: SystemTime) -> Seal<'a> {
        self.expires = Some(at);
        self
    }

    /// Encrypts bytes: those of [`Run::save`](crate::Run), of [`Engine::snapshot`](crate::Engine), or any others.
    /// See [`Seal`].
    ///
    /// # Errors
    ///
    /// Fails if there is no key, the system gives no random bytes, or there are more bytes than can be sealed
    /// ([`ErrorKind::Usage`](crate::ErrorKind::Usage)).
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn seal(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|error| Error::of_usage(format!("no random bytes: {error}")))?;
        self.seal_with(bytes, nonce)
    }

    /// Encrypts bytes with random bytes from the host, for systems that provide none. They are the token's nonce and
    /// identity, and must never repeat: otherwise the contents of tokens can be read.
    ///
    /// ```
    /// use ferrotape::seal::{Key, Seal};
    ///
    /// let keys = [Key::new(1, [7; 32])];
    /// let token = Seal::new(&keys).seal_with(b"state", [3; 24])?;
    /// assert_eq!(token.len(), 4 + 4 + 8 + 24 + 5 + 16);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if there is no key, or there are more bytes than can be sealed
    /// ([`ErrorKind::Usage`](crate::ErrorKind::Usage)).
    pub fn seal_with(&self, bytes: &[u8], random: [u8; 24]) -> Result<Vec<u8>, Error> {
        let Some(key) = self.keys.first() else { return Err(Error::of_usage("there is no key".to_owned())) };
        let expires = match self.expires {
            Some(at) => at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs().min(NEVER - 1),
            None => NEVER,
        };
        let mut token = MAGIC.to_vec();
        token.extend(key.id.to_le_bytes());
        token.extend(expires.to_le_bytes());
        let aad = self.bound(&token);
        let sealed = cipher(key).encrypt(&XNonce::from(random), Payload { msg: bytes, aad: &aad });
        token.extend(random);
        token.extend(sealed.map_err(|_| Error::of_usage("more than can be sealed".to_owned()))?);
        Ok(token)
    }

    /// Decrypts a token. See [`Seal`].
    ///
    /// # Errors
    ///
    /// Fails if the token was changed, or sealed with another key, for another name or program, or is too old
    /// ([`SavedProblem::NotSaved`]). The message tells only the last one from the others.
    pub fn open(&self, token: &[u8], now: SystemTime) -> Result<Vec<u8>, Error> {
        self.opened(token, now).map(|opened| opened.bytes)
    }

    /// Decrypts a token as [`Seal::open`] does, unless it was opened before. See [`Once`].
    ///
    /// # Errors
    ///
    /// Fails as [`Seal::open`] does, if the token was used before ([`SavedProblem::NotSaved`]), or with the error of
    /// [`Once`].
    pub fn open_once(&self, token: &[u8], now: SystemTime, used: &mut impl Once) -> Result<Vec<u8>, Error> {
        let Opened { bytes, nonce, expires } = self.opened(token, now)?;
        match used.is_first_use(&nonce, expires)? {
            true => Ok(bytes),
            false => Err(refused("the token was used before")),
        }
    }

    /// Decrypts by any key of the token's number. All failures but expiry have one message, so none tells how far a
    /// forgery came.
    fn opened(&self, token: &[u8], now: SystemTime) -> Result<Opened, Error> {
        let unknown = || refused("no token for this name and program by one of these keys");
        let (head, rest) = token.split_first_chunk::<HEAD>().ok_or_else(unknown)?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE>().ok_or_else(unknown)?;
        let (id, seconds) = head_of(head).ok_or_else(unknown)?;
        let aad = self.bound(head);
        // Keys may share a number by mistake.
        let mut keys = self.keys.iter().filter(|key| key.id == id);
        let open = |key: &Key| cipher(key).decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: &aad }).ok();
        let bytes = keys.find_map(open).ok_or_else(unknown)?;
        // The time is only to be trusted once the token is.
        let expires = match seconds {
            NEVER => None,
            seconds => SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)),
        };
        match expires {
            Some(at) if now >= at => Err(refused("the token has expired")),
            expires => Ok(Opened { bytes, nonce: *nonce, expires }),
        }
    }

    /// Returns the data that a token is bound to besides its bytes. Each part has its length: no two lists of parts are equal.
    fn bound(&self, head: &[u8]) -> Vec<u8> {
        let mut bound = head.to_vec();
        let program = self.program.map(Program::identity);
        for part in [Cow::Borrowed(self.name.as_bytes())].into_iter().chain(program.into_iter().flatten()) {
            bound.extend((part.len() as u64).to_le_bytes());
            bound.extend(&*part);
        }
        bound
    }
}

/// The contents of a token.
struct Opened {
    bytes: Vec<u8>,
    nonce: [u8; NONCE],
    expires: Option<SystemTime>,
}

/// The key's number and the expiry.
fn head_of(head: &[u8; HEAD]) -> Option<(u32, u64)> {
    let rest = head.strip_prefix(MAGIC)?;
    let (id, seconds) = rest.split_first_chunk()?;
    Some((u32::from_le_bytes(*id), u64::from_le_bytes(seconds.try_into().ok()?)))
}

fn cipher(key: &Key) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&key.secret.into())
}

fn refused(why: &str) -> Error {
    Error::of_saved(SavedProblem::NotSaved, why.to_owned())
}

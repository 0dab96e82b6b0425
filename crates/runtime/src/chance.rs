//! Source of random bytes that could be secrets.

use std::fmt;
use std::sync::Arc;

/// The host's choice of random bytes. Forks have it too; the builder of an engine that is restored gives it again.
#[derive(Clone, Default, Debug)]
pub enum Chance {
    /// Nothing: they come from the generator of `Math.random`, whose start nobody has named. No keys are made of them.
    #[default]
    Shared,
    /// Bytes of the generator of `Math.random`, whose seed the host has named: all is the same in each run.
    Seeded,
    /// Bytes that the host gives.
    Secret(SecretBytes),
}

/// A function of the host that fills bytes with secret ones.
#[derive(Clone)]
pub struct SecretBytes(Arc<Fill>);

/// Returns whether it has filled the bytes.
type Fill = dyn Fn(&mut [u8]) -> bool + Send + Sync;

impl SecretBytes {
    /// Takes a function that must not panic.
    pub fn new(fill: impl Fn(&mut [u8]) -> bool + Send + Sync + 'static) -> Self {
        SecretBytes(Arc::new(fill))
    }

    /// Fills the bytes; returns whether that was done.
    pub fn fill(&self, bytes: &mut [u8]) -> bool {
        (self.0)(bytes)
    }
}

impl fmt::Debug for SecretBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretBytes")
    }
}

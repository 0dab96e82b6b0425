//! Types of calls.

use super::schema::Schema;
use super::signature::{Signature, Signs};
use super::types::Types;

/// The types of a call, as far as they are known.
#[derive(Clone, Default, Debug)]
pub(crate) enum Typed {
    #[default]
    Unknown,
    Rust(Signs),
    Schema(Schema),
}

/// One function may have several addresses: then calls differ that are of one type.
impl PartialEq for Typed {
    fn eq(&self, other: &Typed) -> bool {
        match (self, other) {
            (Typed::Unknown, Typed::Unknown) => true,
            (Typed::Rust(a), Typed::Rust(b)) => std::ptr::fn_addr_eq(*a, *b),
            (Typed::Schema(a), Typed::Schema(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Typed {}

impl Typed {
    pub fn signature(&self, types: &mut Types, is_blocking: bool) -> Signature {
        let signature = match self {
            Typed::Unknown => Signature::unknown(),
            Typed::Rust(signs) => signs(types),
            Typed::Schema(schema) => schema.signature(types),
        };
        if is_blocking { signature } else { signature.promised() }
    }
}

//! Source text and string constants: what the front end, the compiler and the engine all speak of.
//!
//! ```text
//! SourceText       name + UTF-8 text + where its lines begin      offset -> Position (line, column)
//! Span, Note       a range of byte offsets in a source text, and what is said of one
//! source_url       the name that a text gives itself
//! Text             a string constant: Latin-1 where it fits, UTF-16 where it does not
//! Interner         Text -> Name, each text once; Name -> Text
//! LoneSurrogates   how UTF-8 holds code units that are no text
//! HashSeed         hashes of texts that nobody can foresee
//! SplitTable       a hash table that never takes long to grow
//! shown, Excerpt   what messages show of texts that can be of any length
//! nearest          what was meant by a name that there is not
//! Base64           digits and what they stand for
//! decimal_value    the double nearest to a decimal number of any length
//! ```
//!
//! Nothing here knows of tokens, trees or running. All of it is plain data and `Send`.

mod base64;
mod decimal;
mod excerpt;
mod hash;
mod interner;
mod lone_surrogates;
mod near;
mod source;
mod source_url;
mod split_table;
mod string;

pub use base64::Base64;
pub use decimal::{LongDecimal, decimal_value};
pub use excerpt::{Excerpt, SHOWN_NAME, acts_on_terminals, shown, shown_end};
pub use hash::{HashSeed, SeededHasher, TextHash};
pub use interner::{Interner, Name};
pub use lone_surrogates::LoneSurrogates;
pub use near::nearest;
pub use source::{CodePoints, Note, Position, SourceText, Span};
pub use source_url::source_url;
pub use split_table::{SplitTable, spread};
pub use string::{Text, TextBuilder, TextView};

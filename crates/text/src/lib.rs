//! Source text and string constants: the common vocabulary of front end, compiler and engine.
//!
//! ```text
//! SourceText       name + UTF-8 text + index of its lines      offset -> Position (line, column)
//! Span, Note       a range of byte offsets in a source text, and a remark about one
//! source_url       the name that a source text gives itself
//! Text             a string constant: Latin-1 if it fits, UTF-16 if not
//! Interner         Text -> Name, each text once; Name -> Text
//! LoneSurrogates   representation of lone surrogates in UTF-8
//! HashSeed         hashes of strings that nobody can foresee
//! SplitTable       a hash table that never takes long to grow
//! shown, Excerpt   the parts of long strings that messages show
//! nearest          the known name that an unknown one probably meant
//! Base64           digits and their values
//! JsonObject       text of JSON, as tools and language models read it
//! decimal_value    the double nearest to a decimal number of any length
//! ```
//!
//! This crate knows nothing of tokens, trees or execution. All of it is plain data and `Send`.

mod base64;
mod decimal;
mod excerpt;
mod hash;
mod interner;
mod json;
mod lone_surrogates;
mod near;
mod source;
mod source_url;
mod split_table;
mod string;

pub use base64::Base64;
pub use decimal::{LongDecimal, decimal_value};
pub use excerpt::{Excerpt, SHOWN_NAME, acts_on_terminals, shown, shown_end, shown_on_terminal};
pub use hash::{HashSeed, SeededHasher, TextHash};
pub use interner::{Interner, Name};
pub use json::{JsonObject, json_string};
pub use lone_surrogates::LoneSurrogates;
pub use near::nearest;
pub use source::{CodePoints, Note, Position, SourceText, Span};
pub use source_url::source_url;
pub use split_table::{SplitTable, spread};
pub use string::{Text, TextBuilder, TextView};

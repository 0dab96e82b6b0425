//! TextEncoder and TextDecoder, Encoding 7.

mod decoder;
mod encoder;
mod label;
#[cfg(feature = "encodings")]
mod legacy;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::realm::RealmBuilder;

pub(crate) use decoder::{CLASS as DECODER_CLASS, attribute_of_decoder, decode_chunk, decoded, new_decoder};
pub(crate) use encoder::CLASS as ENCODER_CLASS;

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    encoder::install(realm)?;
    decoder::install(realm)
}

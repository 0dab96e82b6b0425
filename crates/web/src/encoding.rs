//! TextEncoder and TextDecoder, Encoding 7: what scripts see of them.

mod decoder;
mod encoder;
mod label;

use ferrotape_engine::error::Completion;
use ferrotape_engine::realm::RealmBuilder;

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    encoder::install(realm)?;
    decoder::install(realm)
}

//! The network of `fetch` in a build without the feature `net`: none.

use ferrotape::web::Web;
use ferrotape::{Engine, Error, Object};

use crate::options::Options;

/// Makes `fetch` refuse everything. The command line has refused `--allow-net`.
pub fn define(engine: &mut Engine, web: &Web, _: &Options) -> Result<(), Error> {
    web.set_fetch(engine, |_: Object| Err::<(), Error>(Error::type_error("this command was built without a network")))
}

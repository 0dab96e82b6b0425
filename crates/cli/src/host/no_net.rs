//! The network of `fetch` in a build without the feature `net`: none.

use std::time::Duration;

use ferrotape::web::Web;
use ferrotape::{Engine, Error, Object};

use super::network::Network;
use crate::options::Options;

const WHY: &str = "this command was built without a network";

/// The network that there is not.
pub struct Fetcher;

impl Fetcher {
    pub fn new(_: &Options) -> Fetcher {
        Fetcher
    }

    pub fn end_after(&self, _: Duration) {}

    pub fn stop_all(&self) {}

    /// Makes `fetch` refuse everything. The command line has refused `--allow-net`.
    pub fn define(&self, engine: &mut Engine, web: &Web) -> Result<Network, Error> {
        web.set_fetch(engine, |_: Object| Err::<(), Error>(Error::type_error(WHY)))?;
        Network::refusing(engine, WHY)
    }
}

//! Modules that a loader fetches for programs.

use std::future::{pending, ready};

use ferrotape::modules::{AsyncLoader, LoadFuture};

/// Modules that arrive at once: `a` and `b`, which import each other and wait. Others never come.
pub struct Shelf;

impl AsyncLoader for Shelf {
    fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(specifier.to_owned())
    }

    fn load(&self, name: &str) -> LoadFuture {
        let text = match name {
            "a" => "export { b as a } from 'b'; export default await 2",
            "b" => "import 'a'; export let b = 1",
            _ => return Box::pin(pending()),
        };
        Box::pin(ready(Ok(text.to_owned().into())))
    }
}

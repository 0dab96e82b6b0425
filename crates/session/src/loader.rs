//! Modules that the host loads, and a console that it reads.

use std::sync::Arc;

use ferrotape::console::{Console, Level};
use ferrotape::modules::ModuleLoader;

use crate::item::Item;
use crate::{Reply, Shell};

/// Asks a function of the host for names and texts of modules, by `["resolve", specifier, referrer]` and `["load", name]`.
pub(crate) struct HostLoader {
    pub shell: Arc<dyn Shell>,
    pub function: u64,
}

impl HostLoader {
    fn ask(&self, request: Vec<Item>) -> Result<String, String> {
        let mut output = Vec::new();
        let reply = self.shell.host_call(self.function, &Item::List(request).encode(), &mut output);
        match (reply, Item::decode(&output)) {
            (Reply::Returned, Ok(Item::Text(text))) => Ok(text),
            (Reply::Returned, _) => Err("the loader of the host gives no text".to_owned()),
            (Reply::Threw, _) => Err(told(&output)),
        }
    }
}

/// Returns the message of an exception of the host.
fn told(output: &[u8]) -> String {
    /// The tag of errors, with name and message behind it.
    const ERROR: u8 = 21;
    let message = crate::values::leading_number(output).ok().and_then(|(_, value)| {
        let (&tag, value) = value.split_first()?;
        let (_, value) = Item::decode_first(value).ok().filter(|_| tag == ERROR)?;
        Item::decode_first(value).ok()?.0.as_text().map(str::to_owned)
    });
    message.unwrap_or_else(|| "the loader of the host has failed".to_owned())
}

impl ModuleLoader for HostLoader {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        self.ask(vec!["resolve".into(), specifier.into(), referrer.into()])
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.ask(vec!["load".into(), name.into()])
    }
}

/// Gives each message to a function of the host, as `[level, text]`.
pub(crate) struct HostConsole {
    pub shell: Arc<dyn Shell>,
    pub function: u64,
}

impl Console for HostConsole {
    fn message(&self, level: Level, text: &str) {
        let level = match level {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Warn => "warn",
            Level::Error => "error",
            _ => "log",
        };
        let message = Item::List(vec![level.into(), text.into()]);
        // A console cannot fail: what its host throws is the host's matter.
        let mut output = Vec::new();
        let _ = self.shell.host_call(self.function, &message.encode(), &mut output);
    }
}

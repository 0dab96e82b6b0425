//! Modules that the host loads, and a console that it reads.

use std::sync::Arc;

use ferrotape::console::{Console, Level};
use ferrotape::modules::ModuleLoader;

use crate::item::Item;
use crate::{Reply, Shell};

/// Asks a function of the host for names and texts of modules, by `["resolve", specifier, referrer]` and `["load", name]`.
/// Where it answers nothing, names are relative to the importer, and there is no such module.
pub(crate) struct HostLoader {
    pub shell: Arc<dyn Shell>,
    pub function: u64,
}

impl HostLoader {
    /// Returns the text that the function answers; none where it leaves the matter to the session.
    fn ask(&self, request: Vec<Item>) -> Result<Option<String>, String> {
        let mut output = Vec::new();
        let reply = self.shell.host_call(self.function, &Item::List(request).encode(), &mut output);
        match (reply, Item::decode(&output)) {
            (Reply::Returned, Ok(Item::Text(text))) => Ok(Some(text)),
            (Reply::Returned, Ok(Item::Undefined)) => Ok(None),
            (Reply::Returned, _) => Err("the loader of the host gives no text".to_owned()),
            (Reply::Threw, _) => Err(told(&output)),
        }
    }
}

/// Returns the name of what a module imports: relative to the importer, without `.` and `..`.
fn joined(specifier: &str, referrer: &str) -> String {
    if !["./", "../", "/"].iter().any(|start| specifier.starts_with(start)) {
        return specifier.to_owned();
    }
    // A scheme and a host stay in front.
    let path = match referrer.find("://") {
        Some(at) => referrer[at + 3..].find('/').map_or(referrer.len(), |slash| at + 3 + slash),
        None => 0,
    };
    let (start, path) = referrer.split_at(path);
    let is_absolute = specifier.starts_with('/') || path.starts_with('/');
    let mut steps: Vec<&str> = if specifier.starts_with('/') { Vec::new() } else { path.split('/').collect() };
    steps.pop();
    for step in specifier.split('/') {
        match step {
            "" | "." => {}
            // What leads out of everything is a name that nobody has.
            ".." if steps.last().is_none_or(|&last| last == ".." || last.is_empty()) => steps.push(step),
            ".." => {
                steps.pop();
            }
            _ => steps.push(step),
        }
    }
    let separator = if is_absolute && steps.first() != Some(&"") { "/" } else { "" };
    format!("{start}{separator}{}", steps.join("/"))
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
        let name = self.ask(vec!["resolve".into(), specifier.into(), referrer.into()])?;
        Ok(name.unwrap_or_else(|| joined(specifier, referrer)))
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.ask(vec!["load".into(), name.into()])?.ok_or_else(|| format!("there is no module '{name}'"))
    }
}

/// Gives each message to a function of the host, as `[level, text]`.
pub(crate) struct HostConsole {
    pub shell: Arc<dyn Shell>,
    pub function: u64,
}

impl Console for HostConsole {
    fn message(&self, level: Level, text: &str) {
        let message = Item::List(vec![level.method().into(), text.into()]);
        // A console cannot fail: what its host throws is the host's matter.
        let mut output = Vec::new();
        let _ = self.shell.host_call(self.function, &message.encode(), &mut output);
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn names_are_relative_to_the_importer() {
        for (specifier, referrer, name) in [
            ("./b.js", "a.js", "b.js"),
            ("./b.js", "lib/a.js", "lib/b.js"),
            ("../b.js", "lib/a.js", "b.js"),
            ("../../b.js", "lib/a.js", "../b.js"),
            ("./b.js", "/lib/a.js", "/lib/b.js"),
            ("/b.js", "lib/a.js", "/b.js"),
            ("../c.js", "https://host/x/a.js", "https://host/c.js"),
            ("b", "lib/a.js", "b"),
        ] {
            assert_eq!(joined(specifier, referrer), name, "{specifier} in {referrer}");
        }
    }
}

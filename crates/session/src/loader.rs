//! Modules that the host loads, and a console that it reads.

use std::collections::HashMap;
use std::future::{poll_fn, ready};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use ferrotape::console::{Console, Level};
use ferrotape::modules::{AsyncLoader, LoadFuture, ModuleLoader};

use crate::item::Item;
use crate::{Reply, Shell};

/// A function of the host that loads modules, and what it has not answered yet if it is async.
#[derive(Clone)]
pub(crate) struct Loading {
    pub function: u64,
    pub fetches: Option<Fetches>,
}

impl Loading {
    /// Makes that of a fork, which asks for its own modules.
    pub fn of_fork(&self) -> Loading {
        Loading { function: self.function, fetches: self.fetches.as_ref().map(|_| Fetches::default()) }
    }
}

/// Asks a function of the host for names and texts of modules, by `["resolve", specifier, referrer]` and `["load", name]`.
/// Names it gives no answer for are relative to the importer, and modules are not there. An async one may answer `true`
/// to `load`, and give the text later.
#[derive(Clone)]
pub(crate) struct HostLoader {
    pub shell: Arc<dyn Shell>,
    pub loading: Loading,
}

/// Result of a function that loads modules.
enum Answer {
    Text(String),
    Nothing,
    Later,
}

impl HostLoader {
    /// Calls the function. An exception becomes the text of the error.
    fn ask(&self, request: Vec<Item>) -> Result<Answer, String> {
        let mut output = Vec::new();
        let reply = self.shell.host_call(self.loading.function, &Item::List(request).encode(), &mut output);
        match (reply, Item::decode(&output)) {
            (Reply::Returned, Ok(Item::Text(text))) => Ok(Answer::Text(text)),
            (Reply::Returned, Ok(Item::Undefined)) => Ok(Answer::Nothing),
            (Reply::Returned, Ok(Item::Boolean(true))) if self.loading.fetches.is_some() => Ok(Answer::Later),
            (Reply::Returned, _) => Err("the loader of the host gives no text".to_owned()),
            (Reply::Threw, _) => Err(told(&output)),
        }
    }

    fn name_of(&self, specifier: &str, referrer: &str) -> Result<String, String> {
        match self.ask(vec!["resolve".into(), specifier.into(), referrer.into()])? {
            Answer::Text(name) => Ok(name),
            Answer::Nothing | Answer::Later => Ok(joined(specifier, referrer)),
        }
    }
}

/// The modules that an async loader is fetching, by name.
#[derive(Clone, Default)]
pub(crate) struct Fetches(Arc<Mutex<HashMap<String, Fetch>>>);

/// A module on its way: its source once the host has given it, and the imports that wait for it.
#[derive(Default)]
struct Fetch {
    source: Option<Result<String, String>>,
    wakers: Vec<Waker>,
    /// Number of imports that wait: one module may be imported as several types at once.
    waiting: usize,
}

/// An import that waits for a module. The data about the module is dropped with its last import.
struct Waiting {
    fetches: Fetches,
    name: String,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut fetches = self.fetches.by_name();
        let is_last = fetches.get_mut(&self.name).is_some_and(|fetch| {
            fetch.waiting = fetch.waiting.saturating_sub(1);
            fetch.waiting == 0
        });
        let forgotten = if is_last { fetches.remove(&self.name) } else { None };
        // Without the lock: whoever was to be woken may go with it.
        drop(fetches);
        drop(forgotten);
    }
}

impl Fetches {
    fn by_name(&self) -> MutexGuard<'_, HashMap<String, Fetch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a module. Returns whether the host must be asked for it: no other import waits, and it is not
    /// loaded.
    fn wait(&self, name: &str) -> (Waiting, bool) {
        let mut fetches = self.by_name();
        let fetch = fetches.entry(name.to_owned()).or_default();
        fetch.waiting += 1;
        let is_first = fetch.waiting == 1 && fetch.source.is_none();
        (Waiting { fetches: self.clone(), name: name.to_owned() }, is_first)
    }

    /// Provides a requested module. One without a waiting import is not kept.
    pub fn provide(&self, name: &str, source: Result<String, String>) {
        let wakers = match self.by_name().get_mut(name) {
            Some(fetch) => {
                fetch.source = Some(source);
                mem::take(&mut fetch.wakers)
            }
            None => return,
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Takes the source of a module, or notes the waiting import.
    fn poll(&self, name: &str, waker: &Waker) -> Poll<Result<String, String>> {
        let mut fetches = self.by_name();
        // It is there for as long as somebody waits.
        let Some(fetch) = fetches.get_mut(name) else { return Poll::Pending };
        let source = if fetch.waiting > 1 { fetch.source.clone() } else { fetch.source.take() };
        match source {
            Some(source) => Poll::Ready(source),
            None => {
                fetch.wakers.push(waker.clone());
                Poll::Pending
            }
        }
    }
}

impl AsyncLoader for HostLoader {
    fn resolve(&self, specifier: &str, referrer: &str) -> Result<String, String> {
        self.name_of(specifier, referrer)
    }

    fn load(&self, name: &str) -> LoadFuture {
        let Some(fetches) = self.loading.fetches.clone() else { return Box::pin(ready(Err(missing(name).into()))) };
        // The host may answer before it returns.
        let (waiting, is_to_be_asked) = fetches.wait(name);
        if is_to_be_asked {
            let answer = match self.ask(vec!["load".into(), name.into()]) {
                Ok(Answer::Text(text)) => Some(Ok(text)),
                Ok(Answer::Nothing) => Some(Err(missing(name))),
                Ok(Answer::Later) => None,
                Err(message) => Some(Err(message)),
            };
            if let Some(source) = answer {
                fetches.provide(name, source);
            }
        }
        Box::pin(poll_fn(move |cx| {
            let source = waiting.fetches.poll(&waiting.name, cx.waker());
            source.map(|source| source.map(Into::into).map_err(Into::into))
        }))
    }
}

fn missing(name: &str) -> String {
    format!("there is no module '{name}'")
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
        self.name_of(specifier, referrer)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        match self.ask(vec!["load".into(), name.into()])? {
            Answer::Text(text) => Ok(text),
            Answer::Nothing | Answer::Later => Err(missing(name)),
        }
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

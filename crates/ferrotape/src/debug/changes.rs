//! Watched places: variables and properties at whose changes code stops.

use ferrotape_runtime::Value;
use ferrotape_runtime::debug as engine;

pub use engine::WatchId;

use super::stopped::said;
use super::{Debugger, Shown, Stopped, ValueId};

/// A variable or a property that can be watched: see [`Stopped::watch`].
#[derive(Clone)]
pub struct Watchable(engine::Watchable);

impl Watchable {
    /// Returns the name of the variable, or the key of the property.
    pub fn name(&self) -> &str {
        &self.0.name
    }
}

/// A place that is watched.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Watch {
    /// Its number.
    pub id: WatchId,
    /// The name of the variable, or the key of the property.
    pub name: String,
    /// Whether it changes no more, as its function has returned.
    pub is_over: bool,
}

/// A change of a watched place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Change {
    /// The number of the watch.
    pub id: WatchId,
    /// The name of the variable, or the key of the property.
    pub name: String,
    /// Value from before. The text is in `<` and `>` where that was no value.
    pub old: Shown,
    /// Value from now on.
    pub new: Shown,
}

fn watch_of(watched: &engine::Watched) -> Watch {
    Watch { id: watched.id, name: watched.name.clone(), is_over: watched.is_over }
}

impl Debugger<'_> {
    /// Stops watching a place. Returns whether it was watched.
    pub fn remove_watch(&mut self, id: WatchId) -> bool {
        self.0.remove_watch(id)
    }

    /// Returns the watched places, in the order in which they were added. A run that goes back loses them.
    pub fn watches(&self) -> Vec<Watch> {
        self.0.watched().iter().map(watch_of).collect()
    }
}

impl Stopped<'_> {
    /// Finds a variable of a scope, counted from the innermost one, to watch it.
    ///
    /// # Errors
    ///
    /// Fails with the reason as text: there is no such variable, or it is constant.
    pub fn watchable_variable(&mut self, frame: usize, scope: usize, name: &str) -> Result<Watchable, String> {
        engine::watchable_variable(self.vm, frame, scope, name).map(Watchable).map_err(said)
    }

    /// Finds a property of an object, to watch it. The property need not exist.
    ///
    /// # Errors
    ///
    /// Fails with the reason as text: there is no such object, or only methods of a proxy know its properties.
    pub fn watchable_property(&mut self, object: ValueId, name: &str) -> Result<Watchable, String> {
        let Some(&value) = self.values.get(object.0 as usize) else { return Err("there is no such value".to_owned()) };
        engine::watchable_property(self.vm, value, name).map(Watchable).map_err(said)
    }

    /// Finds the place that an expression names in a frame, to watch it: a variable `n`, or a property `a.b`, `a[i]`.
    /// The object is evaluated once, as [`Stopped::evaluate`] does.
    ///
    /// # Errors
    ///
    /// Fails with the reason as text: it names neither, there is no such variable, or the text throws.
    pub fn watchable(&mut self, frame: usize, text: &str) -> Result<Watchable, String> {
        let text = text.trim();
        let Some((object, key)) = split_property(text) else { return self.watchable_name(frame, text) };
        let name = match key {
            Key::Name(name) => name.to_owned(),
            Key::Text(text) => {
                let key = self.evaluate_and_note(frame, &format!("(\n{text}\n)"))?;
                if key.is_object() || key.is_symbol() {
                    return Err(format!("`{text}` is not the name of a property"));
                }
                engine::plain_text(self.vm, key)
            }
        };
        let text = if is_name(object) { object.to_owned() } else { format!("(\n{object}\n)") };
        let value = self.evaluate_and_note(frame, &text)?;
        engine::watchable_property(self.vm, value, &name).map(Watchable).map_err(said)
    }

    fn evaluate_and_note(&mut self, frame: usize, text: &str) -> Result<Value, String> {
        self.debugger.note_text(self.stop, frame, text);
        engine::evaluate(self.vm, frame, text).map_err(said)
    }

    /// Finds a variable from the innermost scope outwards. A name found nowhere is taken for one of the outermost object.
    fn watchable_name(&mut self, frame: usize, name: &str) -> Result<Watchable, String> {
        if !is_name(name) {
            return Err(format!("'{name}' is neither the name of a variable nor a property"));
        }
        let scopes = engine::scopes(self.vm, frame);
        for (index, scope) in scopes.iter().enumerate() {
            let is_object = scope.object.is_some_and(|object| {
                // The last one has what is nowhere else.
                index + 1 == scopes.len() || engine::has_own_property(self.vm, object, name)
            });
            if is_object || scope.variables.iter().any(|variable| variable.name == name) {
                return self.watchable_variable(frame, index, name);
            }
        }
        Err(format!("there is no variable `{name}`"))
    }

    /// Watches a place: code stops at the next statement after its value has changed, or where its function returns. A change by
    /// a `finally` block may be reported late, or not at all if the variable's function is over. Values are compared as they are
    /// stored: no getter runs. A variable is watched while its function runs; a property as long as the debugger exists, which
    /// keeps the object alive.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, StopReason, Stopped};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(|stopped: &mut Stopped<'_>| {
    ///     match stopped.reason() {
    ///         StopReason::Change(changes) => {
    ///             assert_eq!((changes[0].old.text.as_str(), changes[0].new.text.as_str()), ("1", "2"));
    ///             assert_eq!(stopped.frames()[0].line, 4);
    ///         }
    ///         _ => {
    ///             let place = stopped.watchable(0, "cart.count").unwrap();
    ///             stopped.watch(&place);
    ///         }
    ///     }
    ///     Resume::Run
    /// });
    /// engine.run("a.js", "const cart = { count: 1 };\ndebugger;\ncart.count++;\nMath.abs(0);")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn watch(&mut self, place: &Watchable) -> Watch {
        watch_of(&self.debugger.add_watch(self.vm, &place.0))
    }

    /// Shows the changes at which code has stopped.
    pub(super) fn shown_changes(&mut self, changes: &[engine::Change]) -> Vec<Change> {
        let mut shown = Vec::with_capacity(changes.len());
        for change in changes {
            let (old, new) = (self.shown_seen(change.old), self.shown_seen(change.new));
            shown.push(Change { id: change.id, name: change.name.clone(), old, new });
        }
        shown
    }

    fn shown_seen(&mut self, seen: engine::Seen) -> Shown {
        let text = match seen {
            engine::Seen::Value(value) => return self.shown(value),
            engine::Seen::Nothing => "<nothing>",
            engine::Seen::Accessor => "<accessor>",
            engine::Seen::Uninitialised => "<not initialised>",
        };
        Shown { text: text.to_owned(), type_name: "undefined", id: None }
    }
}

/// The key of a property as a text names it.
enum Key<'a> {
    Name(&'a str),
    /// Text in brackets.
    Text(&'a str),
}

/// Splits a text into an object and the key of its property.
fn split_property(text: &str) -> Option<(&str, Key<'_>)> {
    if let Some(inner) = text.strip_suffix(']') {
        let mut depth = 0;
        let opening = inner.char_indices().rev().find(|&(_, character)| {
            match character {
                ']' => depth += 1,
                '[' if depth == 0 => return true,
                '[' => depth -= 1,
                _ => {}
            }
            false
        });
        let (at, _) = opening?;
        return (at > 0).then(|| (&inner[..at], Key::Text(&inner[at + 1..])));
    }
    let (object, name) = text.rsplit_once('.')?;
    (is_name(name.trim()) && !object.is_empty()).then(|| (object, Key::Name(name.trim())))
}

fn is_name(text: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
    text.chars().all(is_part) && text.chars().next().is_some_and(|first| !first.is_numeric())
}

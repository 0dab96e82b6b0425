//! Types with names.

use std::any::type_name;
use std::collections::BTreeMap;

use ferrotape_runtime::Vm;

use super::form;
use crate::Error;

/// Defines a class in the current realm, if it is not.
pub(crate) type DefineClass = fn(&mut Vm) -> Result<(), Error>;

/// The named types that declarations refer to, while their text is made: what
/// [`FromJs::typescript`](crate::FromJs::typescript) and [`IntoJs::typescript`](crate::IntoJs::typescript) get.
///
/// ```
/// use ferrotape::declarations::Types;
/// use ferrotape::handles::Local;
/// use ferrotape::{Context, Engine, Error, FromJs};
///
/// struct Percent(f64);
///
/// impl FromJs for Percent {
///     fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
///         f64::from_js(cx, value).map(Percent)
///     }
///
///     fn typescript(types: &mut Types) -> String {
///         types.named::<Self>("Percent", "From 0 to 100.", |_| "number".to_owned())
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.define("fade", |to: Percent| to.0 > 50.0)?;
/// let text = "/** From 0 to 100. */\ntype Percent = number;\ndeclare function fade(a: Percent): boolean;\n";
/// assert_eq!(engine.declarations()?, text);
/// # Ok::<(), Error>(())
/// ```
#[derive(Default)]
pub struct Types {
    /// Whether what is told is given to scripts, not taken from them.
    is_given: bool,
    pub(super) named: Vec<Named>,
    /// The places of named types by their keys.
    by_key: BTreeMap<String, usize>,
    /// Numbers of schemas that others refer into, by their texts.
    roots: BTreeMap<String, usize>,
    /// Classes that were mentioned, with the function that defines each.
    pub(super) classes: Vec<(&'static str, DefineClass)>,
}

/// A type with a name, and its text.
pub(super) struct Named {
    pub name: String,
    pub documentation: String,
    pub text: String,
}

impl Types {
    /// Names a type: returns its name, and makes its text once. A type may contain itself. For one Rust type, the
    /// types taken from scripts and given to them may differ: then one of them gets a number after its name.
    ///
    /// See [`Types`] for an example.
    pub fn named<T: ?Sized>(
        &mut self,
        name: &str,
        documentation: &str,
        text: impl FnOnce(&mut Types) -> String,
    ) -> String {
        let direction = if self.is_given { "given" } else { "taken" };
        let key = format!("{direction} {}", type_name::<T>());
        if let Some(&index) = self.by_key.get(&key) {
            return form::place(index);
        }
        let index = self.begin_named(key, name, documentation);
        self.named[index].text = text(self);
        form::place(index)
    }

    /// Returns the place of a type that was named.
    pub(super) fn place_of(&self, key: &str) -> Option<String> {
        self.by_key.get(key).map(|index| form::place(*index))
    }

    /// Names a type whose text comes later. Returns its index.
    pub(super) fn begin_named(&mut self, key: String, name: &str, documentation: &str) -> usize {
        let index = self.named.len();
        let (name, documentation) = (form::identifier(name), documentation.to_owned());
        self.by_key.insert(key, index);
        self.named.push(Named { name, documentation, text: String::new() });
        index
    }

    /// Returns the number of a text: the same for the same.
    pub(super) fn number_of_root(&mut self, text: String) -> usize {
        let next = self.roots.len();
        *self.roots.entry(text).or_insert(next)
    }

    /// Names a class of the host, which is declared as well, once it is defined.
    pub(crate) fn class(&mut self, name: &'static str, define: DefineClass) -> String {
        if !self.classes.iter().any(|(its, _)| *its == name) {
            self.classes.push((name, define));
        }
        form::identifier(name)
    }

    /// Tells what scripts are given.
    pub(crate) fn given(&mut self, tell: impl FnOnce(&mut Types) -> String) -> String {
        let outer = std::mem::replace(&mut self.is_given, true);
        let text = tell(self);
        self.is_given = outer;
        text
    }
}

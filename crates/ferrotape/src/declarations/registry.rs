//! Functions, calls and classes that a host has given, as far as an engine knows them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::signature::Signs;
use super::typed::Typed;

/// Functions, calls and classes that an engine's host has given to its scripts.
#[derive(Clone, Default)]
pub(crate) struct Declared {
    pub(super) globals: BTreeMap<Arc<str>, Given>,
    pub(super) notes: BTreeMap<Arc<str>, Note>,
    pub(super) classes: BTreeMap<&'static str, Vec<Member>>,
    /// The names of classes that are globals.
    pub(super) registered: BTreeSet<&'static str>,
}

/// The kinds of things that a host has given.
#[derive(Clone)]
pub(crate) enum Given {
    Function(Signs),
    Call {
        is_blocking: bool,
        types: Typed,
    },
    /// A type in the host's words.
    Text(Arc<str>),
}

/// The host's words about a function.
#[derive(Clone, Default)]
pub(crate) struct Note {
    pub documentation: String,
    pub parameters: Vec<String>,
}

impl Declared {
    pub fn add(&mut self, path: &str, given: Given) {
        self.globals.insert(Arc::from(path), given);
    }

    pub fn describe(&mut self, path: &str, note: Note) {
        self.notes.insert(Arc::from(path), note);
    }

    /// Notes the members of a class. Each realm has the same.
    pub fn add_class(&mut self, name: &'static str, members: Vec<Member>) {
        self.classes.insert(name, members);
    }

    pub fn register(&mut self, class: &'static str) {
        self.registered.insert(class);
    }
}

/// A member of a class.
#[derive(Clone)]
pub(crate) struct Member {
    pub kind: MemberKind,
    pub name: &'static str,
    pub signs: Signs,
    pub documentation: &'static str,
    pub parameters: &'static [&'static str],
}

/// The kinds of members of a class.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum MemberKind {
    /// Documentation of the class itself, which the macros give.
    #[cfg_attr(not(feature = "macros"), allow(dead_code))]
    Class,
    Constructor,
    Method,
    Getter,
    Setter,
    Static,
    Constant,
    Iterator,
}

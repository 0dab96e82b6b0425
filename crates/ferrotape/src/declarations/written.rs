//! The text of declarations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::form::{self, comment, property_name};
use super::registry::{Declared, Given, Member, MemberKind, Note};
use super::signature::Signature;
use super::types::{Named, Types};
use crate::host_state::HostState;
use crate::{Context, Error};

/// Writes type aliases, classes, then globals. A class that is only mentioned is defined on the way, as it may mention others.
pub(super) fn declarations(cx: &mut Context<'_>) -> Result<String, Error> {
    let declared = Arc::clone(&HostState::of(cx.vm).declared);
    let mut types = Types::default();
    let mut text = String::new();
    for (name, node) in Node::tree(&declared) {
        text.push_str(&node.global(name, &mut types));
    }
    let mut classes: BTreeMap<&'static str, String> = BTreeMap::new();
    loop {
        let mentioned: Vec<_> = types.classes.iter().filter(|(name, _)| !classes.contains_key(name)).copied().collect();
        let registered = declared.registered.iter().find(|name| !classes.contains_key(**name));
        let name = match (mentioned.first(), registered) {
            (Some((name, define)), _) => {
                define(cx.vm)?;
                *name
            }
            (None, Some(name)) => name,
            (None, None) => break,
        };
        let members = HostState::of(cx.vm).declared.classes.get(name).cloned().unwrap_or_default();
        let is_global = declared.registered.contains(name);
        classes.insert(name, class(name, &members, is_global, &mut types));
    }
    let taken = classes.keys().map(|name| form::identifier(name)).chain(form::known_names()).collect();
    let names = Names::of(types.named, taken);
    let classes: String = classes.into_values().collect();
    Ok(names.aliases() + &names.fill(&(classes + &text)))
}

/// The thing at a path: a function, an object with what is in it, or both.
#[derive(Default)]
struct Node<'a> {
    own: Option<&'a Given>,
    note: Option<&'a Note>,
    members: BTreeMap<&'a str, Node<'a>>,
}

impl<'a> Node<'a> {
    /// Returns the globals by their names.
    fn tree(declared: &'a Declared) -> BTreeMap<&'a str, Node<'a>> {
        let mut root = Node::default();
        for (path, given) in &declared.globals {
            let node = path.split('.').fold(&mut root, |node, name| node.members.entry(name).or_default());
            node.own = Some(given);
        }
        // An object with things in it may be described as well.
        for (path, note) in &declared.notes {
            let node = path.split('.').try_fold(&mut root, |node, name| node.members.get_mut(name));
            if let Some(node) = node {
                node.note = Some(note);
            }
        }
        root.members
    }

    fn names(&self) -> &'a [String] {
        self.note.map_or(&[], |note| &note.parameters)
    }

    fn comment(&self, indent: &str) -> String {
        comment(self.note.map_or("", |note| &note.documentation), indent)
    }

    /// Declares a function, or a constant if there is more than that. A name no declaration can have is told in a comment.
    fn global(&self, name: &str, types: &mut Types) -> String {
        if !form::can_be_declared(name) {
            // Only `globalThis[name]` reaches it.
            let name = ferrotape_text::json_string(name);
            let text = format!("{}globalThis[{name}]: {}", self.comment(""), self.text(types, ""));
            return format!("// {}\n", text.replace(['\n', '\r', '\u{2028}', '\u{2029}'], "\n// "));
        }
        let comment = self.comment("");
        match self.signature(types) {
            Some(signature) if self.members.is_empty() => {
                format!("{comment}declare function {name}{};\n", signature.as_method(self.names()))
            }
            _ => format!("{comment}declare const {name}: {};\n", self.text(types, "")),
        }
    }

    fn signature(&self, types: &mut Types) -> Option<Signature> {
        match self.own? {
            Given::Function(signs) => Some(signs(types)),
            Given::Call { is_blocking, types: typed } => Some(typed.signature(types, *is_blocking)),
            Given::Text(_) => None,
        }
    }

    /// Returns the type of what is there.
    fn text(&self, types: &mut Types, indent: &str) -> String {
        let own = match (self.signature(types), self.own) {
            (Some(signature), _) => Some(signature.as_type(self.names())),
            (None, Some(Given::Text(text))) => Some(text.to_string()),
            (None, _) => None,
        };
        if self.members.is_empty() {
            return own.unwrap_or_else(|| "{}".to_owned());
        }
        let inner = format!("{indent}    ");
        let members: String = self.members.iter().map(|(name, node)| node.member(name, types, &inner)).collect();
        let members = format!("{{\n{members}{indent}}}");
        own.map_or_else(|| members.clone(), |own| format!("({own}) & {members}"))
    }

    fn member(&self, name: &str, types: &mut Types, indent: &str) -> String {
        let comment = self.comment(indent);
        match self.signature(types) {
            Some(signature) if self.members.is_empty() => {
                format!("{comment}{indent}{}{};\n", form::method_name(name), signature.as_method(self.names()))
            }
            _ => format!("{comment}{indent}{}: {};\n", property_name(name), self.text(types, indent)),
        }
    }
}

/// Declares a class, or an interface if scripts only get objects of it. A global class without a constructor gets a
/// private one.
fn class(name: &str, members: &[Member], is_global: bool, types: &mut Types) -> String {
    let documentation = members.iter().find(|member| member.kind == MemberKind::Class);
    let mut text = comment(documentation.map_or("", |class| class.documentation), "");
    let form = if is_global { "declare class" } else { "interface" };
    text.push_str(&format!("{form} {} {{\n", form::identifier(name)));
    let has_constructor = members.iter().any(|member| member.kind == MemberKind::Constructor);
    if is_global && !has_constructor {
        text.push_str("    private constructor();\n");
    }
    for (index, member) in members.iter().enumerate() {
        let is_other_half =
            |other: &Member| other.name == member.name && matches!(other.kind, MemberKind::Getter | MemberKind::Setter);
        let halves = || members.iter().filter(|other| is_other_half(other));
        let Some(shown) = shown(member, is_global, types, || halves().count() > 1) else { continue };
        // A getter and its setter are one property.
        let is_first = !members[..index].iter().any(is_other_half);
        if is_first || !is_other_half(member) {
            text.push_str(&comment(member.documentation, "    "));
            text.push_str(&format!("    {shown};\n"));
        }
    }
    text + "}\n"
}

/// Returns the text of a member. None for one that is no part of an object, in a class that scripts only have objects of.
fn shown(
    member: &Member,
    is_global: bool,
    types: &mut Types,
    has_both_halves: impl FnOnce() -> bool,
) -> Option<String> {
    let signature = (member.signs)(types);
    let name = property_name(member.name);
    let names = member.parameters;
    Some(match member.kind {
        MemberKind::Class => return None,
        MemberKind::Constructor | MemberKind::Static | MemberKind::Constant if !is_global => return None,
        MemberKind::Constructor => format!("constructor{}", signature.parameters(names)),
        MemberKind::Method => format!("{}{}", form::method_name(member.name), signature.as_method(names)),
        MemberKind::Static => format!("static {name}{}", signature.as_method(names)),
        MemberKind::Constant => format!("static readonly {name}: {}", signature.result()),
        MemberKind::Getter if has_both_halves() => format!("{name}: {}", signature.result()),
        MemberKind::Getter => format!("readonly {name}: {}", signature.result()),
        MemberKind::Setter => format!("{name}: {}", signature.taken()),
        MemberKind::Iterator => "[Symbol.iterator](): Iterator<any>".to_owned(),
    })
}

/// Rounds in which types are found that are the same.
const MOST_ROUNDS: usize = 64;

/// The names of types. Types of one name that are the same have one text.
struct Names {
    named: Vec<Named>,
    /// The type that stands for each.
    same: Vec<usize>,
    names: Vec<String>,
}

impl Names {
    /// Gives a name to each type. Types that are the same share one.
    fn of(named: Vec<Named>, taken: BTreeSet<String>) -> Names {
        let mut same: Vec<usize> = (0..named.len()).collect();
        // Each round finds those that are the same because those in them are. What is nested deeper has numbers.
        for _ in 0..MOST_ROUNDS {
            let mut first: BTreeMap<(&str, String), usize> = BTreeMap::new();
            let mut next = same.clone();
            for (index, Named { name, text, .. }) in
                named.iter().enumerate().filter(|(index, _)| same[*index] == *index)
            {
                // A type that contains itself does so under any number.
                let text = form::fill(text, |to| match same[to] {
                    to if to == index => form::place(named.len()),
                    to => form::place(to),
                });
                next[index] = *first.entry((name.as_str(), text)).or_insert(index);
            }
            let next: Vec<usize> = same.iter().map(|to| next[*to]).collect();
            if next == same {
                break;
            }
            same = next;
        }
        let mut taken = taken;
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut names = vec![String::new(); named.len()];
        for index in (0..named.len()).filter(|index| same[*index] == *index) {
            let base = &named[index].name;
            let number = numbers.entry(base).or_insert(0);
            while names[index].is_empty() || !taken.insert(names[index].clone()) {
                *number += 1;
                names[index] = if *number == 1 { base.clone() } else { format!("{base}{number}") };
            }
        }
        Names { named, same, names }
    }

    fn fill(&self, text: &str) -> String {
        form::fill(text, |index| self.same.get(index).map_or_else(String::new, |same| self.names[*same].clone()))
    }

    fn aliases(&self) -> String {
        let own = self.named.iter().enumerate().filter(|(index, _)| self.same[*index] == *index);
        let alias = |(index, named): (usize, &Named)| {
            let comment = comment(&named.documentation, "");
            format!("{comment}type {} = {};\n", self.names[index], self.fill(&named.text))
        };
        own.map(alias).collect()
    }
}

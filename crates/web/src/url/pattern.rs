//! URLPattern, URL Pattern 1.
//!
//! ```text
//! pattern ──> tokens ──> parts ──┬──> regular expression ──> result of a match
//!                                └──> pattern in its canonical text
//!
//! URLPattern   data: has it groups of regular expressions   kept: for each component a RegExp, its pattern, the names of groups
//! ```

mod canonical;
mod component;
mod constructor_string;
mod init;
mod matching;
mod parts;
mod texts;
mod tokens;

use std::any::Any;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::parsed;
use super::parser::Parsed;
use super::record::special_scheme;
use crate::interface::{
    self, Interface, Known, attributes, dictionary, flag, kept, new_object, prototype_for_new, this_object,
};
use crate::text;
use canonical::Canonical;
use component::Compiled;
use init::{Component, Init, Members, Purpose, Texts};
use parts::Options;

/// The class of URL patterns, and the data of a new one.
pub(crate) const CLASS: PartClass = ("URLPattern", || Box::new(Pattern::default()));

pub(crate) static GLOBALS: &[&str] = &["URLPattern"];

/// The kept values of a component.
const REGEXP: usize = 0;
const PATTERN: usize = 1;
const NAMES: usize = 2;
const KEPT: usize = 3;

/// The options of the components that have some.
const HOSTNAME: Options = Options { delimiter: Some(b'.'), prefix: None };
const PATHNAME: Options = Options { delimiter: Some(b'/'), prefix: Some(b'/') };

/// Data of a URLPattern, beside the values that it keeps.
#[derive(Copy, Clone, Default)]
struct Pattern {
    has_regexp_groups: bool,
}

impl HostData for Pattern {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(*self))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(vec![self.has_regexp_groups.into()])
    }

    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        let &[has_regexp_groups @ 0..=1] = bytes else { return false };
        self.has_regexp_groups = has_regexp_groups == 1;
        kept == KEPT * Component::COUNT
    }
}

static URL_PATTERN: Interface = Interface {
    known: Known::UrlPattern,
    constructor: constructor("URLPattern", 0, url_pattern),
    operations: &[method("test", 0, matching::test), method("exec", 0, matching::exec)],
    attributes: attributes! {
        "protocol": |vm, call| pattern(vm, call, Component::Protocol);
        "username": |vm, call| pattern(vm, call, Component::Username);
        "password": |vm, call| pattern(vm, call, Component::Password);
        "hostname": |vm, call| pattern(vm, call, Component::Hostname);
        "port": |vm, call| pattern(vm, call, Component::Port);
        "pathname": |vm, call| pattern(vm, call, Component::Pathname);
        "search": |vm, call| pattern(vm, call, Component::Search);
        "hash": |vm, call| pattern(vm, call, Component::Hash);
        "hasRegExpGroups": has_regexp_groups;
    },
    statics: &[],
};

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &URL_PATTERN, None).map(drop)
}

/// Throws for a part of a pattern that is none.
fn invalid<T>(vm: &mut Vm, what: &str, why: &str) -> Completion<T> {
    vm.type_error(format!("The {what} of a URLPattern is not valid{why}"))
}

/// Returns what is valid. Throws else.
fn valid<T>(vm: &mut Vm, what: &str, read: impl FnOnce(&mut Heap) -> Parsed<T>) -> Completion<T> {
    match parsed(read(&mut vm.heap))? {
        Some(valid) => Ok(valid),
        None => invalid(vm, what, ""),
    }
}

/// URLPatternInput, converted.
enum Input {
    Text(ferrotape_runtime::StringId, Vec<u8>),
    Init(Box<Init>, Members),
}

/// Converts to a URLPatternInput: a string, or a dictionary. Its members are kept.
fn input(vm: &mut Vm, value: Value) -> Completion<Input> {
    if value.is_nullish() || value.is_object() {
        let (init, members) = init::read(vm, value)?;
        return Ok(Input::Init(Box::new(init), members));
    }
    let string = text::to_usv_string(vm, value)?;
    let text = text::utf8(vm, string)?;
    Ok(Input::Text(string, text))
}

/// new URLPattern ( input, baseURL, options ) and new URLPattern ( input, options )
fn url_pattern(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::UrlPattern, "URLPattern")?;
    vm.keep(Value::object(prototype));
    let second = call.argument(vm, 1);
    let has_base = call.argument_count() > 2 || !second.is_nullish() && !second.is_object();
    let input = input(vm, call.argument(vm, 0))?;
    let base = match has_base {
        true => {
            let base = text::to_usv_string(vm, second)?;
            Some(text::utf8(vm, base)?)
        }
        false => None,
    };
    let options = if has_base { call.argument(vm, 2) } else { second };
    let options = dictionary(vm, options, "The options of a URLPattern")?;
    let ignores_case = flag(vm, options, "ignoreCase")?;
    let texts = texts_of(vm, input, base)?;
    made(vm, prototype, texts, ignores_case)
}

/// Create, URL Pattern 1.1, up to the pattern of each component.
fn texts_of(vm: &mut Vm, input: Input, base: Option<Vec<u8>>) -> Completion<Texts> {
    let init = match input {
        Input::Text(_, text) => {
            let text = String::from_utf8(text).unwrap_or_default();
            let mut init = constructor_string::parse(vm, &text)?;
            if base.is_none() && init.texts[Component::Protocol as usize].is_none() {
                return vm.type_error("A URLPattern without a protocol needs a base URL");
            }
            init.base = base;
            init
        }
        Input::Init(..) if base.is_some() => {
            return vm.type_error("A URLPattern of an object takes its base URL from the member 'baseURL'");
        }
        Input::Init(init, _) => *init,
    };
    let mut texts = valid(vm, "base URL", |heap| init::process(heap, &init, Purpose::Pattern, Texts::default()))?;
    let protocol = texts[Component::Protocol as usize].as_deref().unwrap_or_default();
    let port = special_scheme(protocol).flatten().map(|port| port.to_string().into_bytes());
    if port.is_some() && texts[Component::Port as usize] == port {
        texts[Component::Port as usize] = Some(Vec::new());
    }
    Ok(texts)
}

/// Compiles the patterns of the components.
fn made(vm: &mut Vm, prototype: ObjectId, texts: Texts, ignores_case: bool) -> Completion<Value> {
    let object = new_object(vm, CLASS.0, prototype, Box::new(Pattern::default()))?;
    let (mut is_special, mut is_any, mut has_regexp_groups) = (false, false, false);
    for (component, text) in Component::ALL.into_iter().zip(texts) {
        let vm = &mut vm.scope();
        let text = text.map_or_else(|| "*".to_owned(), |text| String::from_utf8(text).unwrap_or_default());
        let (canonical, options) = match component {
            Component::Protocol => (Canonical::Protocol, Options::default()),
            Component::Username => (Canonical::Username, Options::default()),
            Component::Password => (Canonical::Password, Options::default()),
            Component::Hostname if is_ipv6(&text) => (Canonical::Ipv6, HOSTNAME),
            Component::Hostname if is_special || is_any => (Canonical::Domain, HOSTNAME),
            Component::Hostname => (Canonical::OpaqueHost, HOSTNAME),
            Component::Port => (Canonical::Port, Options::default()),
            Component::Pathname if is_special => (Canonical::Pathname, PATHNAME),
            Component::Pathname => (Canonical::OpaquePathname, Options::default()),
            Component::Search => (Canonical::Search, Options::default()),
            Component::Hash => (Canonical::Hash, Options::default()),
        };
        let has_case = matches!(component, Component::Pathname | Component::Search | Component::Hash);
        let compiled = Compiled::of(vm, component, &text, (canonical, options), ignores_case && has_case)?;
        if component == Component::Protocol {
            is_special = compiled.is_special(vm)?;
            is_any = text == "*";
        }
        has_regexp_groups |= compiled.has_regexp_groups;
        for value in [Value::object(compiled.regexp), Value::string(compiled.pattern), Value::object(compiled.names)] {
            hosts::keep_value(&mut vm.heap, object, value)?;
        }
    }
    hosts::change_host_data(&mut vm.heap, object, |pattern: &mut Pattern| {
        pattern.has_regexp_groups = has_regexp_groups
    });
    Ok(Value::object(object))
}

/// Returns whether a hostname pattern is an IPv6 address, URL Pattern 3.2.
fn is_ipv6(pattern: &str) -> bool {
    pattern.len() > 1 && ["[", "{[", "\\["].iter().any(|start| pattern.starts_with(start))
}

/// Returns what a pattern keeps for a component.
fn kept_for(vm: &Vm, pattern: ObjectId, component: Component, which: usize) -> Value {
    kept(vm, pattern, component as usize * KEPT + which)
}

fn pattern(vm: &mut Vm, call: Call, component: Component) -> Completion<Value> {
    let pattern = this_object::<Pattern>(vm, call, &format!("get URLPattern.prototype.{}", component.name()))?;
    Ok(kept_for(vm, pattern, component, PATTERN))
}

/// get URLPattern.prototype.hasRegExpGroups
fn has_regexp_groups(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pattern = this_object::<Pattern>(vm, call, "get URLPattern.prototype.hasRegExpGroups")?;
    let pattern = hosts::host_data::<Pattern>(&vm.heap, pattern).copied().unwrap_or_default();
    Ok(Value::bool(pattern.has_regexp_groups))
}

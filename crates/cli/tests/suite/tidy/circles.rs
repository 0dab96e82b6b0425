//! Files that depend on each other in a circle, and types with too many methods.
//!
//! A file depends on another file of its crate if it names a path in the other, in a `use` or inline, from the crate, from above
//! or from a child. It also depends on one whose method it calls, if methods of that type are in many files. Files form a
//! circle if each leads to all others.
//! The figures here are ratchets: a larger one fails, and a smaller one is to be written down here.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, assert_none, crates, sources};

/// Limit on the files of a circle, unless [`CIRCLES`] has another figure.
const MOST_IN_A_CIRCLE: usize = 10;

/// The largest circle of a crate. The compiler's is a recursive descent, like the functions of the specification; that of the
/// runtime has those functions: see [`SPECIFIED`].
const CIRCLES: &[(&str, usize)] = &[("cli", 17), ("compiler", 18), ("heap", 13), ("runtime", 71), ("web", 28)];

/// Modules of the runtime whose functions are those of the specification, and their sections of ECMA-262. They call each other
/// as it says, so no cut between them could be kept: a conversion calls methods of objects, which may be proxies or accessors,
/// whose functions are called; frames of those wait, iterate, import and settle promises.
const SPECIFIED: [(&str, &str); 10] = [
    ("convert", "7.1 Type Conversion"),
    ("environment", "9.1 Environment Records"),
    ("function", "10.2 to 10.4.1 Function Objects"),
    ("generator", "27.5 Generator Objects, 27.7 Async Functions"),
    ("iteration", "7.4 Operations on Iterator Objects"),
    ("module", "16.2.1 Module Semantics"),
    ("object", "7.3 Operations on Objects, 10.1 Ordinary Objects, 10.4 Exotic Objects, 10.5 Proxies"),
    ("operations", "13 Expressions: Get, Set, Call and Construct as instructions have them"),
    ("operators", "7.2 Testing and Comparison, 13.15.3 ApplyStringOrNumericBinaryOperator"),
    ("promise", "27.2 Promise Objects"),
];

/// Limit on the files in a circle of the runtime outside of [`SPECIFIED`].
const MOST_BELOW: usize = 30;

/// Limit on the methods of a type, unless [`METHODS`] has another figure.
const MOST_METHODS: usize = 150;

/// Types with more methods: recursive descents, which are one thing.
const METHODS: &[(&str, &str, usize)] =
    &[("compiler", "FunctionCompiler", 363), ("compiler", "FunctionGenerator", 194), ("syntax", "Parser", 608)];

/// Types whose methods are in many files.
const SPREAD_OUT: [&str; 2] = ["Vm", "Heap"];

/// Names of variables that hold one of [`SPREAD_OUT`], and its own.
const RECEIVERS: [(&str, &str); 4] = [("vm", "Vm"), ("Vm", "Vm"), ("heap", "Heap"), ("Heap", "Heap")];

/// Modules that each module depends on.
type Ties = BTreeMap<String, BTreeSet<String>>;

/// Splits a text into names, `::` and single characters, leaving out comments, strings and attributes of tests.
fn tokens(text: &str) -> Vec<&str> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]).trim_start();
            continue;
        } else if first == '"' {
            end_of_text(rest)
        } else if rest.starts_with("::") {
            2
        } else if is_name(first) {
            rest.find(|letter| !is_name(letter)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// Returns the position behind the quote that ends a string literal.
fn end_of_text(rest: &str) -> usize {
    let mut is_escaped = false;
    let end = rest.char_indices().skip(1).find(|&(_, letter)| {
        let is_end = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end
    });
    end.map_or(rest.len(), |(place, _)| place + 1)
}

/// Returns the paths that begin in the crate, above or with a child, with those of a `use` tree one by one. A child whose names
/// are only passed on is named by those who use them.
fn paths<'a>(tokens: &[&'a str]) -> Vec<Vec<&'a str>> {
    let children: BTreeSet<&str> =
        tokens.windows(3).filter(|window| window[0] == "mod" && window[2] == ";").map(|window| window[1]).collect();
    let mut found = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        let is_first = place == 0 || tokens[place - 1] != "::";
        let is_passed_on = place > 1 && tokens[place - 1] == "use" && matches!(tokens[place - 2], "pub" | ")");
        let is_child = !is_passed_on && children.contains(tokens[place]);
        let is_root = matches!(tokens[place], "crate" | "super");
        let is_path = is_first && (is_root || is_child) && tokens.get(place + 1) == Some(&"::");
        place = if is_path { path(tokens, place, Vec::new(), &mut found) } else { place + 1 };
    }
    found
}

/// Reads a path behind the names read before, and returns the position behind it.
fn path<'a>(tokens: &[&'a str], mut place: usize, mut names: Vec<&'a str>, found: &mut Vec<Vec<&'a str>>) -> usize {
    while let Some(&token) = tokens.get(place) {
        if token == "{" {
            place += 1;
            while tokens.get(place).is_some_and(|&token| token != "}") {
                let end = path(tokens, place, names.clone(), found);
                place = if tokens.get(end) == Some(&",") { end + 1 } else { end.max(place + 1) };
            }
            return place + 1;
        }
        names.push(token);
        place += 1;
        if tokens.get(place) != Some(&"::") {
            break;
        }
        place += 1;
    }
    found.push(names);
    if tokens.get(place) == Some(&"as") { place + 2 } else { place }
}

/// Returns the methods in `impl` blocks, with their types.
fn methods<'a>(tokens: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        if tokens[place] != "impl" {
            place += 1;
            continue;
        }
        let Some(length) = tokens[place..].iter().position(|&token| token == "{" || token == ";") else { break };
        let of = type_of_block(&tokens[place + 1..place + length]);
        place += length;
        // An `impl` in the type of a parameter has no methods.
        let Some(of) = of else { continue };
        let mut depth = 0;
        while place < tokens.len() {
            match tokens[place] {
                "{" => depth += 1,
                "}" => depth -= 1,
                "fn" if depth == 1 => found.extend(tokens.get(place + 1).map(|&name| (of, name))),
                _ => {}
            }
            place += 1;
            if depth == 0 {
                break;
            }
        }
    }
    found
}

/// Returns the type in the head of an `impl` block.
fn type_of_block<'a>(head: &[&'a str]) -> Option<&'a str> {
    let mut depth = 0;
    let mut name = None;
    for &token in head {
        match token {
            "<" => depth += 1,
            ">" => depth -= 1,
            "for" if depth == 0 => name = None,
            "where" if depth == 0 => break,
            "(" | "," | "+" if depth == 0 => return None,
            "::" | "&" | "'" => {}
            _ if depth == 0 => name = Some(token),
            _ => {}
        }
    }
    name
}

/// Returns the methods called on types in [`SPREAD_OUT`], with the type: on `self` only in files with methods of such a
/// type. A module with the name of a variable is none, in the middle of a path or before a `::`.
fn calls<'a>(tokens: &'a [&'a str]) -> impl Iterator<Item = (&'static str, &'a str)> {
    let own = methods(tokens).iter().find_map(|(of, _)| SPREAD_OUT.into_iter().find(|spread| spread == of));
    let type_of = move |receiver: &str| match receiver {
        "self" | "Self" => own,
        _ => RECEIVERS.iter().find(|(name, _)| *name == receiver).map(|(_, of)| *of),
    };
    let is_type = |receiver: &str| receiver.starts_with(char::is_uppercase);
    (0..tokens.len()).filter_map(move |place| match tokens[place..] {
        _ if place > 0 && tokens[place - 1] == "::" => None,
        [receiver, ".", name, "(" | "::", ..] => Some((type_of(receiver)?, name)),
        [receiver, "::", name, "(" | "::", ..] if is_type(receiver) => Some((type_of(receiver)?, name)),
        _ => None,
    })
}

/// Returns the module for a file's path: `object::cell` for `src/object/cell.rs`.
fn module_of(path: &str, name: &str) -> Option<String> {
    let inner = path.strip_prefix(&format!("crates/{name}/src/"))?.strip_suffix(".rs")?;
    Some(inner.replace('/', "::"))
}

/// The tokens of a module, the items that it defines, and its re-exports (without a name: everything of a module).
struct Module<'a> {
    tokens: Vec<&'a str>,
    items: BTreeSet<&'a str>,
    shown: Vec<(Option<&'a str>, String)>,
}

type Modules<'a> = BTreeMap<String, Module<'a>>;

/// Keywords that begin an item.
const ITEMS: [&str; 8] = ["fn", "struct", "enum", "const", "static", "type", "trait", "macro_rules"];

/// Returns the modules of a crate, without tests, with their items and re-exports.
fn modules<'a>(name: &str, sources: &'a [Source]) -> Modules<'a> {
    let is_test = |module: &str| module.split("::").any(|part| part == "tests");
    let of_source = |source: &'a Source| {
        // Tests beside the code may depend on anything.
        let tokens = tokens(source.text.split("#[cfg(test)]\nmod ").next()?);
        let items = tokens.windows(2).filter(|pair| ITEMS.contains(&pair[0])).map(|pair| pair[1]).collect();
        Some((module_of(&source.path, name)?, Module { tokens, items, shown: Vec::new() }))
    };
    let mut modules: Modules<'a> =
        sources.iter().filter_map(of_source).filter(|(module, _)| !is_test(module)).collect();
    let shown: Vec<_> = modules.iter().map(|(module, Module { tokens, .. })| shown(module, tokens, &modules)).collect();
    for (module, shown) in modules.values_mut().zip(shown) {
        module.shown = shown;
    }
    modules
}

/// Returns the re-exports of a module: the `pub use` of its children or of other modules.
fn shown<'a>(module: &str, tokens: &[&'a str], modules: &Modules<'a>) -> Vec<(Option<&'a str>, String)> {
    let mut found = Vec::new();
    for place in tokens.iter().enumerate().filter(|(_, token)| **token == "use").map(|(place, _)| place + 1) {
        let mut named = Vec::new();
        path(tokens, place, Vec::new(), &mut named);
        found.extend(named.iter().filter_map(|path| {
            let (target, rest) = target(path, module, modules)?;
            let name = *rest.first()?;
            (target != module).then_some(((name != "*").then_some(name), target))
        }));
    }
    found
}

/// Returns the module that a path leads to, and the rest of the path. A path begins in the crate, above, or with a
/// child.
fn target<'p, 'a>(path: &'p [&'a str], module: &str, modules: &Modules<'_>) -> Option<(String, &'p [&'a str])> {
    let own: Vec<&str> = module.split("::").collect();
    let ups = path.iter().take_while(|&&part| part == "super").count();
    let (start, names): (&[&str], &[&str]) = match *path.first()? {
        "crate" => (&[], &path[1..]),
        "self" => (&own, &path[1..]),
        _ => (&own[..own.len().saturating_sub(ups)], &path[ups..]),
    };
    let whole = |length: usize| [start, &names[..length]].concat().join("::");
    let length = (0..=names.len()).rev().find(|&length| modules.contains_key(&whole(length)))?;
    Some((whole(length), &names[length..]))
}

/// Returns the module that defines a name visible in a module: the module itself, or one whose names it re-exports.
fn home(module: &str, name: &str, modules: &Modules<'_>, depth: usize) -> Option<String> {
    let Module { items, shown, .. } = modules.get(module)?;
    if items.contains(name) {
        return Some(module.to_owned());
    }
    let ways = |is_named: bool| shown.iter().filter(move |(as_name, _)| as_name.is_some() == is_named);
    // A name that is re-exported by itself may also be visible in modules of which all is.
    let mut ways = ways(true).filter(|(as_name, _)| *as_name == Some(name)).chain(ways(false)).filter(|_| depth > 0);
    ways.find_map(|(_, target)| home(target, name, modules, depth - 1))
}

/// Returns the files that the paths of a file lead to, in a `use` or inline. A module alone only shortens the names of
/// calls.
fn named(module: &str, tokens: &[&str], modules: &Modules<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut short: BTreeMap<&str, String> = BTreeMap::new();
    let paths = paths(tokens);
    for path in &paths {
        let Some((target, rest)) = target(path, module, modules) else { continue };
        match rest.first() {
            None | Some(&"self") => {
                short.extend(path.iter().rfind(|name| **name != "self").map(|name| (*name, target)));
            }
            Some(name) => found.push(home(&target, name, modules, 4).unwrap_or(target)),
        }
    }
    for place in 0..tokens.len().saturating_sub(2) {
        let is_first = place == 0 || tokens[place - 1] != "::";
        let Some(start) = short.get(tokens[place]).filter(|_| is_first && tokens[place + 1] == "::") else { continue };
        let mut names = Vec::new();
        path(tokens, place + 2, vec!["crate"], &mut names);
        let Some(names) = names.first() else { continue };
        let whole: Vec<&str> =
            ["crate"].into_iter().chain(start.split("::")).chain(names[1..].iter().copied()).collect();
        let Some((target, rest)) = target(&whole, module, modules) else { continue };
        found.push(rest.first().and_then(|name| home(&target, name, modules, 4)).unwrap_or(target));
    }
    found
}

fn ties(name: &str, sources: &[Source]) -> Ties {
    let modules = modules(name, sources);
    // A method name defined in several files tells nothing.
    let mut defined: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for (module, Module { tokens, .. }) in &modules {
        for method in methods(tokens).into_iter().filter(|(of, _)| SPREAD_OUT.contains(of)) {
            defined.entry(method).or_default().insert(module);
        }
    }
    let is_root = |module: &str| matches!(module, "lib" | "main");
    let found = modules.iter().filter(|(module, _)| !is_root(module)).map(|(module, Module { tokens, .. })| {
        let named = named(module, tokens, &modules).into_iter();
        let called = calls(tokens).filter_map(|method| {
            let mut places = defined.get(&method)?.iter();
            places.next().filter(|_| places.next().is_none()).map(|place| (*place).to_owned())
        });
        (module.clone(), named.chain(called).filter(|other| other != module && !is_root(other)).collect())
    });
    found.collect()
}

/// Returns all modules that a module depends on, directly or not.
fn reached<'a>(ties: &'a Ties, from: &'a str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        let others = ties.get(module).into_iter().flatten().map(String::as_str);
        next.extend(others.filter(|other| seen.insert(*other)));
    }
    seen
}

/// Returns the largest set of files each of which leads to all others.
fn largest_circle(ties: &Ties) -> Vec<&str> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        ties.keys().map(|module| (module.as_str(), reached(ties, module))).collect();
    let circle = |module: &str| -> Vec<&str> {
        let others =
            reached[module].iter().filter(|other| reached.get(*other).is_some_and(|back| back.contains(module)));
        others.copied().collect()
    };
    reached.keys().map(|module| circle(module)).max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn no_circle_of_files_is_large() {
    let sources = sources();
    let mut broken = Vec::new();
    for name in crates() {
        let ties = ties(&name, &sources);
        let circle = largest_circle(&ties);
        let written = CIRCLES.iter().find(|(of, _)| *of == name).map(|&(_, count)| count);
        if circle.len() > written.unwrap_or(MOST_IN_A_CIRCLE) {
            broken.push(format!("{name}: {} files: {}", circle.len(), circle.join(", ")));
        } else if written.is_some_and(|count| circle.len() < count) {
            broken.push(format!("{name}: {} files are fewer: write it down", circle.len()));
        }
    }
    assert_none(broken, "circles of files");
}

#[test]
fn what_the_specification_stands_on_is_no_large_circle() {
    let mut ties = ties("runtime", &sources());
    let is_specified = |module: &str| SPECIFIED.iter().any(|(of, _)| Some(*of) == module.split("::").next());
    ties.retain(|module, _| !is_specified(module));
    let circle = largest_circle(&ties);
    assert!(circle.len() <= MOST_BELOW, "{} files: {}", circle.len(), circle.join(", "));
}

#[test]
fn no_type_is_a_namespace() {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for Source { path, text } in sources() {
        let Some((name, inner)) = path.strip_prefix("crates/").and_then(|path| path.split_once('/')) else { continue };
        if inner.starts_with("src/") && !inner.contains("tests") {
            let tokens = tokens(&text);
            let found = methods(&tokens).into_iter().map(|(of, _)| (name.to_owned(), of.to_owned()));
            found.for_each(|of| *counts.entry(of).or_default() += 1);
        }
    }
    let mut broken = Vec::new();
    for ((name, of), count) in counts {
        let written = METHODS.iter().find(|row| row.0 == name && row.1 == of).map(|row| row.2);
        if count > written.unwrap_or(MOST_METHODS) {
            broken.push(format!("{name}: {of} has {count} methods"));
        } else if written.is_some_and(|written| count < written) {
            broken.push(format!("{name}: {of} has {count} methods, which are fewer: write it down"));
        }
    }
    assert_none(broken, "methods of one type");
}

#[test]
fn what_ties_files_together_is_read() {
    let text =
        "use crate::{a::{self, B as C}, d::e};\n// use crate::f;\nfn g() { super::h::i(\"crate::j\"); crate::k::l() }";
    let read = tokens(text);
    let shown: Vec<String> = paths(&read).iter().map(|path| path.join("::")).collect();
    assert_eq!(shown, ["crate::a::self", "crate::a::B", "crate::d::e", "super::h::i", "crate::k::l"]);
    let read = tokens("mod a; mod b; use a::C; pub use b::D; fn f() { a::g(); b::h::i(); e::a::j() }");
    let shown: Vec<String> = paths(&read).iter().map(|path| path.join("::")).collect();
    assert_eq!(shown, ["a::C", "a::g", "b::h::i"]);
    let text = "impl<'a> From<B> for Vm<'a> { fn c() { fn d() {} } pub fn e(&self, f: impl Fn()) {} } fn g(h: impl I) { if j {} }";
    assert_eq!(methods(&tokens(text)), [("Vm", "c"), ("Vm", "e")]);
    let read = tokens("self.heap.a(); vm.b::<C>(d.e(f)); Vm::g(h); self.i()");
    assert_eq!(calls(&read).collect::<Vec<_>>(), [("Heap", "a"), ("Vm", "b"), ("Vm", "g")]);
    let read = tokens("impl Heap { fn a(&self) { self.i() } } use crate::heap::fork::A; heap::b()");
    assert_eq!(calls(&read).collect::<Vec<_>>(), [("Heap", "i")]);
}

#[test]
fn circles_are_found() {
    let source = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let sources = [
        source("crates/x/src/a.rs", "use crate::b::{C, d};"),
        source("crates/x/src/b.rs", "use std::fmt;\nfn f(vm: &mut Vm) { vm.method() }"),
        source("crates/x/src/b/g.rs", "use super::C;"),
        source("crates/x/src/e.rs", "impl Vm { fn method(&self) -> crate::a::A {} }"),
    ];
    assert_eq!(largest_circle(&ties("x", &sources)), ["a", "b", "e"]);
    // Items that a module re-exports are found in its children, also under a short name of the module.
    let sources = [
        source("crates/x/src/a.rs", "mod inner; pub use inner::*;"),
        source("crates/x/src/a/inner.rs", "use crate::b; pub fn f() { b::g() }"),
        source("crates/x/src/b.rs", "use crate::a; pub fn g() { a::f() } pub fn h() {}"),
        source("crates/x/src/c.rs", "use crate::a; use crate::b::{self}; fn i() { b::h() }"),
    ];
    let ties = ties("x", &sources);
    assert_eq!(largest_circle(&ties), ["a::inner", "b"]);
    assert_eq!(ties["c"].iter().collect::<Vec<_>>(), ["b"]);
}

//! Hints at the command's option that a failed program was probably written for.

use std::path::Path;

use ferrotape::error::Note;
use ferrotape::{Error, ErrorKind, Termination};

use crate::options::{Limits, Options};

/// Variables that Node defines in each CommonJS file.
const OF_COMMONJS: [&str; 5] = ["require", "module", "exports", "__dirname", "__filename"];

/// Globals of Node and of browsers that programs look for in vain, and what there is instead.
static ELSEWHERE: [(&str, &str); 8] = [
    ("Buffer", "--commonjs has Node's `Buffer`"),
    ("global", "`globalThis` is the global object; --commonjs has it as `global` too"),
    ("window", "`globalThis` is the global object; there is no page"),
    ("document", "there is no page: this is no browser"),
    ("localStorage", "there is no page: this is no browser"),
    ("alert", "`print` and `console.log` write"),
    ("prompt", "`print` and `console.log` write; --commonjs has Node's `readline`, which reads"),
    ("XMLHttpRequest", "`fetch` asks servers, which --allow-net=HOST allows"),
];

/// Beginnings of messages about what Node's modules do not do here, and why.
static NOT_HERE: [(&[&str], &str); 3] = [
    (&["child_process.", "cluster."], "programs of this command start no other programs"),
    (&["worker_threads.Worker"], "programs of this command have one thread"),
    (
        &["net.", "tls.", "dgram.", "dns.", "http2.", "http.Server.listen"],
        "programs of this command open no sockets: `fetch` and `http.request` reach what --allow-net=HOST allows",
    ),
];

/// Returns notes about options of the command that could help with an error.
pub fn notes(error: &Error, options: &Options) -> Vec<Note> {
    let missing =
        error.message().strip_prefix("ReferenceError: ").and_then(|rest| rest.strip_suffix(" is not defined"));
    let is_of_file = missing.is_some_and(|name| OF_COMMONJS.contains(&name));
    let is_of_commonjs = is_of_file && !options.commonjs;
    let elsewhere = missing.and_then(|name| ELSEWHERE.iter().find(|(known, _)| *known == name)).map(|(_, text)| *text);
    let unavailable = error.message().strip_prefix("Error: ").and_then(|rest| rest.strip_suffix(" is not here"));
    let begins = |starts: &[&str]| unavailable.is_some_and(|what| starts.iter().any(|start| what.starts_with(start)));
    let why_not = NOT_HERE.iter().find(|&&(starts, _)| begins(starts)).map(|(_, text)| *text);
    let is_json = error.message().starts_with("SyntaxError: ")
        && error.location().is_some_and(|location| has_ending(&location.source, "json"));
    let is_of_script = |ending: &str| error.location().is_some_and(|location| has_ending(&location.source, ending));
    let is_typescript = error.notes().iter().any(|note| note.message.starts_with("this is TypeScript"));
    let is_module = error.kind() == ErrorKind::Syntax
        && error.notes().iter().any(|note| note.message.starts_with("this text is a script: make it a module"));
    let is_without_file = !["js", "mjs", "cjs"].iter().any(|ending| is_of_script(ending));
    let is_require = !options.commonjs && is_of_script("cts") && error.message().contains("CommonJS files");
    let texts = [
        (is_typescript && is_without_file, "--typescript reads them here"),
        (is_require, "--commonjs runs such files"),
        (is_of_commonjs, "--commonjs runs programs that are written for Node's `require`"),
        (
            is_of_file && options.commonjs,
            "a module imports, has `import.meta.dirname`, and makes a `require` by `createRequire` of 'node:module'",
        ),
        (is_module, "-m runs a program as a module; `.mjs` or the `type` of package.json makes a file one"),
        (is_json, "JSON is imported by `import … from '….json' with { type: 'json' }`"),
    ];
    let texts = texts.into_iter().filter(|(applies, _)| *applies).map(|(_, text)| text);
    texts.chain(elsewhere).chain(why_not).chain(limit(error, options)).map(|text| Note::new(text, None)).collect()
}

/// Says which option set the limit that ended a run.
fn limit(error: &Error, options: &Options) -> Option<&'static str> {
    let ErrorKind::Termination(termination) = error.kind() else { return None };
    let Limits { fuel, time, memory, depth: _ } = options.limits;
    match termination {
        Termination::OutOfFuel => fuel.map(|_| "--fuel sets the limit"),
        Termination::OutOfMemory => memory.map(|_| "--memory sets the limit"),
        Termination::DeadlineReached => time.map(|_| "--time sets the limit"),
        _ => None,
    }
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == ending)
}

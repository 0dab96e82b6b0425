//! Modules of Node's names that are small and need nothing from the system, and those of the command's own.

/// The modules whose text is here, by their names.
const TEXTS: [(&str, &str); 5] = [
    ("assert", include_str!("builtin/assert.js")),
    ("events", include_str!("builtin/events.js")),
    ("path", include_str!("builtin/path.js")),
    ("url", include_str!("builtin/url.js")),
    ("util", include_str!("builtin/util.js")),
];

/// What else Node has.
const OF_NODE: [&str; 38] = [
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "sqlite",
    "stream",
    "string_decoder",
    "sys",
    "test",
    "timers",
    "tls",
    "tty",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

/// The name of a module that is there by itself; `node:` before it changes nothing.
pub fn named(specifier: &str) -> Option<&'static str> {
    if specifier == crate::host::FILES {
        return Some(crate::host::FILES);
    }
    let name = specifier.strip_prefix("node:").unwrap_or(specifier);
    TEXTS.iter().map(|(known, _)| *known).find(|known| *known == name)
}

pub fn text(name: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Is a module one that only Node has?
pub fn is_of_node(specifier: &str) -> bool {
    let name = specifier.split('/').next().unwrap_or_default();
    specifier.starts_with("node:") || OF_NODE.contains(&name)
}

//! Modules with Node's names that are small and need nothing from the system, and the command's own modules.

/// Source texts of the modules, by name.
const TEXTS: [(&str, &str); 5] = [
    ("assert", include_str!("builtin/assert.js")),
    ("events", include_str!("builtin/events.js")),
    ("path", include_str!("builtin/path.js")),
    ("url", include_str!("builtin/url.js")),
    ("util", include_str!("builtin/util.js")),
];

/// Other modules of Node.
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

/// Returns the name of a built-in module, if a specifier means one. A prefix `node:` changes nothing.
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

/// Returns whether only Node has a module.
pub fn is_of_node(specifier: &str) -> bool {
    let name = specifier.split('/').next().unwrap_or_default();
    specifier.starts_with("node:") || OF_NODE.contains(&name)
}

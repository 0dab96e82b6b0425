//! Modules with Node's names, and the command's own modules.

/// Source texts of the modules, by name.
const TEXTS: [(&str, &str); 35] = [
    ("assert", include_str!("builtin/assert.js")),
    ("assert/strict", "module.exports = require('assert').strict;"),
    ("async_hooks", include_str!("builtin/async_hooks.js")),
    ("buffer", include_str!("builtin/buffer.js")),
    ("constants", include_str!("builtin/constants.js")),
    ("crypto", include_str!("builtin/crypto.js")),
    ("events", include_str!("builtin/events.js")),
    ("fs", include_str!("builtin/fs.js")),
    ("fs/promises", include_str!("builtin/fs_promises.js")),
    ("internal/buffer", include_str!("builtin/buffer_numbers.js")),
    ("internal/errors", include_str!("builtin/errors.js")),
    ("internal/fs", include_str!("builtin/fs_calls.js")),
    ("internal/readable", include_str!("builtin/readable.js")),
    ("internal/stream_ends", include_str!("builtin/stream_ends.js")),
    ("internal/writable", include_str!("builtin/writable.js")),
    ("module", include_str!("builtin/module.js")),
    ("os", include_str!("builtin/os.js")),
    ("path", include_str!("builtin/path.js")),
    ("path/posix", "module.exports = require('path');"),
    ("perf_hooks", include_str!("builtin/perf_hooks.js")),
    ("process", "module.exports = process;"),
    ("punycode", include_str!("builtin/punycode.js")),
    ("querystring", include_str!("builtin/querystring.js")),
    ("readline", include_str!("builtin/readline.js")),
    ("stream", include_str!("builtin/stream.js")),
    ("stream/promises", include_str!("builtin/stream_promises.js")),
    ("string_decoder", include_str!("builtin/string_decoder.js")),
    ("sys", "module.exports = require('util');"),
    ("timers", include_str!("builtin/timers.js")),
    ("timers/promises", include_str!("builtin/timers_promises.js")),
    ("tty", include_str!("builtin/tty.js")),
    ("url", include_str!("builtin/url.js")),
    ("util", include_str!("builtin/util.js")),
    ("util/types", "module.exports = require('util').types;"),
    ("worker_threads", include_str!("builtin/worker_threads.js")),
];

/// Start of the names of parts that only the modules themselves require.
const INTERNAL: &str = "internal/";

/// Other modules of Node.
const OF_NODE: [&str; 22] = [
    "child_process",
    "cluster",
    "console",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "http",
    "http2",
    "https",
    "inspector",
    "net",
    "repl",
    "sqlite",
    "stream/consumers",
    "stream/web",
    "test",
    "tls",
    "v8",
    "vm",
    "wasi",
    "zlib",
];

/// Names that modules import from `process`, whose text does not say them.
const OF_PROCESS: [&str; 24] = [
    "arch", "argv", "argv0", "cwd", "emitWarning", "env", "execArgv", "execPath", "exit", "exitCode", "hrtime",
    "memoryUsage", "nextTick", "off", "on", "once", "pid", "platform", "stderr", "stdin", "stdout", "uptime",
    "version", "versions",
];

/// Returns the name of a built-in module, if a specifier means one. A prefix `node:` changes nothing.
pub fn named(specifier: &str) -> Option<&'static str> {
    if specifier == crate::host::FILES {
        return Some(crate::host::FILES);
    }
    let name = specifier.strip_prefix("node:").unwrap_or(specifier);
    names().find(|known| *known == name)
}

/// Returns the name of a module, or of a part that modules require.
pub fn part(name: &str) -> Option<&'static str> {
    TEXTS.iter().map(|(known, _)| *known).find(|known| *known == name)
}

/// Returns the names of the modules.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name).filter(|name| !name.starts_with(INTERNAL))
}

pub fn text(name: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Returns names of exports that are not to be seen in the text of a module.
pub fn more_names(name: &str) -> &'static [&'static str] {
    if name == "process" { &OF_PROCESS } else { &[] }
}

/// Returns whether only Node has a module.
pub fn is_of_node(specifier: &str) -> bool {
    let name = specifier.split('/').next().unwrap_or_default();
    specifier.starts_with("node:") || OF_NODE.contains(&specifier) || OF_NODE.contains(&name)
}

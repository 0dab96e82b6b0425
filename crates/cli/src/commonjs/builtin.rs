//! Modules with Node's names, and the command's own modules.

use ferrotape::Termination;
use ferrotape::modules::ReadLimits;

use super::names::names_of;

/// Makes the text of a module that packages load for what is not here: each of its functions says so when it is called.
macro_rules! absent {
    ($($names:expr),+) => {
        concat!("'use strict';\nconst names = '", $($names),+, "';\n", include_str!("builtin/absent.js"))
    };
}

/// Makes the text of a module that has things of another one: what Node calls its own files, as some packages do.
macro_rules! again {
    ($of:literal, $names:literal) => {
        concat!(
            "'use strict';\nconst names = '",
            $names,
            "';\nfor (const name of names.split(' ')) exports[name] = require('",
            $of,
            "')[name];\n"
        )
    };
}

/// Gives the names that both modules of `dns` have.
macro_rules! dns_names {
    () => {
        "lookup resolve resolve4 resolve6 reverse Resolver getServers setServers getDefaultResultOrder \
         setDefaultResultOrder lookupService resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs \
         resolvePtr resolveSoa resolveSrv resolveTxt \
         NODATA FORMERR SERVFAIL NOTFOUND NOTIMP REFUSED BADQUERY BADNAME BADFAMILY BADRESP CONNREFUSED TIMEOUT EOF FILE NOMEM \
         DESTRUCTION BADSTR BADFLAGS NONAME BADHINTS NOTINITIALIZED LOADIPHLPAPI ADDRGETNETWORKPARAMS CANCELLED"
    };
}

/// Source texts of the modules, by name.
const TEXTS: [(&str, &str); 112] = [
    ("_http_agent", again!("http", "Agent globalAgent")),
    ("_http_client", again!("http", "ClientRequest")),
    ("_http_common", include_str!("builtin/http_common.js")),
    ("_http_incoming", again!("http", "IncomingMessage")),
    ("_http_outgoing", again!("http", "OutgoingMessage validateHeaderName validateHeaderValue")),
    ("_http_server", again!("http", "STATUS_CODES Server ServerResponse")),
    ("_stream_duplex", "module.exports = require('stream').Duplex;"),
    ("_stream_passthrough", "module.exports = require('stream').PassThrough;"),
    ("_stream_readable", "module.exports = require('stream').Readable;"),
    ("_stream_transform", "module.exports = require('stream').Transform;"),
    ("_stream_writable", "module.exports = require('stream').Writable;"),
    ("_tls_common", again!("tls", "SecureContext createSecureContext")),
    ("_tls_wrap", again!("tls", "Server TLSSocket connect createServer")),
    ("assert", include_str!("builtin/assert.js")),
    ("assert/strict", "module.exports = require('assert').strict;"),
    ("async_hooks", include_str!("builtin/async_hooks.js")),
    ("buffer", include_str!("builtin/buffer.js")),
    ("child_process", absent!("exec execFile execFileSync execSync fork spawn spawnSync ChildProcess")),
    ("cluster", include_str!("builtin/cluster.js")),
    ("console", include_str!("builtin/console.js")),
    ("constants", include_str!("builtin/constants.js")),
    ("crypto", include_str!("builtin/crypto.js")),
    ("dgram", absent!("createSocket Socket")),
    ("diagnostics_channel", include_str!("builtin/diagnostics_channel.js")),
    ("dns", absent!(dns_names!(), " V4MAPPED ADDRCONFIG ALL promises")),
    ("dns/promises", absent!(dns_names!())),
    ("events", include_str!("builtin/events.js")),
    ("fs", include_str!("builtin/fs.js")),
    ("fs/promises", include_str!("builtin/fs_promises.js")),
    ("http", include_str!("builtin/http.js")),
    (
        "http2",
        absent!(
            "connect createServer createSecureServer constants getDefaultSettings getPackedSettings getUnpackedSettings \
             sensitiveHeaders Http2ServerRequest Http2ServerResponse"
        ),
    ),
    ("https", include_str!("builtin/https.js")),
    ("inspector", absent!("open close url Session console waitForDebugger")),
    ("internal/addresses", include_str!("builtin/addresses.js")),
    ("internal/agent", include_str!("builtin/agent.js")),
    ("internal/assertion_error", include_str!("builtin/assertion_error.js")),
    ("internal/buffer", include_str!("builtin/buffer_numbers.js")),
    ("internal/ciphers", include_str!("builtin/ciphers.js")),
    ("internal/comparisons", include_str!("builtin/comparisons.js")),
    ("internal/contexts", include_str!("builtin/contexts.js")),
    ("internal/der", include_str!("builtin/der.js")),
    ("internal/diffie_hellman", include_str!("builtin/diffie_hellman.js")),
    ("internal/errors", include_str!("builtin/errors.js")),
    ("internal/fs", include_str!("builtin/fs_calls.js")),
    ("internal/fs_folders", include_str!("builtin/fs_folders.js")),
    ("internal/fs_streams", include_str!("builtin/fs_streams.js")),
    ("internal/glob", include_str!("builtin/glob.js")),
    ("internal/http2_constants", include_str!("builtin/http2_constants.js")),
    ("internal/http_client", include_str!("builtin/http_client.js")),
    ("internal/http_incoming", include_str!("builtin/http_incoming.js")),
    ("internal/http_outgoing", include_str!("builtin/http_outgoing.js")),
    ("internal/http_server", include_str!("builtin/http_server.js")),
    ("internal/key_formats", include_str!("builtin/key_formats.js")),
    ("internal/keypress", include_str!("builtin/keypress.js")),
    ("internal/keys", include_str!("builtin/keys.js")),
    ("internal/line_editor", include_str!("builtin/line_editor.js")),
    ("internal/mime", include_str!("builtin/mime.js")),
    ("internal/mock_timers", include_str!("builtin/mock_timers.js")),
    ("internal/mocks", include_str!("builtin/mocks.js")),
    ("internal/pairs", include_str!("builtin/pairs.js")),
    ("internal/parse_args", include_str!("builtin/parse_args.js")),
    ("internal/primes", include_str!("builtin/primes.js")),
    ("internal/readable", include_str!("builtin/readable.js")),
    ("internal/real_timers", include_str!("builtin/real_timers.js")),
    ("internal/rsa_numbers", include_str!("builtin/rsa_numbers.js")),
    ("internal/stream_adapters", include_str!("builtin/stream_adapters.js")),
    ("internal/stream_compose", include_str!("builtin/stream_compose.js")),
    ("internal/stream_ends", include_str!("builtin/stream_ends.js")),
    ("internal/stream_operators", include_str!("builtin/stream_operators.js")),
    ("internal/system_errors", include_str!("builtin/system_errors.js")),
    ("internal/test_checks", include_str!("builtin/test_checks.js")),
    ("internal/test_events", include_str!("builtin/test_events.js")),
    ("internal/test_run", include_str!("builtin/test_run.js")),
    ("internal/test_snapshots", include_str!("builtin/test_snapshots.js")),
    ("internal/test_stacks", include_str!("builtin/test_stacks.js")),
    ("internal/test_turns", include_str!("builtin/test_turns.js")),
    ("internal/types", include_str!("builtin/types.js")),
    ("internal/whole_numbers", include_str!("builtin/whole_numbers.js")),
    ("internal/writable", include_str!("builtin/writable.js")),
    ("internal/x509", include_str!("builtin/x509.js")),
    ("module", include_str!("builtin/module.js")),
    ("net", include_str!("builtin/net.js")),
    ("os", include_str!("builtin/os.js")),
    ("path", include_str!("builtin/path.js")),
    ("path/posix", "module.exports = require('path');"),
    ("path/win32", include_str!("builtin/path_win32.js")),
    ("perf_hooks", include_str!("builtin/perf_hooks.js")),
    ("process", "module.exports = process;"),
    ("punycode", include_str!("builtin/punycode.js")),
    ("querystring", include_str!("builtin/querystring.js")),
    ("readline", include_str!("builtin/readline.js")),
    ("readline/promises", include_str!("builtin/readline_promises.js")),
    ("repl", absent!("start REPLServer")),
    ("stream", include_str!("builtin/stream.js")),
    ("stream/consumers", include_str!("builtin/stream_consumers.js")),
    ("stream/promises", include_str!("builtin/stream_promises.js")),
    ("stream/web", include_str!("builtin/stream_web.js")),
    ("string_decoder", include_str!("builtin/string_decoder.js")),
    ("sys", "module.exports = require('util');"),
    ("test", include_str!("builtin/test.js")),
    ("test/reporters", include_str!("builtin/test_reporters.js")),
    ("timers", include_str!("builtin/timers.js")),
    ("timers/promises", include_str!("builtin/timers_promises.js")),
    ("tls", include_str!("builtin/tls.js")),
    ("tty", include_str!("builtin/tty.js")),
    ("url", include_str!("builtin/url.js")),
    ("util", include_str!("builtin/util.js")),
    ("util/types", "module.exports = require('util').types;"),
    ("v8", include_str!("builtin/v8.js")),
    ("vm", include_str!("builtin/vm.js")),
    ("worker_threads", include_str!("builtin/worker_threads.js")),
    ("zlib", include_str!("builtin/zlib.js")),
];

/// Start of the names of parts that only the modules themselves require.
const INTERNAL: &str = "internal/";

/// Other modules of Node.
const OF_NODE: [&str; 5] = ["domain", "inspector/promises", "sqlite", "trace_events", "wasi"];

/// The module with tests.
pub const TEST: &str = "test";

/// Modules that are meant only with the prefix `node:`, as packages have such names.
const PREFIXED: [&str; 2] = [TEST, "test/reporters"];

/// Names that modules export and their texts do not say in a way that is read from texts: a line for each module.
const MORE_NAMES: &str = include_str!("builtin/names.txt");

/// Returns the name of a built-in module, if a specifier means one. A prefix `node:` changes nothing.
pub fn named(specifier: &str) -> Option<&'static str> {
    if specifier == crate::host::FILES {
        return Some(crate::host::FILES);
    }
    let name = specifier.strip_prefix("node:").unwrap_or(specifier);
    names().find(|known| *known == name && (name != specifier || prefixed(name).is_none()))
}

/// Returns the module of which the name alone, without a prefix, means a package.
pub fn prefixed(name: &str) -> Option<&'static str> {
    PREFIXED.into_iter().find(|known| *known == name)
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

/// Returns the names that modules import from a module: those that its text assigns, and others.
pub fn exported(name: &str, limits: &mut ReadLimits<'_>) -> Result<Vec<String>, Termination> {
    let text = text(name).unwrap_or_default();
    let mut names = names_of(text, limits)?.own;
    let absent = text.split_once("const names = '").and_then(|(_, rest)| rest.split_once('\''));
    names.extend(absent.into_iter().flat_map(|(list, _)| list.split(' ')).map(str::to_owned));
    let more = MORE_NAMES.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    names.extend(more.into_iter().flat_map(str::split_whitespace).map(str::to_owned));
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// Returns whether only Node has a module.
pub fn is_of_node(specifier: &str) -> bool {
    let name = specifier.split('/').next().unwrap_or_default();
    specifier.starts_with("node:") || OF_NODE.contains(&specifier) || OF_NODE.contains(&name)
}

//! Requests of Node's `http` and `https`: the network of `--allow-net`, and its gate.

use std::io::Write;
use std::net::TcpListener;
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::{Server, ferrotape, gzip, printed, serve, write};
use crate::runner::root;

const PROGRAM: &str = include_str!("http_program.js");

/// Answers the paths that the program asks for.
fn server() -> Server {
    serve(|path, stream| match path {
        "/redirect" => write(stream, "302 Found\r\nLocation: /elsewhere", b"moved"),
        "/missing" => write(stream, "404 Not Found", b"missing"),
        "/head" => drop(stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\n")),
        "/gzip" => write(stream, "200 OK\r\nContent-Encoding: gzip", &gzip(b"coded")),
        "/large" => write(stream, "200 OK", &vec![b'a'; 300_000]),
        "/never" => thread::sleep(Duration::from_secs(1)),
        "/half" => drop(stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nhalf")),
        _ => write(stream, "200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-A: 1", b"{\"headers\":\"there\"}"),
    })
}

/// Returns what node 20 prints, if it is installed.
fn of_node(text: &str) -> Option<String> {
    let version = Command::new("node").arg("--version").output().ok()?;
    if !version.stdout.starts_with(b"v20.") {
        return None;
    }
    let output = Command::new("node").args(["--no-deprecation", "-e", text]).output().expect("it runs");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn requests_print_what_nodes_print() {
    let server = server();
    let text = format!("const port = {};\n{PROGRAM}", server.port);
    let expected = std::fs::read_to_string(root().join("crates/cli/tests/suite/network/http_program.expected"));
    let expected = expected.expect("it is there");
    if let Some(of_node) = of_node(&text) {
        assert_eq!(of_node, expected, "node");
    }
    server.seen.lock().expect("no panic").clear();
    for machine in ["register", "stack"] {
        assert_eq!(
            printed(&["--allow-net=127.0.0.1", "--commonjs", "--backend", machine], &text),
            expected,
            "{machine}"
        );
    }
    let seen = server.seen.lock().expect("no panic");
    let first = seen[0].to_ascii_lowercase();
    assert!(first.starts_with("post /a?b http/1.1\r\n") && first.ends_with("\r\n\r\none"), "{first}");
    assert!(first.contains("cookie: c=1; d=2\r\n") && first.contains("accept-encoding: identity\r\n"), "{first}");
    assert!(seen.iter().any(|request| request.contains("Basic dXNlcjpwYXNz")), "{seen:?}");
}

/// Returns the code and the message of the error of a request.
fn refusal(options: &[&str], request: &str) -> String {
    let text =
        format!("{request}.on('error', e => console.log(e.code, e.message)).on('response', () => console.log('came'))");
    let options: Vec<&str> = [options, &["--commonjs"]].concat();
    printed(&options, &text)
}

#[test]
fn requests_ask_the_gate() {
    let server = server();
    let port = server.port;
    let get = |options: &[&str], url: &str| refusal(options, &format!("require('http').get({url})"));
    let url = format!("'http://127.0.0.1:{port}/'");
    let refused = get(&[], &url);
    assert!(refused.starts_with("EACCES ") && refused.contains("--allow-net=HOST allows it"), "{refused}");
    let refused = get(&["--allow-net=example.org"], &url);
    assert!(refused.starts_with("EACCES ") && refused.contains("is not among the hosts of --allow-net"), "{refused}");
    // Public addresses alone, whatever the spelling.
    for host in ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "0"] {
        let refused = get(&["--allow-net"], &format!("'http://{host}:{port}/'"));
        assert!(refused.contains("--allow-net") && !refused.contains("came"), "{host}: {refused}");
    }
    // Parts of options that would make another URL of it.
    let options = ["--allow-net=example.org,a"];
    for given in [
        format!("{{ host: 'example.org@127.0.0.1', port: {port} }}"),
        format!("{{ host: '127.0.0.1:{port}/', port: 80 }}"),
        format!("{{ host: 'example.org#@127.0.0.1', port: {port} }}"),
        format!("{{ host: '127.0.0.1', port: {port}, path: '@a' }}"),
        format!("{{ host: '127.0.0.1', port: {port}, headers: {{ Host: 'example.org' }} }}"),
    ] {
        let refused = get(&options, &given);
        assert!(refused.starts_with("EACCES ") || refused.starts_with("ENOTFOUND "), "{given}: {refused}");
    }
    let given = format!("{{ host: 'a', port: '@127.0.0.1:{port}' }}");
    let text = format!("try {{ require('http').get({given}) }} catch (error) {{ console.log(error.code) }}");
    assert_eq!(printed(&[options[0], "--commonjs"], &text), "ERR_SOCKET_BAD_PORT\n");
    assert!(server.seen.lock().expect("no panic").is_empty());
    assert_eq!(get(&[&format!("--allow-net=127.0.0.1:{port}")], &url), "came\n");
    assert_eq!(server.seen.lock().expect("no panic").len(), 1);
}

#[test]
fn headers_do_not_frame_a_request_anew() {
    let server = server();
    let text = format!(
        "require('http').request({{ port: {}, host: '127.0.0.1', method: 'POST', headers: {{
            Host: 'evil', 'Content-Length': '1', 'Transfer-Encoding': 'chunked', Connection: 'upgrade', 'Proxy-X': 'y', 'X-A': 'b' }} }},
            res => {{ console.log(res.statusCode); res.resume() }}).end('whole')",
        server.port
    );
    assert_eq!(printed(&["--allow-net=127.0.0.1", "--commonjs"], &text), "200\n");
    let seen = server.seen.lock().expect("no panic");
    assert!(
        seen[0].ends_with("\r\n\r\nwhole") && !seen[0].contains("evil") && !seen[0].to_lowercase().contains("proxy-x"),
        "{}",
        seen[0]
    );
    assert!(seen[0].to_lowercase().contains("x-a: b"), "{}", seen[0]);
}

#[test]
fn what_cannot_be_had_says_so() {
    let made = |text: &str| {
        let text = format!("{text}.on('error', error => console.log(error.code, error.message)).end()");
        printed(&["--allow-net", "--commonjs"], &text)
    };
    for (text, what) in [
        ("require('http').request({ socketPath: '/tmp/x' })", "http.request with socketPath"),
        ("require('http').request({ createConnection() {} })", "http.request with createConnection"),
        ("require('https').request({ host: 'a', cert: 'x' })", "http.request with cert"),
        (
            "require('https').request('https://a/', { agent: new (require('https').Agent)({ ca: 'x' }) })",
            "http.request with ca",
        ),
        ("require('http').request({ host: 'a', method: 'CONNECT' })", "http.request with CONNECT"),
        ("require('http').request({ host: 'a', path: 'http://b/' })", "http.request of a proxy"),
    ] {
        assert_eq!(made(text), format!("ERR_FEATURE_UNAVAILABLE_ON_PLATFORM {what} is not here\n"), "{text}");
    }
}

/// A request that has been dropped ends at once, and a limit of time ends one that waits.
#[test]
fn limits_end_requests() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let text = format!("const r = require('http').get('http://127.0.0.1:{port}/')");
    let output = ferrotape(&["--allow-net=127.0.0.1", "--commonjs", "--time", "200ms"], &text);
    assert!(String::from_utf8_lossy(&output.stderr).contains("reached its deadline"), "{output:?}");
    let text = format!("{text}; r.on('error', () => console.log('over')); setTimeout(() => r.destroy(), 20)");
    assert_eq!(printed(&["--allow-net=127.0.0.1", "--commonjs"], &text), "over\n");
}

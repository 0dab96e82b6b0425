//! Answers of the suite's server, as far as tests that run here ask for any: the host's side of `fetch`.
//!
//! Engines open no sockets: a host answers each request, so no connection stands between a test and these answers. The client of
//! the command has its tests with servers on the loopback in `crates/cli/tests/suite/network.rs`.

use ferrotape::web::{FetchRequest, FetchResponse};

/// The place of the suite. Tests name it nowhere.
pub const ORIGIN: &str = "http://web-platform.test/";

/// Answers a request as the scripts and files in `resources` of the suite do.
pub fn answer(request: FetchRequest) -> FetchResponse {
    let path = request.url.strip_prefix(ORIGIN).unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    match path.rsplit('/').next().unwrap_or_default() {
        "echo-content.py" => FetchResponse::new(200).body(request.body.unwrap_or_default()),
        "inspect-headers.py" => inspected(&request, query),
        "trickle.py" => {
            let count = parameter(query, "count").parse().unwrap_or(1);
            FetchResponse::new(200).header("content-type", "text/plain").body("TEST_TRICKLE\n".repeat(count))
        }
        "top.txt" => FetchResponse::new(200).header("content-type", "text/plain").body("top"),
        "data.json" => {
            FetchResponse::new(200).header("content-type", "application/json").body("{\"key\": \"value\"}\n")
        }
        // The archive has no recordings. Tests of compression read some, and take any bytes that become fewer.
        _ if path.starts_with("media/") => FetchResponse::new(200).body("WEBVTT\n".repeat(30_000)),
        _ => FetchResponse::new(404),
    }
}

/// Gives the headers of the request that the query names, as headers `x-request-NAME`.
fn inspected(request: &FetchRequest, query: &str) -> FetchResponse {
    let names = parameter(query, "headers").replace("%7C", "|");
    let mut response = FetchResponse::new(200);
    for name in names.split('|') {
        if let Some(value) = request.header(name) {
            response = response.header(&format!("x-request-{name}"), value);
        }
    }
    response
}

fn parameter<'a>(query: &'a str, name: &str) -> &'a str {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

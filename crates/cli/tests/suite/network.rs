//! `--allow-net`: fetch against servers of the test on the loopback.

mod http;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A server that answers each connection with what a function makes of the request.
struct Server {
    port: u16,
    /// The requests: heads and bodies.
    seen: Arc<Mutex<Vec<String>>>,
}

fn serve(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (noted, answer) = (Arc::clone(&seen), Arc::new(answer));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (noted, answer) = (Arc::clone(&noted), Arc::clone(&answer));
            thread::spawn(move || {
                let mut stream = stream;
                let Some(request) = read_request(&stream) else { return };
                noted.lock().expect("no panic").push(request.clone());
                answer(request.split(' ').nth(1).unwrap_or_default(), &mut stream);
                // A connection that is closed before the client has read everything may be reset: the client closes first.
                let _ = stream.shutdown(Shutdown::Write);
                let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
                let _ = stream.read(&mut [0]);
            });
        }
    });
    Server { port, seen }
}

fn read_request(stream: &TcpStream) -> Option<String> {
    let mut reader = BufReader::new(stream);
    let (mut text, mut length) = (String::new(), 0);
    loop {
        // A header's value need not be UTF-8.
        let mut line = Vec::new();
        if reader.read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        text += &line;
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(text + &String::from_utf8_lossy(&body))
}

fn write(stream: &mut TcpStream, head: &str, body: &[u8]) {
    let length = body.len();
    let head = format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

fn ferrotape(options: &[&str], text: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
    // What the environment says of proxies is not for programs of unknown origin.
    command
        .env("http_proxy", "http://127.0.0.1:1")
        .env("HTTP_PROXY", "http://127.0.0.1:1")
        .env("ALL_PROXY", "http://127.0.0.1:1");
    command.args(options).args(["-e", text]).output().expect("the command runs")
}

fn printed(options: &[&str], text: &str) -> String {
    let output = ferrotape(options, text);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn requests_and_responses_go_over_a_network() {
    let server = serve(|path, stream| match path {
        "/slow" => {
            let _ =
                stream.write_all(b"HTTP/1.1 200 Fine\r\nX-A: \xE9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n");
            thread::sleep(Duration::from_millis(30));
            let _ = stream.write_all(b"3\r\ncde\r\n0\r\n\r\n");
        }
        _ => write(stream, "404 Not Found\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2", path.as_bytes()),
    });
    let text = format!(
        "(async () => {{
            const base = 'http://localhost:{port}';
            let r = await fetch(base + '/slow#x', {{ method: 'post', body: 'data', headers: {{ 'X-B': '\\xe9', Host: 'evil' }} }});
            print(r.status, r.ok, r.url.endsWith('/slow'), r.headers.get('x-a'), await r.text());
            r = await fetch(base + '/b?c');
            print(r.status, r.headers.getSetCookie().join(), await r.text());
            r = await fetch(base + '/d', {{ method: 'DELETE', body: new ReadableStream({{ start(c) {{ c.enqueue(new Uint8Array([65])); c.close(); }} }}), duplex: 'half' }});
            print((await Promise.all([1, 2, 3].map(n => fetch(base + '/' + n).then(r => r.text())))).join());
        }})()",
        port = server.port
    );
    let option = format!("--allow-net=localhost:{}", server.port);
    assert_eq!(printed(&[&option], &text), "200 true true é abcde\n404 a=1,b=2 /b?c\n/1,/2,/3\n");
    let seen = server.seen.lock().expect("no panic");
    let first = seen[0].to_ascii_lowercase();
    assert!(first.starts_with("post /slow http/1.1\r\n") && first.ends_with("\r\n\r\ndata"), "{first}");
    assert!(first.contains(&format!("host: localhost:{}", server.port)) && !first.contains("evil"), "{first}");
    assert!(
        first.contains("content-type: text/plain;charset=utf-8") && first.contains("user-agent: ferrotape/"),
        "{first}"
    );
    assert!(seen[2].starts_with("DELETE /d ") && seen[2].ends_with("\r\n\r\nA"), "{}", seen[2]);
}

/// `statusText` and `statusMessage` are what the server has sent, and not what is usual for the status.
#[test]
fn reason_phrases_are_the_servers() {
    let server = serve(|path, stream| match path {
        "/early" => {
            let _ = stream.write_all(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n");
            write(stream, "200 After all", b"");
        }
        "/none" => write(stream, "200", b""),
        "/odd" => write(stream, "299 Its  \u{e9}", b""),
        _ => write(stream, "404 Nothing to see", b""),
    });
    let fetches = "(async () => {
        for (const path of ['early', 'none', 'odd', 'other']) {
            const r = await fetch(base + path);
            print(r.status, JSON.stringify(escape(r.statusText)));
        }
    })()";
    let text = format!("const base = 'http://localhost:{}/'; {fetches}", server.port);
    let expected = "200 \"After%20all\"\n200 \"\"\n299 \"Its%20%20%C3%A9\"\n404 \"Nothing%20to%20see\"\n";
    assert_eq!(printed(&["--allow-net=localhost"], &text), expected);
    let text = format!(
        "require('http').get('http://localhost:{}/', r => {{ print(r.statusMessage); r.resume() }})",
        server.port
    );
    assert_eq!(printed(&["--commonjs", "--allow-net=localhost"], &text), "Nothing to see\n");
}

#[test]
fn bodies_that_nobody_reads_make_room() {
    let server = serve(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        while stream.write_all(&[b'a'; 1 << 16]).is_ok() {}
    });
    let text = format!(
        "(async () => {{
            let count = 0;
            while (count < 150) {{ const r = await fetch('http://localhost:{port}/'); if (r.ok) count++; }}
            print(count);
            const body = new Uint8Array(65 << 20);
            await fetch('http://localhost:{port}/', {{ method: 'POST', body }}).catch(e => print(e.message.includes('64 MB')));
        }})()",
        port = server.port
    );
    assert_eq!(printed(&["--allow-net=localhost"], &text), "150\ntrue\n");
}

/// Returns the message with which `fetch` of a URL fails under these options.
fn refusal(options: &[&str], url: &str) -> String {
    printed(
        options,
        &format!("fetch('{url}').then(r => r.text()).then(print, e => print(e.constructor.name, e.message))"),
    )
}

#[test]
fn what_is_not_named_is_not_asked() {
    let server = serve(|_, stream| write(stream, "200 OK", b"secret"));
    let port = server.port;
    let local = format!("http://127.0.0.1:{port}/");
    let other = format!("--allow-net=localhost:{}", port.wrapping_add(1));
    for (options, url, why) in [
        (vec![], local.clone(), "--allow-net=HOST allows it"),
        (vec!["--allow-net=a.example"], local.clone(), "is not among the hosts of --allow-net"),
        (vec!["--allow-net"], local.clone(), "is not public and must be named"),
        (vec!["--allow-net"], format!("http://0x7f.1:{port}/"), "is not public and must be named"),
        (vec!["--allow-net"], format!("http://[::ffff:127.0.0.1]:{port}/"), "is not public and must be named"),
        // A name that leads to the loopback.
        (vec!["--allow-net"], format!("http://localhost:{port}/"), "is not public and must be named"),
        (vec![&other[..]], format!("http://localhost:{port}/"), "is not among the hosts"),
        (vec!["--allow-net"], "file:///etc/passwd".to_owned(), "no way to fetch URLs of the scheme 'file'"),
    ] {
        let said = refusal(&options, &url);
        assert!(said.starts_with("TypeError fetch of ") && said.contains(why), "{options:?} {url}: {said}");
    }
    assert!(server.seen.lock().expect("no panic").is_empty());
    assert_eq!(refusal(&["--allow-net=127.0.0.1"], &local), "secret\n");
}

#[test]
fn each_hop_of_a_redirect_must_be_allowed() {
    let inner = serve(|_, stream| write(stream, "200 OK", b"secret"));
    let inner_port = inner.port;
    let outer = serve(move |path, stream| {
        let location = match path {
            "/in" => format!("http://127.0.0.1:{inner_port}/"),
            "/file" => "file:///etc/passwd".to_owned(),
            "/loop" => "/loop".to_owned(),
            "/data" => "data:,x".to_owned(),
            "/to" => "/end".to_owned(),
            _ => return write(stream, "200 OK", path.as_bytes()),
        };
        write(stream, &format!("302 Found\r\nLocation: {location}"), b"");
    });
    let base = format!("http://localhost:{}", outer.port);
    let option = format!("--allow-net=localhost:{}", outer.port);
    let options = [&option[..]];
    assert!(refusal(&options, &format!("{base}/in")).contains("is not among the hosts of --allow-net"));
    assert!(inner.seen.lock().expect("no panic").is_empty());
    assert!(refusal(&options, &format!("{base}/file")).contains("leads to a URL that is not of HTTP"));
    assert!(refusal(&options, &format!("{base}/data")).contains("leads to a URL that is not of HTTP"));
    assert!(refusal(&options, &format!("{base}/loop")).contains("too many redirects"));
    let text = format!(
        "(async () => {{
            let r = await fetch('{base}/to', {{ method: 'POST', body: 'b', headers: {{ Authorization: 'key' }} }});
            print(r.redirected, r.url.endsWith('/end'), await r.text());
            r = await fetch('{base}/to', {{ redirect: 'manual' }});
            print(r.status, r.headers.get('location'), r.redirected);
            await fetch('{base}/to', {{ redirect: 'error' }}).catch(e => print(e.message.includes('is a redirect')));
            r = await fetch('{base}/in', {{ headers: {{ Authorization: 'key', 'X-Y': 'z' }} }});
            print(await r.text());
        }})()"
    );
    let both = format!("--allow-net=localhost,127.0.0.1:{inner_port}");
    assert_eq!(printed(&[&both], &text), "true true /end\n302 /end false\ntrue\nsecret\n");
    let seen = outer.seen.lock().expect("no panic");
    let end = seen.iter().find(|request| request.contains(" /end ")).expect("a hop").to_ascii_lowercase();
    assert!(end.starts_with("get ") && !end.contains("content-type") && end.contains("authorization: key"), "{end}");
    let crossed = inner.seen.lock().expect("no panic")[0].to_ascii_lowercase();
    assert!(!crossed.contains("authorization") && crossed.contains("x-y: z"), "{crossed}");
}

#[test]
fn limits_and_signals_end_what_goes_on() {
    let server = serve(|path, stream| match path {
        "/endless" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
            while stream.write_all(&[b'a'; 1 << 16]).is_ok() {}
        }
        "/silent" => thread::sleep(Duration::from_secs(20)),
        _ => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc");
            thread::sleep(Duration::from_secs(20));
        }
    });
    let base = format!("http://localhost:{}", server.port);
    let began = Instant::now();
    let said = |options: &[&str], text: &str| {
        let output = ferrotape(&[&["--allow-net=localhost"], options].concat(), &text.replace("BASE", &base));
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let text = "fetch('BASE/endless').then(r => r.arrayBuffer())";
    assert!(said(&["--memory=20M"], text).contains("memory"));
    assert!(said(&["--time=300ms"], "fetch('BASE/silent')").contains("300"));
    assert!(said(&["--time=300ms"], "fetch('BASE/part').then(r => r.text())").contains("300"));
    let text = "fetch('BASE/silent', { signal: AbortSignal.timeout(50) }).catch(e => print(e.name))";
    assert_eq!(said(&[], text), "TimeoutError\n");
    let text = "fetch('BASE/part', { signal: AbortSignal.timeout(300) }).then(r => r.text()).catch(e => print(e.name))";
    assert_eq!(said(&[], text), "TimeoutError\n");
    // Nobody waits for a body that nobody reads.
    let text = "fetch('BASE/part', { signal: AbortSignal.timeout(30_000) }).then(r => print(r.status))";
    assert_eq!(said(&[], text), "200\n");
    let text = "(async () => {
        const r = await fetch('BASE/part', { signal: AbortSignal.timeout(30_000) });
        print((await r.body.getReader().read()).value.length);
    })()";
    assert_eq!(said(&[], text), "3\n");
    let text = "(async () => {
        const c = new AbortController(), r = await fetch('BASE/part', { signal: c.signal });
        const reader = r.body.getReader();
        print((await reader.read()).value.length);
        setTimeout(() => c.abort('enough'), 20);
        await reader.read().catch(e => print(e));
        const s = await fetch('BASE/endless');
        for await (const piece of s.body) { print(piece.length > 0); break; }
    })()";
    assert_eq!(said(&[], text), "3\nenough\ntrue\n");
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

/// A text as gzip, in one block that is stored.
fn gzip(text: &[u8]) -> Vec<u8> {
    let sum = !text.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    });
    [b"\x1F\x8B\x08\0\0\0\0\0\0\xFF".to_vec(), stored(text), sum.to_le_bytes().to_vec(), length(text)].concat()
}

fn length(text: &[u8]) -> Vec<u8> {
    (text.len() as u32).to_le_bytes().to_vec()
}

fn stored(text: &[u8]) -> Vec<u8> {
    let length = text.len() as u16;
    [&[1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), text].concat()
}

/// A text as ZLIB, which HTTP calls deflate.
fn zlib(text: &[u8]) -> Vec<u8> {
    let (low, high) = text.iter().fold((1u32, 0), |(low, high), &byte| {
        let low = (low + u32::from(byte)) % 65521;
        (low, (high + low) % 65521)
    });
    [b"\x78\x01".to_vec(), stored(text), (high << 16 | low).to_be_bytes().to_vec()].concat()
}

/// The first bytes of a gzip without an end: zeros, and for each copy of them 13 bits.
fn bomb(copies: usize) -> Vec<u8> {
    // A block with fixed codes; the literal zero; copies of 258 bytes, one byte back.
    let bits = "11000001100".chars().chain("1100010100000".chars().cycle().take(13 * copies));
    let mut bytes = b"\x1F\x8B\x08\0\0\0\0\0\0\xFF".to_vec();
    for (index, bit) in bits.enumerate() {
        if index % 8 == 0 {
            bytes.push(0);
        }
        if let Some(last) = bytes.last_mut() {
            *last |= u8::from(bit == '1') << (index % 8);
        }
    }
    bytes
}

#[test]
fn bodies_are_decoded_and_bombs_end_by_the_limits() {
    let server = serve(|path, stream| {
        let (coding, body) = match path {
            "/gzip" => ("gzip", gzip(b"text")),
            "/x-gzip" => ("X-GZip ", gzip(b"text")),
            "/deflate" => ("deflate", zlib(b"text")),
            "/cut" => ("gzip", gzip(b"text")[..16].to_vec()),
            "/junk" => ("gzip", b"no gzip".to_vec()),
            "/sum" => ("deflate", [&zlib(b"text")[..9], b"wrong"].concat()),
            "/empty" => ("gzip", Vec::new()),
            "/members" => ("gzip", [gzip(b"te"), gzip(b""), gzip(b"xt")].concat()),
            "/padded" => ("gzip", [gzip(b"text"), vec![0; 20_000], gzip(b"no member")].concat()),
            "/member-cut" => ("gzip", [gzip(b"te"), gzip(b"xt")[..20].to_vec()].concat()),
            "/raw" => ("deflate", stored(b"text")),
            "/other" => ("br", b"as it is".to_vec()),
            "/two" => ("gzip, gzip", b"as it is".to_vec()),
            _ => ("gzip", bomb(3_000_000)),
        };
        write(stream, &format!("200 OK\r\nContent-Encoding: {coding}"), &body);
    });
    let option = format!("--allow-net=localhost:{}", server.port);
    let base = format!("http://localhost:{}", server.port);
    let text = format!(
        "(async () => {{
            for (const path of ['gzip', 'x-gzip', 'deflate', 'cut', 'junk', 'sum', 'empty', 'other', 'two', 'members', 'padded', 'member-cut', 'raw']) {{
                const response = await fetch('{base}/' + path, {{ headers: {{ 'Accept-Encoding': 'br' }} }});
                print(path, await response.text().catch(error => error.name), response.headers.get('content-encoding'));
            }}
            const response = await fetch('{base}/gzip', {{ headers: {{ Range: 'bytes=0-' }} }});
            print((await response.body.getReader({{ mode: 'byob' }}).read(new Uint8Array(3))).value.join());
        }})()"
    );
    let expected = "gzip text gzip\nx-gzip text X-GZip\ndeflate text deflate\ncut TypeError gzip\njunk TypeError gzip\n\
                    sum TypeError deflate\nempty  gzip\nother as it is br\ntwo as it is gzip, gzip\n\
                    members text gzip\npadded text gzip\nmember-cut TypeError gzip\nraw text deflate\n116,101,120\n";
    for backend in ["register", "stack"] {
        assert_eq!(printed(&[&option, "--backend", backend], &text), expected);
    }
    {
        let seen = server.seen.lock().expect("no panic");
        let asks = |request: &str, coding: &str| {
            request.to_ascii_lowercase().contains(&format!("accept-encoding: {coding}\r\n"))
        };
        assert!(asks(&seen[0], "gzip, deflate") && asks(&seen[13], "identity"), "{} {}", seen[0], seen[13]);
    }
    let begin = Instant::now();
    let text =
        format!("fetch('{base}/bomb').then(response => response.text()).then(() => print('no'), () => print('no'))");
    // A fast machine needs less than half a second until the text is too long.
    for limit in ["--memory=48M", "--fuel=1000000", "--time=100ms"] {
        let output = ferrotape(&[&option, limit], &text);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{limit}: {errors}");
    }
    assert!(begin.elapsed() < Duration::from_secs(60));
}

//! A server that runs snippets of many tenants: `POST /run/TENANT` runs its body as a script, and returns the value as JSON.
//! Each request has an engine of its own on a pool of threads, with limits on fuel, time and memory. A tenant may have a limited
//! number of requests at a time. When a client goes away, its script is stopped.
//!
//! `server PORT` serves. Without an argument it serves on a free port, makes some requests itself, and prints the answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Json as JsonBody;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use ferrotape::{AsContext, CancelToken, Engine, ErrorKind, Json, Limits};
use serde::Serialize;
use tokio::io::{self, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

const LARGEST_SCRIPT: usize = 64 << 10;
const AT_A_TIME: usize = 2;

/// The number of requests that each tenant may still make at this time.
#[derive(Default)]
struct Tenants(Mutex<HashMap<String, Arc<Semaphore>>>);

impl Tenants {
    fn slots(&self, tenant: &str) -> Arc<Semaphore> {
        let mut tenants = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = tenants.entry(tenant.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(AT_A_TIME)));
        Arc::clone(slots)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Value(serde_json::Value),
    Error(String),
}

/// Cancels when it is dropped: a handler is dropped with its connection.
struct StopsWithClient(CancelToken);

impl Drop for StopsWithClient {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

async fn run(
    State(tenants): State<Arc<Tenants>>,
    Path(tenant): Path<String>,
    script: String,
) -> (StatusCode, JsonBody<Answer>) {
    let Ok(slot) = tenants.slots(&tenant).try_acquire_owned() else {
        let message = format!("{tenant} has {AT_A_TIME} scripts running");
        return (StatusCode::TOO_MANY_REQUESTS, JsonBody(Answer::Error(message)));
    };
    let token = CancelToken::new();
    let _guard = StopsWithClient(token.clone());
    let work = tokio::task::spawn_blocking(move || {
        let answer = evaluate(&tenant, &script, &token);
        drop(slot);
        answer
    });
    let (status, answer) =
        work.await.unwrap_or_else(|panic| (StatusCode::INTERNAL_SERVER_ERROR, Answer::Error(panic.to_string())));
    (status, JsonBody(answer))
}

/// Runs a script in a new engine, on this thread.
fn evaluate(tenant: &str, script: &str, token: &CancelToken) -> (StatusCode, Answer) {
    let mut engine = Engine::untrusted();
    let limits = Limits::new().fuel(2_000_000).time(Duration::from_secs(1)).memory(8 << 20).cancel(token);
    let result = engine.with_limits(&limits, |cx| {
        cx.global().set(cx, "tenant", tenant)?;
        cx.eval::<Json<serde_json::Value>>(script)
    });
    match result {
        Ok(Json(value)) => (StatusCode::OK, Answer::Value(value)),
        Err(error) => {
            let status = match error.kind() {
                ErrorKind::Syntax => StatusCode::BAD_REQUEST,
                ErrorKind::Termination(_) => StatusCode::REQUEST_TIMEOUT,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            };
            (status, Answer::Error(error.message().to_owned()))
        }
    }
}

fn router() -> Router {
    let run = post(run).layer(DefaultBodyLimit::max(LARGEST_SCRIPT));
    Router::new().route("/run/{tenant}", run).with_state(Arc::new(Tenants::default()))
}

#[tokio::main]
async fn main() -> io::Result<()> {
    if let Some(port) = std::env::args().nth(1) {
        let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await?;
        return axum::serve(listener, router()).await;
    }
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, router()).await });
    for (tenant, script) in requests() {
        let (status, body) = request(address, tenant, &script).await?;
        println!("{tenant}: {status} {body}");
    }
    Ok(())
}

/// Returns requests of tenants: scripts that work, that look for each other's data, that reach each limit, and wrong ones.
fn requests() -> Vec<(&'static str, String)> {
    let scripts = [
        ("ann", "[1, 2, 3].map((n) => n ** 2)"),
        ("bob", "({ hello: tenant, left: typeof secret })"),
        ("ann", "var secret = 42; for (;;);"),
        ("bob", "let list = []; for (;;) list.push(new Uint8Array(1e6))"),
        ("bob", "null.length"),
        ("bob", "let let = 1"),
    ];
    let too_large = ("eve", "0;".repeat(LARGEST_SCRIPT));
    scripts.map(|(tenant, script)| (tenant, script.to_owned())).into_iter().chain([too_large]).collect()
}

/// A client that knows as much of HTTP as it takes.
async fn request(address: std::net::SocketAddr, tenant: &str, script: &str) -> io::Result<(String, String)> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /run/{tenant} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        script.len()
    );
    stream.write_all(head.as_bytes()).await?;
    // A server that refuses a body may close before it has read all of it.
    let _ = stream.write_all(script.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).unwrap_or("no answer");
    Ok((status.to_owned(), body.to_owned()))
}

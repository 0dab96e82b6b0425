//! The host's side of `fetch`: functions and calls that answer its requests.

use std::sync::Arc;

use ferrotape_runtime::HostCode;
use ferrotape_runtime::Value as EngineValue;
use ferrotape_runtime::function::host;
use ferrotape_web::FetchFunction;

use super::Web;
use crate::closure::host_code;
use crate::handles::Bytes;
use crate::host::IntoFunction;
use crate::{Array, AsContext, Call, Context, Engine, Error, FromJs, Function, IntoJs, Local, Object};

/// A network request that `fetch` passes to the host. Following a redirect is another request, so the host decides
/// about each hop.
///
/// See [`Web::set_fetch`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FetchRequest {
    /// The number of the request in its realm, from 0.
    pub id: u64,
    /// The method, of token characters alone.
    pub method: String,
    /// The URL, of `http:` or `https:`, without a fragment.
    pub url: String,
    /// The headers. Names are tokens in small letters, and values have no line breaks. Their characters stand for bytes: none is
    /// above U+00FF. `Host`, `Content-Length`, `Connection` and their like are left to the host.
    pub headers: Vec<(String, String)>,
    /// The body, if there is one.
    pub body: Option<Vec<u8>>,
}

impl FetchRequest {
    /// Returns the value of a header. The name must be in lower case.
    ///
    /// ```
    /// use ferrotape::web::{FetchRequest, FetchResponse, TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// web.set_fetch(&mut engine, |request: FetchRequest| {
    ///     FetchResponse::new(200).body(request.header("x-key").unwrap_or("none"))
    /// })?;
    /// engine.run_with_jobs("a.js", "var text; fetch('https://a.example/', { headers: { 'X-Key': '7' } })
    ///     .then(response => response.text()).then(all => text = all)")?;
    /// assert_eq!(engine.eval::<String>("text")?, "7");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(its_name, _)| its_name == name).map(|(_, value)| &value[..])
    }
}

impl FromJs for FetchRequest {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let hop = Object::from_js(cx, value)?;
        let headers: Array = hop.get(cx, "headers")?;
        let body: Option<Bytes> = hop.get(cx, "body")?;
        Ok(FetchRequest {
            id: hop.get(cx, "id")?,
            method: hop.get(cx, "method")?,
            url: hop.get(cx, "url")?,
            headers: pairs_of(cx, &headers)?,
            body: body.map(|body| body.0),
        })
    }
}

/// Reads pairs by their indices: however scripts have arrays iterated, no code of theirs has a say in what is sent.
fn pairs_of(cx: &mut Context<'_>, list: &Array) -> Result<Vec<(String, String)>, Error> {
    let mut pairs = Vec::new();
    for index in 0..list.len(cx)? {
        cx.reserve_one_more(&mut pairs)?;
        let pair = cx.keeping_nothing(|cx| {
            let pair: Array = list.get(cx, index)?;
            Ok::<_, Error>((pair.get(cx, 0)?, pair.get(cx, 1)?))
        })?;
        pairs.push(pair);
    }
    Ok(pairs)
}

/// The host's answer to a [`FetchRequest`]: the result of the function of [`Web::set_fetch`] or of its future, or the value
/// given to [`Run::answer`](crate::Run::answer).
///
/// ```
/// use ferrotape::web::{FetchRequest, FetchResponse, TimerClock, Web};
/// use ferrotape::{Engine, Error};
///
/// let mut engine = Engine::new();
/// let web = Web::install(&mut engine, TimerClock::Virtual)?;
/// web.set_fetch(&mut engine, |request: FetchRequest| match &request.url[..] {
///     "https://a.example/" => Ok(FetchResponse::new(200).header("content-type", "application/json").body("[1, 2]")),
///     _ => Err(Error::type_error("only a.example may be asked")),
/// })?;
/// engine.run_with_jobs("a.js", "var sum, error;
///     fetch('https://a.example').then(response => response.json()).then(([a, b]) => sum = a + b);
///     fetch('https://b.example').catch(reason => error = reason.message)")?;
/// assert_eq!(engine.eval::<u8>("sum")?, 3);
/// assert!(engine.eval::<String>("error")?.ends_with("only a.example may be asked"));
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[must_use]
#[derive(Clone)]
pub struct FetchResponse {
    status: u16,
    status_text: String,
    headers: Vec<(String, String)>,
    body: Body,
    is_encoded: bool,
}

/// The body of a response.
#[derive(Clone)]
enum Body {
    Whole(Vec<u8>),
    /// A function that gives the next piece.
    Read(Arc<HostCode>),
    /// A body whose pieces answer calls `fetch.read`, by its number.
    Pulled(u64),
}

impl FetchResponse {
    /// Makes a response without headers and with an empty body. The status must be from 200 to 599. See [`FetchResponse`].
    pub fn new(status: u16) -> FetchResponse {
        let body = Body::Whole(Vec::new());
        FetchResponse { status, status_text: String::new(), headers: Vec::new(), body, is_encoded: false }
    }

    /// Sets the reason phrase.
    ///
    /// ```
    /// let response = ferrotape::web::FetchResponse::new(404).status_text("Not Found");
    /// ```
    pub fn status_text(mut self, text: &str) -> Self {
        self.status_text = text.to_owned();
        self
    }

    /// Adds a header. Its characters stand for bytes: with a character above U+00FF or a line break, returning the
    /// response gives an exception. See [`FetchResponse`].
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the whole body. See [`FetchResponse`].
    pub fn body(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.body = Body::Whole(bytes.into());
        self
    }

    /// Sets a body that a function gives in pieces, as the script reads it: [`Bytes`], and none at its end. It may
    /// return a future, and its error is the failure of the body. Wrap an `FnMut` closure in
    /// [`Mutable::new`](crate::host::Mutable::new).
    ///
    /// A snapshot cannot contain such a function: a host that saves engines answers with [`FetchResponse::pulled`].
    ///
    /// ```
    /// use ferrotape::handles::Bytes;
    /// use ferrotape::host::Mutable;
    /// use ferrotape::web::{FetchRequest, FetchResponse, TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// web.set_fetch(&mut engine, |_: FetchRequest| {
    ///     let mut left = 3;
    ///     FetchResponse::new(200).chunks(Mutable::new(move || {
    ///         left -= 1;
    ///         (left >= 0).then(|| Bytes(vec![b'a'; 2]))
    ///     }))
    /// })?;
    /// let text = "var text; fetch('https://a.example/').then(response => response.text()).then(all => text = all)";
    /// engine.run_with_jobs("a.js", text)?;
    /// assert_eq!(engine.eval::<String>("text")?, "aaaaaa");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn chunks<M>(mut self, read: impl IntoFunction<M>) -> Self {
        self.body = Body::Read(host_code(read).1);
        self
    }

    /// Sets a body whose pieces are calls `fetch.read` with that number: see [`Web::set_fetch_call`].
    pub fn pulled(mut self, number: u64) -> Self {
        self.body = Body::Pulled(number);
        self
    }

    /// Declares that the body is encoded as the server sent it. With the feature `compression`, the engine decodes it
    /// if the header `Content-Encoding` is `gzip` or `deflate`, under the script's limits. Do not call this if your
    /// HTTP client decodes bodies itself.
    ///
    /// ```
    /// let response = ferrotape::web::FetchResponse::new(200).header("content-encoding", "gzip").encoded();
    /// ```
    pub fn encoded(mut self) -> Self {
        self.is_encoded = true;
        self
    }
}

impl IntoJs for FetchResponse {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        let answer = Object::new(cx)?;
        // What scripts put into Object.prototype is none of it.
        answer.set_prototype(cx, None)?;
        answer.set(cx, "status", self.status)?;
        answer.set(cx, "statusText", self.status_text)?;
        answer.set(cx, "headers", self.headers)?;
        if self.is_encoded {
            answer.set(cx, "encoded", true)?;
        }
        match self.body {
            Body::Whole(bytes) => answer.set(cx, "body", Bytes(bytes))?,
            Body::Read(code) => {
                let read = host::new_host_member(cx.vm, "read", 0, code);
                let read = Function::new_handle(cx.vm, EngineValue::object(read));
                answer.set(cx, "read", read)?;
            }
            Body::Pulled(number) => answer.set(cx, "pull", number)?,
        }
        answer.into_js(cx)
    }
}

impl Web {
    /// Sets the host function of `fetch` in the current realm. It takes a [`FetchRequest`], and returns a [`FetchResponse`], a
    /// future of one, or an error, which rejects the script's promise. The engine follows redirects, and asks again.
    ///
    /// ```
    /// use ferrotape::web::{FetchRequest, FetchResponse, TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// web.set_fetch(&mut engine, |request: FetchRequest| async move {
    ///     match request.url.ends_with("/old") {
    ///         true => FetchResponse::new(302).header("location", "/new"),
    ///         false => FetchResponse::new(200).body(request.url),
    ///     }
    /// })?;
    /// let text = "fetch('https://a.example/old').then(response => response.text())";
    /// assert_eq!(engine.eval_async::<String>(text).block()?, "https://a.example/new");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the web globals are those of another engine, or for a [shared cause](Error#shared-causes).
    pub fn set_fetch<M>(&self, engine: &mut Engine, fetch: impl IntoFunction<M>) -> Result<(), Error> {
        self.timers_in(engine)?;
        let (length, code) = host_code(fetch);
        set_function(engine, FetchFunction::Ask, "fetch", length, code)
    }

    /// Sets the base of relative URLs in `fetch`, `Request` and `Response.redirect` of the current realm. Without it,
    /// relative URLs are errors. Referrers of other origins than its own become the client, as Fetch says.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// web.set_base_url(&mut engine, "https://a.example/app/")?;
    /// assert_eq!(engine.eval::<String>("new Request('../x?y').url")?, "https://a.example/x?y");
    /// let other = "new Request('x', { referrer: 'https://b.example/' }).referrer";
    /// assert_eq!(engine.eval::<String>(other)?, "about:client");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text is not a URL, if the web globals are those of another engine, or for a
    /// [shared cause](Error#shared-causes).
    pub fn set_base_url(&self, engine: &mut Engine, base: &str) -> Result<(), Error> {
        self.timers_in(engine)?;
        let is_set = engine.enter(|cx| {
            cx.make_room(base.len().saturating_mul(2))?;
            cx.working(|vm| ferrotape_web::set_base_url(vm, base))
        })?;
        if is_set { Ok(()) } else { Err(Error::of_usage(format!("{base:?} is not a URL"))) }
    }

    /// Lets scripts of the current realm set all headers of requests and responses, as in Node. Browsers drop
    /// forbidden headers like `Cookie`, `Host` and `Set-Cookie`, and so does the engine without this. With it, the
    /// host sees them in [`FetchRequest::headers`]. Async iterables are bodies then, also as in Node.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// let cookies = "new Response('', { headers: { 'Set-Cookie': 'a=b' } }).headers.getSetCookie().length";
    /// assert_eq!(engine.eval::<u8>(cookies)?, 0);
    /// web.allow_all_headers(&mut engine)?;
    /// assert_eq!(engine.eval::<u8>(cookies)?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the web globals are those of another engine, or for a [shared cause](Error#shared-causes).
    pub fn allow_all_headers(&self, engine: &mut Engine) -> Result<(), Error> {
        self.timers_in(engine)?;
        engine.enter(|cx| cx.working(ferrotape_web::allow_all_headers))
    }

    /// Sets a function that receives the [`FetchRequest::id`] of each request that is no longer needed: the script
    /// has aborted it, or cancelled its body.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use std::sync::Arc;
    /// use ferrotape::web::{FetchRequest, FetchResponse, TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// let heard = Arc::new(AtomicU64::new(9));
    /// let told = Arc::clone(&heard);
    /// web.set_fetch(&mut engine, |_: FetchRequest| std::future::pending::<FetchResponse>())?;
    /// web.on_fetch_abort(&mut engine, move |id: u64| told.store(id, Ordering::Relaxed))?;
    /// engine.run_with_jobs("a.js", "fetch('https://a.example/', { signal: AbortSignal.timeout(5) }).catch(() => {})")?;
    /// assert_eq!(heard.load(Ordering::Relaxed), 0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the web globals are those of another engine, or for a [shared cause](Error#shared-causes).
    pub fn on_fetch_abort<M>(&self, engine: &mut Engine, abort: impl IntoFunction<M>) -> Result<(), Error> {
        self.timers_in(engine)?;
        let (length, code) = host_code(abort);
        set_function(engine, FetchFunction::Abort, "fetch.abort", length, code)
    }

    /// Makes `fetch` of the current realm a call that the host answers later, perhaps in another process: see [`Call`]. It is
    /// named `fetch`, has a [`FetchRequest`] as its argument, and is answered with a [`FetchResponse`]. Each piece of a
    /// [pulled](FetchResponse::pulled) body is a call `fetch.read`, which is answered with [`Bytes`], or nothing at the end.
    ///
    /// The policy of the call is that of `fetch`, so each hop of a redirect counts. It must not be blocking.
    ///
    /// ```
    /// use ferrotape::web::{FetchRequest, FetchResponse, TimerClock, Web};
    /// use ferrotape::{Call, Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::untrusted();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// web.set_fetch_call(&mut engine, Call::promise().times(10))?;
    /// let program = Program::body("job.js", "return (await fetch('https://a.example/')).status")?;
    /// let mut run = engine.start(&program)?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Waiting);
    /// let call = run.take_new_calls().remove(0);
    /// let request: FetchRequest = call.argument(&mut run, 0)?;
    /// assert_eq!((call.name(), &request.url[..]), ("fetch", "https://a.example/"));
    /// run.answer(call.id(), FetchResponse::new(404))?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done(404.0.into()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the call is a blocking one, if the web globals are those of another engine, or for a [shared
    /// cause](Error#shared-causes).
    pub fn set_fetch_call(&self, engine: &mut Engine, call: Call) -> Result<(), Error> {
        self.timers_in(engine)?;
        if call.is_blocking {
            return Err(Error::of_usage("fetch gives a promise, so its call must not be blocking".to_owned()));
        }
        engine.enter(|cx| {
            crate::calls::set_policy(cx.vm, "fetch", call.policy);
            Ok(())
        })?;
        for (which, name) in [(FetchFunction::Ask, "fetch"), (FetchFunction::Read, "fetch.read")] {
            set_function(engine, which, name, 1, crate::calls::promising(name))?;
        }
        Ok(())
    }
}

/// Makes a host function for the slot that the web globals read. No property leads to it.
fn set_function(
    engine: &mut Engine,
    which: FetchFunction,
    name: &str,
    length: u32,
    code: Arc<HostCode>,
) -> Result<(), Error> {
    engine.enter(|cx| {
        cx.make_room(name.len().saturating_mul(2))?;
        let function = host::new_host_function(cx.vm, name, length, code);
        cx.working(|vm| ferrotape_web::set_fetch_function(vm, which, EngineValue::object(function)))
    })
}

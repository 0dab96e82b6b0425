//! One test in an engine of its own.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ferrotape::console::{InspectOptions, Level};
use ferrotape::convert::Coerced;
use ferrotape::web::{TimerClock, Web};
use ferrotape::{Backend, Console, Engine, Error};

use super::{Archive, Ended, Test, pages, server};
use crate::host;

const FUEL: u64 = 20_000_000_000;
const MEMORY: usize = 1 << 30;

/// Runs of the event loop that stop at what nobody handles: a test may make so many on purpose.
const MOST_STOPS: usize = 1000;

/// Stand-in for a shell: the harness takes its simplest environment, and loads what it needs from the suite's files.
/// Memories that threads share are stand-ins: tests make shared buffers by them, and nothing else.
const PRELUDE: &str = "
    globalThis.GLOBAL = { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false };
    WebAssembly.Memory = ((Memory) => function (descriptor) {
        return descriptor.shared ? { buffer: new SharedArrayBuffer(descriptor.initial << 16) } : new Memory(descriptor);
    })(WebAssembly.Memory);
";

const REPORTER: &str = "
    globalThis.fetch = ((own) => (path, ...init) => {
        if (typeof path !== 'string' || /^(blob|data):/.test(path)) return own(path, ...init);
        const text = __file(String(path));
        return text === undefined
            ? own(path, ...init)
            : Promise.resolve({ ok: true, status: 200, text: async () => text, json: async () => JSON.parse(text) });
    })(globalThis.fetch);
    add_completion_callback((tests, harness) => {
        for (const test of tests) __report(test.status + '\\n' + test.name + '\\n' + (test.message ?? ''));
        __report('end\\n' + harness.status + '\\n' + (harness.message ?? ''));
    });
";

/// Interfaces are tested as a worker has them, which has all but those of documents.
const IDL_HARNESS: &str = "resources/idlharness.js";
const WORKER: &str = "
    globalThis.DedicatedWorkerGlobalScope = class {
        static [Symbol.hasInstance](object) { return object === globalThis; }
    };
";

/// Further texts that tests ask for.
const DATA: &str = "fetch/data-urls/resources/";

/// Texts that need a document in parts, which are left out.
const REPLACED: [(&str, &str, &str); 1] = [("url/toascii.window.js", "[\"url\", \"a\", \"area\"]", "[\"url\"]")];

/// Takes what tests print.
struct Silent;

impl Console for Silent {
    fn message(&self, _: Level, _: &str) {}
}

/// Runs a test and counts its subtests. An error of the harness or the file counts as one more that has failed.
pub fn run(archive: &Archive, test: &Test, backend: Backend) -> Ended {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let ran = run_in_engine(archive, test, backend, &reports);
    let reports = std::mem::take(&mut *reports.lock().unwrap_or_else(PoisonError::into_inner));
    let mut ended = Ended::default();
    let mut is_over = false;
    for report in &reports {
        let mut lines = report.splitn(3, '\n');
        let [status, name, why] = [(); 3].map(|()| lines.next().unwrap_or_default());
        match status {
            "end" => {
                is_over = true;
                if name != "0" {
                    ended.failed.push(("the harness".to_owned(), format!("status {name}: {why}")));
                }
            }
            "0" => ended.passed += 1,
            _ => ended.failed.push((name.to_owned(), why.to_owned())),
        }
    }
    if let Err(error) = ran {
        ended.failed.push(("the file".to_owned(), error));
    } else if !is_over {
        ended.failed.push(("the file".to_owned(), "it did not complete".to_owned()));
    }
    ended
}

/// Runs the scripts of a test, then its event loop until the harness has reported or nothing is due any more.
fn run_in_engine(
    archive: &Archive,
    test: &Test,
    backend: Backend,
    reports: &Arc<Mutex<Vec<String>>>,
) -> Result<(), String> {
    let in_words = |error: Error| error.to_string();
    let builder = Engine::builder().backend(backend).seed(1).fuel(FUEL).memory_limit(MEMORY);
    let mut engine = builder.native_stack(host::NATIVE_STACK_BYTES).build().map_err(in_words)?;
    let web = Web::install(&mut engine, TimerClock::Virtual).map_err(in_words)?;
    // Tests take it for granted that the time is not 0.
    web.advance(&mut engine, Duration::from_millis(1)).map_err(in_words)?;
    define_host(&mut engine, archive, test, reports).map_err(in_words)?;
    engine.define_console(Silent, InspectOptions::default()).map_err(in_words)?;
    web.set_base_url(&mut engine, &format!("{}{}", server::ORIGIN, test.path)).map_err(in_words)?;
    web.set_fetch(&mut engine, server::answer).map_err(in_words)?;
    let scripts = scripts(archive, test)?;
    for (name, text) in &scripts {
        match engine.run(name, text) {
            Err(error) if error.is_termination() => return Err(error.to_string()),
            // The harness of a shell does not hear of it.
            Err(error) => return Err(format!("{name}: {error}")),
            Ok(_) => {}
        }
    }
    // Not before: the harness takes the first job of a shell for the end of the tests.
    engine.run_jobs().map_err(in_words)?;
    engine.run("done", "if (typeof done === 'function') done()").map_err(in_words)?;
    for _ in 0..MOST_STOPS {
        // An exception of a timer ends the turn, not the page.
        let thrown = match web.run_until_idle(&mut engine) {
            Err(error) if error.is_termination() => return Err(error.to_string()),
            ended => ended.is_err(),
        };
        let is_over = reports.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|it| it.starts_with("end\n"));
        let lost = engine.take_unhandled_rejections();
        if is_over || !thrown && lost.is_empty() && web.next_timer(&engine).is_none() {
            break;
        }
    }
    Ok(())
}

/// Lists the scripts of a test with their names: what stands for a shell, the harness, what the test asks for, the test.
fn scripts(archive: &Archive, test: &Test) -> Result<Vec<(String, String)>, String> {
    let location = format!(
        "globalThis.location = {{ search: {:?}, pathname: '/{path}', href: '{}{path}', origin: 'null' }};",
        test.variant,
        server::ORIGIN,
        path = test.path
    );
    let mut scripts = vec![("prelude".to_owned(), format!("{PRELUDE}{location}"))];
    let add = |scripts: &mut Vec<(String, String)>, path: String| match archive.text(&path) {
        Some(text) => {
            if path == IDL_HARNESS {
                scripts.push(("worker".to_owned(), WORKER.to_owned()));
            }
            let replaced = REPLACED.iter().find(|(of, ..)| *of == path);
            let text = replaced.map_or_else(|| text.to_owned(), |(_, from, to)| text.replace(from, to));
            scripts.push((path, text));
            Ok(())
        }
        None => Err(format!("the suite has no file {path}")),
    };
    add(&mut scripts, "resources/testharness.js".to_owned())?;
    for (_, script) in archive.meta(&test.path).iter().filter(|(key, _)| key == "script") {
        add(&mut scripts, Archive::resolve(&test.path, script))?;
    }
    if pages::is_page(&test.path) {
        for script in pages::scripts(archive.text(&test.path).unwrap_or_default()) {
            match script {
                pages::Script::File(name) => add(&mut scripts, Archive::resolve(&test.path, &name))?,
                pages::Script::Text(text) => scripts.push((test.path.clone(), text)),
            }
        }
        scripts.insert(2, ("older".to_owned(), pages::OLDER.to_owned()));
    } else {
        add(&mut scripts, test.path.clone())?;
    }
    scripts.insert(2, ("reporter".to_owned(), REPORTER.to_owned()));
    Ok(scripts)
}

/// Defines what the reporter needs: `__report` takes the end of a subtest, `__file` reads data beside the test and in
/// shared folders.
fn define_host(
    engine: &mut Engine,
    archive: &Archive,
    test: &Test,
    reports: &Arc<Mutex<Vec<String>>>,
) -> Result<(), Error> {
    let reports = Arc::clone(reports);
    engine.define("__report", move |text: Coerced<String>| {
        reports.lock().unwrap_or_else(PoisonError::into_inner).push(text.0);
    })?;
    let folder = test.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = |path: &&str| [folder, "common/", "interfaces/", DATA].iter().any(|begin| path.starts_with(begin));
    let texts = archive.paths().filter(beside).filter(|path| path.ends_with(".json") || path.ends_with(".idl"));
    let files: BTreeMap<String, String> =
        texts.filter_map(|path| Some((path.to_owned(), archive.text(path)?.to_owned()))).collect();
    let path = test.path.clone();
    engine.define("__file", move |name: Coerced<String>| files.get(&Archive::resolve(&path, &name.0)).cloned())
}

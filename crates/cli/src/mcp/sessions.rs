//! Engines of calls: a new one for each, or one that is kept under the name of a session.

use std::time::Duration;

use ferrotape::convert::Coerced;
use ferrotape::handles::JsString;
use ferrotape::host::Rest;
use ferrotape::{CancelToken, Context, Engine, Error, Function};

use super::captured::Captured;
use super::job::{self, Job, Outcome};
use super::tools::Tool;
use crate::host::{self, Fetcher, Files};
use crate::modules;
use crate::options::{Limits, Network, Options};
use crate::reach::Reach;
use crate::setup;

/// Most sessions that are kept. The one that was not used for longest goes.
const MOST_SESSIONS: usize = 8;
/// Limits where the command line has none: a model must not occupy the machine.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: usize = 256 << 20;

/// An engine with what the server gives to programs.
pub struct Session {
    pub engine: Engine,
    pub console: Captured,
    /// `JSON.parse` and `JSON.stringify`, as they were before any program ran.
    pub parse: Function,
    pub stringify: Function,
}

/// The kept sessions, with those that were used last at the end.
pub struct Sessions {
    options: Options,
    files: Files,
    /// The network, which all sessions share.
    fetcher: Fetcher,
    kept: Vec<(String, Session)>,
}

impl Sessions {
    pub fn new(options: &Options, files: Files) -> Sessions {
        let Limits { fuel, time, memory, depth } = options.limits;
        let limits = Limits { fuel, time: time.or(Some(TIME)), memory: memory.or(Some(MEMORY)), depth };
        let fetcher = Fetcher::new(options);
        Sessions { options: Options { limits, ..options.clone() }, files, fetcher, kept: Vec::new() }
    }

    /// Makes an engine, to see whether the options allow one.
    pub fn try_one(&self) -> Result<(), Error> {
        self.session().map(drop)
    }

    /// Performs a call of a tool.
    pub fn perform(&mut self, tool: &Tool, token: &CancelToken, go_on: &mut dyn FnMut()) -> Outcome {
        let time = self.options.limits.time.unwrap_or(TIME);
        let time = tool.time.map_or(time, |asked| time.min(asked));
        let job = Job { tool, time, fuel: self.options.limits.fuel, backend: self.options.backend, token };
        if !tool.runs {
            return job.check();
        }
        let found = tool.session.as_ref().and_then(|name| self.kept.iter().position(|(kept, _)| kept == name));
        let session = match found {
            Some(place) => Ok(self.kept.remove(place).1),
            None => {
                // Those that stay may have as much together as the one that runs.
                self.make_room(MOST_SESSIONS - 1);
                self.session()
            }
        };
        let mut session = match session {
            Ok(session) => session,
            Err(error) => return job::failed(&error, &[]),
        };
        self.fetcher.end_after(time);
        let mut outcome = job.run(&mut session, go_on);
        // What was begun ends with its call.
        self.fetcher.stop_all();
        if let Some(name) = &tool.session {
            outcome.session = Some((name.clone(), found.is_none()));
            self.kept.push((name.clone(), session));
            self.make_room(MOST_SESSIONS);
        }
        outcome
    }

    /// Lets sessions go until there are no more than that, and they keep no more bytes than one may.
    fn make_room(&mut self, most: usize) {
        let bytes = |kept: &[(String, Session)]| kept.iter().map(|(_, it)| it.engine.stats().bytes).sum::<usize>();
        let limit = self.options.limits.memory.unwrap_or(MEMORY);
        while self.kept.len() > most || self.kept.len() > 1 && bytes(&self.kept) > limit {
            self.kept.remove(0);
        }
    }

    /// Makes the engine of a session.
    fn session(&self) -> Result<Session, Error> {
        // Time and fuel are those of each call.
        let limits = Limits { time: None, fuel: None, ..self.options.limits };
        let options = Options { limits, ..self.options.clone() };
        let mut builder = setup::builder(&options);
        for (name, hint) in hints(&options) {
            builder = builder.hint(name, hint);
        }
        let mut engine = builder.build()?;
        let console = Captured::default();
        engine.define_console(console.clone(), Default::default())?;
        let printed = console.clone();
        engine.define("print", move |cx: &mut Context<'_>, texts: Rest<Coerced<JsString>>| {
            for (index, text) in texts.0.iter().enumerate() {
                if index > 0 {
                    printed.write(" ");
                }
                text.0.write_to(cx, |piece| {
                    printed.write(piece);
                    Ok(())
                })?;
            }
            printed.write("\n");
            Ok::<(), Error>(())
        })?;
        host::define_web_with(&mut engine, &self.fetcher)?;
        if !self.files.is_empty() {
            let functions = self.files.define(&mut engine)?;
            engine.set_global("files", functions)?;
        }
        engine.set_module_loader(modules::loader(&Reach::allowed(&self.files).into(), &options));
        let (parse, stringify) = (engine.eval("JSON.parse")?, engine.eval("JSON.stringify")?);
        Ok(Session { engine, console, parse, stringify })
    }
}

/// Names what there is instead of globals that programs for other systems use.
fn hints(options: &Options) -> Vec<(&'static str, &'static str)> {
    let no_files = "no folder is allowed: the server must be started with --allow-read=DIR";
    let mut hints = vec![
        (
            "require",
            "there are no packages and no `require`: use what the language has, or `await import('/path/of/a/file.ts')`",
        ),
        ("process", "there is no `process`: the data of the call are in `input`"),
        ("Deno", "this is not Deno: `files` has readText, readBytes, list and stat where folders are allowed"),
        ("Bun", "this is not Bun: `files` has readText, readBytes, list and stat where folders are allowed"),
        ("fs", "`files` has readText, readBytes, list and stat where folders are allowed"),
        ("Buffer", "there is no `Buffer`: use Uint8Array, TextEncoder and TextDecoder"),
        ("files", no_files),
    ];
    if options.permissions.network != Network::None {
        hints.push(("XMLHttpRequest", "use `fetch`"));
    }
    hints
}

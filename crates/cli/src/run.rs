//! Runs a program, or lists its code.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ferrotape::debug::{CheckpointPlace, Replay};
use ferrotape::script::{Entry, Saved};
use ferrotape::{AsContext, Engine, Error, Value};

use crate::commonjs::{self, Given, Packages};
use crate::debugger::{self, Quit};
use crate::host::{self, Ending, Files, Host, Output};
use crate::inspect::Inspector;
use crate::kind::{self, Found};
use crate::modules;
use crate::options::{self, FAILURE, Input, LIMIT, Mode, Options, WRONG_USAGE};
use crate::reach::{Reach, SharedReach};
use crate::source::{self, Program, Source};
use crate::{advice, report, setup, stats, trace};

/// Runs a program: from reading the source to the exit code. With packages, its name may be that of a folder.
pub fn run(options: &Options) -> u8 {
    match options.inputs.first() {
        Some(Input::File(given)) if options.commonjs => match commonjs::file_of_program(given) {
            Some(file) => {
                let inputs = vec![Input::File(file)];
                run_file(&Options { inputs, given: Some(given.clone()), ..options.clone() })
            }
            None => run_file(options),
        },
        _ => run_file(options),
    }
}

/// Runs the program under the debugger that the options name, if any. Leaving the debugger is exit code 0.
fn run_file(options: &Options) -> u8 {
    let quit = Quit::default();
    match Inspector::open(options) {
        Ok(Some(mut inspector)) => return run_debugged(options, &quit, &mut inspector),
        Ok(None) => {}
        Err(message) => {
            eprintln!("ferrotape: {message}");
            return WRONG_USAGE;
        }
    }
    let code = run_debugged(options, &quit, &mut |engine: &mut Engine, output: &Output, reach: &SharedReach| {
        if options.mode == Mode::Debug {
            debugger::attach(engine, options, output, reach, &quit);
        }
    });
    if quit.is_wanted() { 0 } else { code }
}

/// Debugger of a run: it is there before the program, and after it.
pub trait Attendant {
    /// Prepares the engine before its program runs.
    fn begin(&mut self, engine: &mut Engine, output: &Output, reach: &SharedReach);

    /// Inspects the engine after its program, with the unhandled errors.
    fn end(&mut self, _engine: &mut Engine, _fatal: &[Error]) {}
}

impl<F: FnMut(&mut Engine, &Output, &SharedReach)> Attendant for F {
    fn begin(&mut self, engine: &mut Engine, output: &Output, reach: &SharedReach) {
        self(engine, output, reach);
    }
}

/// Runs a program with a debugger. Where the user quits, nothing is reported.
pub fn run_debugged(options: &Options, quit: &Quit, attendant: &mut dyn Attendant) -> u8 {
    let input = options.inputs.first().unwrap_or(&Input::Stdin);
    let source = match source::read_program(input) {
        Ok(source) => source,
        Err(message) => {
            eprintln!("ferrotape: {message}{}", hint(input, options));
            return FAILURE;
        }
    };
    let files = match Files::new(&options.permissions) {
        Ok(files) => files,
        Err(message) => {
            eprintln!("ferrotape: {message}");
            return WRONG_USAGE;
        }
    };
    let output = if options.back.is_some() { Output::of_repeated() } else { Output::default() };
    let reach = Arc::new(Reach::new(options, &files));
    let mut replay = None;
    // A debugger that goes back has the program run again, where it has no checkpoint.
    loop {
        let (mut engine, host) = match setup::engine(options, &output, &files) {
            Ok(engine) => engine,
            Err(error) => {
                report::print(&error, &advice::notes(&error, options));
                // Before the program runs, an error comes from the options: a wrong time zone, too little memory for an
                // engine.
                return if error.is_termination() { LIMIT } else { WRONG_USAGE };
            }
        };
        match replay.take() {
            None => attendant.begin(&mut engine, &output, &reach),
            Some(replay) => {
                output.begin_again();
                engine.set_replay(replay);
            }
        }
        let surroundings = Surroundings { options, input, output: &output, reach: &reach, host: &host };
        match run_with_checkpoints(engine, &surroundings, source.clone(), quit, attendant) {
            Once::Again(again) => replay = Some(again),
            Once::Over(code) => return code,
        }
    }
}

/// Runs a program in one engine, until it ends or a debugger wants a moment before all checkpoints.
fn run_with_checkpoints(
    mut engine: Engine,
    around: &Surroundings<'_>,
    program: Program,
    quit: &Quit,
    attendant: &mut dyn Attendant,
) -> Once {
    let mut begun = Begun::default();
    let mut once = run_once(&mut engine, around, quit, attendant, |engine| act(engine, around, program, &mut begun));
    while let Once::Again(replay) = once {
        once = match engine.return_to_checkpoint(replay) {
            Ok(place) => run_once(&mut engine, around, quit, attendant, |engine| go_on(engine, around, place, &begun)),
            Err(replay) => return Once::Again(replay),
        };
    }
    if let (Some(name), Some(has_shown)) = (&around.options.trace.only, &begun.has_shown)
        && !has_shown.load(Ordering::Relaxed)
    {
        eprintln!("ferrotape: no function named '{name}' has run");
    }
    // Where the process ends now, freeing the heap would only cost time. Behind a file with tests comes the next one.
    if around.options.mode != Mode::Test {
        std::mem::forget(engine);
    }
    once
}

/// State of a program that has begun, beside its engine.
#[derive(Default)]
struct Begun {
    packages: Option<Packages>,
    /// The program, if it is a module.
    module: Option<Source>,
    /// Whether a step has been shown, if it is traced.
    has_shown: Option<Arc<AtomicBool>>,
}

/// Goes on with a program where its engine has a checkpoint.
fn go_on(engine: &mut Engine, around: &Surroundings<'_>, place: CheckpointPlace, begun: &Begun) -> Result<(), Ending> {
    let is_main = place == CheckpointPlace::Main;
    if let Some(Source { name, text }) = &begun.module {
        if is_main {
            engine.enter(|cx| cx.go_on_in_module())?;
        }
        return run_module(engine, around, name, text.clone());
    }
    engine.enter_with_jobs(|cx| match &begun.packages {
        _ if !is_main => Ok(()),
        Some(packages) => packages.go_on(cx, &program_of(around)),
        None => cx.go_on_from_checkpoint().map(drop),
    })?;
    Ok(())
}

/// End of a run.
enum Once {
    /// The debugger goes back: the program goes on from a checkpoint, or begins again.
    Again(Replay),
    /// The exit code.
    Over(u8),
}

/// Runs a program to its end, or until a debugger goes back.
fn run_once(
    engine: &mut Engine,
    around: &Surroundings<'_>,
    quit: &Quit,
    attendant: &mut dyn Attendant,
    act: impl FnOnce(&mut Engine) -> Result<(), Ending>,
) -> Once {
    let Surroundings { options, output, reach, host, .. } = *around;
    options.measures.begin(engine);
    // A value that is printed in the end is nowhere but on the native stack.
    keep_checkpoints(engine, !options.prints_value);
    let result = act(engine);
    keep_checkpoints(engine, false);
    // What is left runs no more in a run that has ended for another one.
    if let Some(replay) = engine.take_replay() {
        return Once::Again(replay);
    }
    let result = host.handle(engine, result);
    let flushed = output.flush();
    let fatal = result.err().unwrap_or_default();
    if let Some(replay) = engine.take_replay() {
        return Once::Again(replay);
    }
    let left = host.left();
    // What ends a program that leaves is no error of it.
    let mut fatal = if left.is_some() { Vec::new() } else { fatal };
    for error in fatal.iter().filter(|_| !quit.is_wanted()) {
        report::print_explained(engine, error, options, reach);
    }
    let ended = match left {
        Some(code) => Ok(code),
        None if fatal.iter().any(Error::is_termination) => Ok(LIMIT),
        None => host.exit_code(engine, !fatal.is_empty()),
    };
    // Handlers of the end run too.
    if let Some(replay) = engine.take_replay() {
        return Once::Again(replay);
    }
    let code = match (ended, host.left()) {
        // It may leave when it is told of its end, too.
        (_, Some(code)) | (Ok(code), None) => code,
        (Err(error), None) => {
            report::print_explained(engine, &error, options, reach);
            let broken = host.broken_code().filter(|_| !error.is_termination());
            let code = broken.unwrap_or_else(|| exit_code_of(&error));
            fatal.push(error);
            code
        }
    };
    let is_lost = engine.debugger().is_some_and(|debugger| debugger.is_replaying());
    if is_lost {
        eprintln!("ferrotape: the program ended earlier than before: it is not possible to go back");
    }
    let code = if is_lost { code.max(FAILURE) } else { code };
    attendant.end(engine, &fatal);
    let code = options.measures.end(engine, code);
    if options.stats {
        stats::print(&engine.stats());
    }
    Once::Over(output.finish(flushed, code))
}

/// Lets the debugger keep checkpoints of the program from now on, or no more.
fn keep_checkpoints(engine: &mut Engine, are_kept: bool) {
    if let Some(mut debugger) = engine.debugger() {
        debugger.keep_checkpoints(are_kept);
    }
}

/// Suggests a command or file for a name that does not exist, and what runs a folder.
fn hint(input: &Input, options: &Options) -> String {
    let Input::File(path) = input else { return String::new() };
    if path.exists() {
        let text = match options.commonjs {
            _ if !path.is_dir() => "",
            true => "\nIt has no index.js, and no package.json with `main`.",
            false => {
                "\n--commonjs runs the package in a folder; ferrotape test runs the tests, ferrotape check reads the files."
            }
        };
        return text.to_owned();
    }
    if let Some(word) = path.to_str().and_then(options::command_meant) {
        return format!("\nDid you mean the command '{word}'?");
    }
    file_hint(input)
}

/// Suggests a file for a name that does not exist.
pub fn file_hint(input: &Input) -> String {
    let Input::File(path) = input else { return String::new() };
    let meant = if path.exists() { None } else { options::file_meant(path) };
    meant.map(|file| format!("\nDid you mean {}?", file.display())).unwrap_or_default()
}

/// Returns the exit code of an error. Limits have their own.
pub fn exit_code_of(error: &Error) -> u8 {
    if error.is_termination() { LIMIT } else { FAILURE }
}

/// Objects that a program is run with.
struct Surroundings<'a> {
    options: &'a Options,
    input: &'a Input,
    output: &'a Output,
    reach: &'a SharedReach,
    host: &'a Host,
}

/// Runs, lists or traces a program that was read, with packages or without.
fn act(engine: &mut Engine, around: &Surroundings<'_>, program: Program, begun: &mut Begun) -> Result<(), Ending> {
    let Surroundings { options, input, output, .. } = *around;
    let source = match program {
        Program::Source(source) => source,
        Program::Compiled(saved) => {
            keep_checkpoints(engine, false);
            return run_compiled(engine, around, &saved);
        }
    };
    if options.mode == Mode::Disassemble {
        let is_module = kind::is_module(engine, options, input, &source);
        let Source { name, text } = source;
        let listing = match (is_module, options.json) {
            (true, false) => engine.disassemble_module(&name, text),
            (false, false) => engine.disassemble(&name, text),
            (is_module, true) => engine.code_as_json(&name, text, is_module),
        };
        return Ok(output.write(&listing?)?);
    }
    if options.mode == Mode::Trace {
        begun.has_shown = Some(trace::print_steps(engine, output, &options.trace));
    }
    match options.commonjs {
        true => run_with_packages(engine, around, source, begun),
        false => run_alone(engine, around, source, begun),
    }
}

/// Runs a program without packages. Imports are found beside the file, or in the current directory.
fn run_alone(engine: &mut Engine, around: &Surroundings<'_>, source: Source, begun: &mut Begun) -> Result<(), Ending> {
    let Surroundings { options, input, reach, .. } = *around;
    engine.set_module_loader(modules::loader(reach, options));
    let found = kind::find(engine, options, input, &source)?;
    let Source { mut name, text } = source;
    match found {
        Found::Module => {
            if let Input::File(_) = input {
                name = reach.path_of(&name).to_string_lossy().into_owned();
            }
            begin_module(engine, around, Source { name, text }, begun)
        }
        Found::Script => Ok(run_script(engine, around, &name, text)?),
        Found::Compiled(script) => {
            drop(text);
            let value = engine.enter_with_jobs(|cx| script.run::<Value>(cx))?;
            Ok(print_value(engine, around, &value)?)
        }
    }
}

/// Runs compiled code, on the machine that it was compiled for.
fn run_compiled(engine: &mut Engine, around: &Surroundings<'_>, saved: &Saved) -> Result<(), Ending> {
    let Surroundings { options, reach, .. } = *around;
    if options.mode != Mode::Run {
        let name = program_of(around);
        let message = format!(
            "{} is compiled code, which can only be run: give this the file that it was compiled from",
            name.display()
        );
        return Err(Error::new(message).into());
    }
    if options.commonjs {
        let program = program_of(around);
        packages(engine, around)?.define_globals(engine, &program)?;
    } else {
        engine.set_module_loader(modules::loader(reach, options));
    }
    match saved {
        Saved::Script(script) => Ok(engine.enter_with_jobs(|cx| script.run::<()>(cx))?),
        Saved::Module(module) => around.host.run_waiting(engine, |engine| module.evaluate(engine)).map(drop),
        _ => Err(Error::new("what is compiled there is no program").into()),
    }
}

/// Returns the file of the program. Code without a file counts as being in the current folder.
fn program_of(around: &Surroundings<'_>) -> PathBuf {
    match around.input {
        Input::File(path) => commonjs::real_path(path),
        Input::Code(_) => std::env::current_dir().unwrap_or_default().join("<command line>"),
        Input::Stdin => std::env::current_dir().unwrap_or_default().join("<standard input>"),
    }
}

/// Sets up Node's packages: the loader of modules, the built-in ones, and the tests in `ferrotape test`.
fn packages(engine: &mut Engine, around: &Surroundings<'_>) -> Result<Packages, Error> {
    let Surroundings { options, reach, host, .. } = *around;
    let given = Given {
        file_functions: host.file_functions.clone(),
        files: host.files.clone(),
        reach: Arc::clone(reach),
        network: host.network.clone(),
        testing: options.testing.clone(),
    };
    let packages = Packages::new(engine, &options.aliases, given)?;
    if options.mode == Mode::Test {
        packages.define_tests(engine)?;
    }
    host.use_builtins(packages.builtin_function(engine)?);
    engine.set_module_loader(packages.loader());
    Ok(packages)
}

/// Runs a program as Node does: modules as such, other files as CommonJS, and code without a file as a script with
/// `require` in the global scope.
fn run_with_packages(
    engine: &mut Engine,
    around: &Surroundings<'_>,
    source: Source,
    begun: &mut Begun,
) -> Result<(), Ending> {
    let Surroundings { options, input, .. } = *around;
    let program = program_of(around);
    let packages = packages(engine, around)?;
    let is_file = matches!(input, Input::File(_));
    let Source { name, text } = source;
    let (is_module, code) = match kind::stated(options, input) {
        None if is_file => {
            keep_checkpoints(engine, false);
            let compiled = commonjs::compile_unstated(engine, &program.to_string_lossy(), &text);
            keep_checkpoints(engine, true);
            let code = kind::unless_module(engine, compiled, &name, &text)?;
            (code.is_none(), code)
        }
        stated => (stated.unwrap_or_else(|| kind::has_module_syntax(engine, &name, &text)), None),
    };
    if is_module {
        let name = program.to_string_lossy().into_owned();
        return begin_module(engine, around, Source { name, text }, begun);
    }
    if is_file {
        keep_checkpoints(engine, false);
        return Ok(begun.packages.insert(packages).run(engine, &program, text, code)?);
    }
    packages.define_globals(engine, &program)?;
    Ok(run_script(engine, around, &program.to_string_lossy(), text)?)
}

fn run_script(engine: &mut Engine, around: &Surroundings<'_>, name: &str, text: String) -> Result<(), Error> {
    let value = engine.run_with_jobs(name, text)?;
    print_value(engine, around, &value)
}

/// Returns the state of a text that is typed at the prompt, in the language of the options.
pub fn entry(options: &Options, text: &str) -> Entry {
    if options.typescript { Entry::of_typescript(text) } else { Entry::of(text) }
}

/// Runs the program, which is a module.
fn begin_module(
    engine: &mut Engine,
    around: &Surroundings<'_>,
    source: Source,
    begun: &mut Begun,
) -> Result<(), Ending> {
    if around.options.back.is_some() {
        begun.module = Some(source.clone());
    }
    run_module(engine, around, &source.name, source.text)
}

/// Runs a module. With `--print`, prints the value of its last statement if that is an expression, or else its exports. A text
/// that is a module by a top-level `await` alone runs as an entry of the prompt does.
fn run_module(engine: &mut Engine, around: &Surroundings<'_>, name: &str, text: String) -> Result<(), Ending> {
    let prints_value = around.options.prints_value;
    let is_entry = prints_value && entry(around.options, &text) == Entry::Whole;
    let mut is_begun = false;
    let value = around.host.run_waiting(engine, |engine| match (is_entry, std::mem::replace(&mut is_begun, true)) {
        (true, false) => engine.run_entry(name, &*text),
        (true, true) => Err(Error::new("what is awaited never comes")),
        (false, _) if prints_value => engine.run_module_entry(name, &*text),
        (false, _) => engine.run_module(name, &*text),
    })?;
    let Some(value) = value else { return Ok(()) };
    engine.enter_with_jobs(|_| Ok(()))?;
    Ok(print_value(engine, around, &value)?)
}

fn print_value(engine: &mut Engine, around: &Surroundings<'_>, value: &Value) -> Result<(), Error> {
    if !around.options.prints_value {
        return Ok(());
    }
    let text = match value {
        Value::String(text) => text.to_string(),
        value => engine.inspect(value, &host::inspect_options(around.output))?,
    };
    around.output.write(&(text + "\n"))
}

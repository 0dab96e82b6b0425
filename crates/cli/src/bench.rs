//! Measures how long a program takes.
//!
//! The source text is the body of a function, or a module that exports one. A loop in a script calls the function, so
//! measuring a short one does not measure the entry into the engine. A sample is as many calls as take some
//! milliseconds; jobs and timers that they leave belong to the sample. One sample says little, so there are many; the
//! report gives their median and their spread.

mod statistics;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrotape::{AsContext, Engine, Error, Function, Limits};

use crate::host::{Files, Output};
use crate::kind;
use crate::modules;
use crate::options::{FAILURE, Input, Options, WRONG_USAGE, shown_duration, shown_number};
use crate::reach::Reach;
use crate::run::{exit_code_of, file_hint};
use crate::source::{self, Source};
use crate::{advice, report, setup};
use statistics::Statistics;

/// Time to measure for, unless `--for` is given.
const USUAL_TIME: Duration = Duration::from_secs(3);
/// Approximate duration of a sample: long enough for the resolution of the clock not to matter.
const SAMPLE: Duration = Duration::from_millis(5);
/// Time for uncounted calls, which fill caches.
const WARM_UP: Duration = Duration::from_millis(100);
const FEWEST_SAMPLES: usize = 5;
const MOST_SAMPLES: usize = 100_000;
/// Samples of the empty function.
const EMPTY_SAMPLES: usize = 20;

/// Calls the function `f` this many times.
const REPEAT: &str = "(function repeat(f, times) { for (let i = 0; i < times; i++) f() })";

/// Measures the only input and prints the report behind the program's own output. Returns the exit code.
pub fn bench(options: &Options) -> u8 {
    let source = options.inputs.first().ok_or("no FILE".to_owned()).and_then(source::read);
    let (source, files) = match (source, Files::new(&options.permissions)) {
        (Ok(source), Ok(files)) => (source, files),
        (Err(message), _) => {
            let hint = options.inputs.first().map(file_hint).unwrap_or_default();
            return failed(&(message + &hint), FAILURE);
        }
        (_, Err(message)) => return failed(&message, WRONG_USAGE),
    };
    let output = Output::default();
    let measured = measured(options, source, &output, &files);
    // Output of the program comes first.
    let written = output.flush();
    let text = match measured {
        Ok(text) => text,
        Err(error) => {
            report::print(&error, &advice::notes(&error, options));
            return output.finish(written, exit_code_of(&error));
        }
    };
    output.finish(written.and_then(|()| output.write(&text)), 0)
}

fn failed(message: &str, code: u8) -> u8 {
    eprintln!("ferrotape: {message}");
    code
}

/// A function and the loop that calls it.
struct Measured {
    repeat: Function,
    function: Function,
}

/// Runs the setup, then measures the function and an empty one in the same engine. Returns the report.
fn measured(options: &Options, source: Source, output: &Output, files: &Files) -> Result<String, Error> {
    let (mut engine, host) = setup::engine(options, output, files)?;
    if let Some(setup) = &options.bench.setup {
        engine.run_with_jobs("<setup>", setup)?;
    }
    let repeat: Function = engine.eval(REPEAT)?;
    let input = options.inputs.first().unwrap_or(&Input::Stdin);
    let function = match kind::is_module(&mut engine, options, input, &source) {
        true => default_export(&mut engine, options, files, input, &source)?,
        false => Function::compile(&mut engine, &source.name, &[], &source.text)?,
    };
    let empty = Function::compile(&mut engine, "<empty>", &[], "")?;
    let (measured, empty) = (Measured { repeat: repeat.clone(), function }, Measured { repeat, function: empty });
    let calls = measured.calls_of_a_sample(&mut engine)?;
    let time = options.bench.time.unwrap_or(USUAL_TIME);
    let samples = measured.samples(&mut engine, calls, time)?;
    let fuel = measured.fuel(&mut engine)?;
    let calls_of_empty = empty.calls_of_a_sample(&mut engine)?;
    let empty = (0..EMPTY_SAMPLES).map(|_| empty.sample(&mut engine, calls_of_empty)).collect::<Result<Vec<_>, _>>()?;
    drop(host);
    let name = match options.inputs.first() {
        Some(Input::Code(code)) => code.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect(),
        _ => source.name,
    };
    // The process ends now: freeing the heap would only cost time.
    std::mem::forget(engine);
    Ok(told(&name, &Statistics::of(samples), calls, fuel, &Statistics::of(empty)))
}

/// Runs a module once and returns its default export, the function to measure.
fn default_export(
    engine: &mut Engine,
    options: &Options,
    files: &Files,
    input: &Input,
    source: &Source,
) -> Result<Function, Error> {
    let reach = Arc::new(Reach::new(options, files));
    let name = match input {
        Input::File(_) => reach.path_of(&source.name).to_string_lossy().into_owned(),
        Input::Code(_) | Input::Stdin => source.name.clone(),
    };
    engine.set_module_loader(modules::loader(&reach, options));
    let namespace = engine.run_module(&name, &source.text)?;
    let exported = namespace.as_object().map(|namespace| namespace.get::<Option<Function>>(engine, "default"));
    exported.and_then(|exported| exported.ok().flatten()).ok_or_else(|| {
        Error::new(
            "of a module its default export is measured: it must be a function, as in 'export default () => work()'",
        )
    })
}

impl Measured {
    /// Returns the nanoseconds of a call, averaged over this many calls.
    fn sample(&self, engine: &mut Engine, calls: u64) -> Result<f64, Error> {
        let began = Instant::now();
        engine.enter_with_jobs(|cx| self.repeat.call::<()>(cx, (&self.function, calls as f64)))?;
        Ok(began.elapsed().as_nanos() as f64 / calls as f64)
    }

    /// Returns the number of calls for a sample: doubles it until the calls take long enough.
    fn calls_of_a_sample(&self, engine: &mut Engine) -> Result<u64, Error> {
        let (began, mut calls) = (Instant::now(), 1);
        loop {
            let took = self.sample(engine, calls)? * calls as f64;
            if took < SAMPLE.as_nanos() as f64 {
                calls *= 2;
            } else if began.elapsed() >= WARM_UP {
                return Ok(calls);
            }
        }
    }

    fn samples(&self, engine: &mut Engine, calls: u64, time: Duration) -> Result<Vec<f64>, Error> {
        let began = Instant::now();
        let mut samples = Vec::new();
        while samples.len() < FEWEST_SAMPLES || began.elapsed() < time && samples.len() < MOST_SAMPLES {
            samples.push(self.sample(engine, calls)?);
        }
        Ok(samples)
    }

    /// Returns the fuel of a call, without the fuel of the loop around it.
    fn fuel(&self, engine: &mut Engine) -> Result<u64, Error> {
        let mut fuel = |calls: u32| {
            let (result, spent) =
                engine.measure(&Limits::new(), |cx| self.repeat.call::<()>(cx, (&self.function, calls)));
            result.map(|()| spent.fuel)
        };
        let (one, three) = (fuel(1)?, fuel(3)?);
        Ok(three.saturating_sub(one) / 2)
    }
}

/// Writes the report. It warns of a wide spread, and of times that grow or shrink from sample to sample.
fn told(name: &str, of: &Statistics, calls: u64, fuel: u64, empty: &Statistics) -> String {
    let [median, low, high] = [of.median, of.low, of.high].map(shown_duration);
    let [first, third, least, most] = [of.first_quartile, of.third_quartile, of.least, of.most].map(shown_duration);
    let (samples, calls) = (shown_number(of.count as u64), shown_number(calls));
    let mut text = format!(
        "{name}: {median} (median of {samples} samples of {calls} calls; 95 % confidence: {low} to {high})\n  \
         quartiles {first} and {third}, least {least}, most {most}\n  \
         {} units of fuel a call; a call that does nothing takes {}\n",
        shown_number(fuel),
        shown_duration(empty.median)
    );
    if of.spread() > 0.1 {
        text.push_str("  The samples differ much: other programs run, or calls are not alike.\n");
    }
    if of.drift().abs() > 0.05 {
        let change = if of.drift() > 0.0 { "longer" } else { "less long" };
        text.push_str(&format!(
            "  Later calls take {change} than earlier ones: something grows, or is not warm yet.\n"
        ));
    }
    text
}

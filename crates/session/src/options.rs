//! Options of an engine.

use std::sync::Arc;
use std::time::Duration;

use ferrotape::script::{Compiler, SourceKind};
use ferrotape::web::{TimerClock, Web};
use ferrotape::{Builder, Engine, Error};

use crate::Shell;
use crate::fault::Failure;
use crate::item::Item;
use crate::values::Values;

/// The limits of an engine, and the language of its texts. All limits except memory start again for each operation.
#[derive(Clone, Default)]
pub(crate) struct Options {
    pub fuel: Option<u64>,
    pub time: Option<Duration>,
    memory: Option<usize>,
    native_stack: Option<usize>,
    depth: Option<usize>,
    /// The most bytes of a source text.
    source: Option<usize>,
    is_typescript: bool,
    seed: Option<u64>,
    time_zone: Option<String>,
    hints: Vec<(String, String)>,
    /// Whether values come as numbers of what is kept.
    holds: bool,
}

impl Options {
    /// Reads the options `fuel`, `time` (milliseconds), `memory`, `stack` (bytes), `depth`, `source`, `typescript`, `seed`,
    /// `timeZone`, `hints` and `hold`. Fails for others: a limit with a typing error must not be none.
    pub fn of(item: &Item) -> Result<Options, Failure> {
        let mut options = Options::default();
        let members = match item {
            Item::Undefined => return Ok(options),
            Item::Record(members) => members,
            _ => return Err(Failure::usage("the options are not an object")),
        };
        for (name, item) in members.iter().filter(|(_, item)| *item != Item::Undefined) {
            options.set(name, item)?;
        }
        Ok(options)
    }

    /// Sets one option from its name in JavaScript. Unknown names and values of a wrong type are usage errors.
    fn set(&mut self, name: &str, item: &Item) -> Result<(), Failure> {
        let wrong = || Failure::usage(format!("the option {name} has no such value"));
        let count = || item.as_index().ok_or_else(wrong);
        let bytes = || Ok::<_, Failure>(usize::try_from(count()?).unwrap_or(usize::MAX));
        match name {
            "fuel" => self.fuel = Some(count()?),
            "time" => {
                let milliseconds = item.as_number().ok_or_else(wrong)?;
                self.time = Some(Duration::try_from_secs_f64(milliseconds / 1000.0).map_err(|_| wrong())?);
            }
            "memory" => self.memory = Some(bytes()?),
            "stack" => self.native_stack = Some(bytes()?),
            "depth" => self.depth = Some(bytes()?),
            "source" => self.source = Some(bytes()?),
            "typescript" => self.is_typescript = item.as_bool().ok_or_else(wrong)?,
            "seed" => self.seed = Some(count()?),
            "timeZone" => self.time_zone = Some(item.as_text().ok_or_else(wrong)?.to_owned()),
            "hold" => self.holds = item.as_bool().ok_or_else(wrong)?,
            "hints" => {
                let Item::Record(hints) = item else { return Err(wrong()) };
                for (global, hint) in hints {
                    self.hints.push((global.clone(), hint.as_text().ok_or_else(wrong)?.to_owned()));
                }
            }
            _ => return Err(Failure::usage(format!("there is no option {name}"))),
        }
        Ok(())
    }

    /// Makes an engine that has no functions yet but those of the web.
    pub fn engine(&self, shell: &Arc<dyn Shell>) -> Result<Engine, Error> {
        let mut builder =
            Engine::builder().can_block(false).fuel(self.fuel).timeout(self.time).memory_limit(self.memory);
        builder = builder.source_kind(self.kind());
        builder = self.with_rest(builder);
        if let Some(is_to_stop) = shell.watcher() {
            builder = builder.interrupt_when(is_to_stop);
        }
        let mut engine = builder.build()?;
        Web::install(&mut engine, TimerClock::Real)?;
        engine.set_data(self.values());
        Ok(engine)
    }

    /// Returns an empty table for the values of an engine.
    pub fn values(&self) -> Values {
        Values::new(self.holds, self.source)
    }

    /// Sets the options for which the builder's own defaults hold where they are missing.
    fn with_rest(&self, mut builder: Builder) -> Builder {
        if let Some(bytes) = self.native_stack {
            builder = builder.native_stack(bytes);
        }
        if let Some(depth) = self.depth {
            builder = builder.stack_values(depth);
        }
        if let Some(seed) = self.seed {
            builder = builder.seed(seed);
        }
        if let Some(zone) = &self.time_zone {
            builder = builder.time_zone(zone.clone());
        }
        for (global, hint) in &self.hints {
            builder = builder.hint(global.clone(), hint.clone());
        }
        builder
    }

    fn kind(&self) -> SourceKind {
        if self.is_typescript { SourceKind::TypeScript } else { SourceKind::ByName }
    }

    /// Returns a compiler with the limits of the engine.
    pub fn compiler(&self) -> Compiler {
        let mut compiler = Compiler::new().source_kind(self.kind());
        if let Some(fuel) = self.fuel {
            compiler = compiler.fuel(fuel);
        }
        if let Some(time) = self.time {
            compiler = compiler.time(time);
        }
        if let Some(memory) = self.memory {
            compiler = compiler.memory(memory);
        }
        compiler
    }

    /// Fails for a source text that is too long.
    pub fn check_source(&self, text: &str) -> Result<(), Failure> {
        check_source(self.source, text)
    }
}

/// Fails for a source text that is longer than the limit.
pub(crate) fn check_source(most: Option<usize>, text: &str) -> Result<(), Failure> {
    match most {
        Some(most) if text.len() > most => {
            Err(Failure::SourceTooLong(format!("the source text has {} bytes, {most} are allowed", text.len())))
        }
        _ => Ok(()),
    }
}

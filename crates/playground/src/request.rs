//! Requests: a line of options, and the source text.

/// Operation that a request asks for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Errors of the text, the tree, and the code of both machines. Nothing runs.
    Look,
    /// Console, value or error, and the steps of both machines.
    Run,
}

/// Most bytes of a source text that runs.
pub const MOST_SOURCE: usize = 4 << 20;
/// Most bytes of a source text whose tree and code are shown, and whose steps are recorded.
pub const MOST_SHOWN: usize = 64 << 10;
/// Most fuel of a run.
const MOST_FUEL: u64 = 1_000_000_000;
/// Most bytes of memory of a run.
const MOST_MEMORY: u64 = 512 << 20;
/// Most values of nested calls.
const MOST_DEPTH: u64 = 1_000_000;
/// Most steps that are recorded.
const MOST_STEPS: u64 = 20_000;

/// A request with its limits, each within what the playground allows.
#[derive(Clone, Debug)]
pub struct Request<'t> {
    pub operation: Operation,
    pub is_typescript: bool,
    pub fuel: u64,
    pub memory: usize,
    /// Values in registers of nested calls.
    pub depth: usize,
    /// The number of steps that are recorded.
    pub steps: usize,
    /// Milliseconds since 1970 that every clock of the program shows.
    pub now: u64,
    pub text: &'t str,
}

impl<'t> Request<'t> {
    /// Reads a request. Options that are missing have defaults; a word that is no option is an error, as it would be no
    /// limit where one is meant.
    pub fn of(input: &'t str) -> Result<Request<'t>, String> {
        let (head, text) = input.split_once('\n').ok_or("a request has a line of options")?;
        if text.len() > MOST_SOURCE {
            return Err(format!("the program has {} bytes; the playground runs at most {MOST_SOURCE}", text.len()));
        }
        let mut words = head.split_ascii_whitespace();
        let operation = match words.next() {
            Some("look") => Operation::Look,
            Some("run") => Operation::Run,
            _ => return Err("a request begins with look or run".to_owned()),
        };
        let mut request = Request {
            operation,
            is_typescript: false,
            fuel: 10_000_000,
            memory: 64 << 20,
            depth: 100_000,
            steps: MOST_STEPS as usize,
            now: 0,
            text,
        };
        for word in words {
            request.set(word)?;
        }
        Ok(request)
    }

    /// Sets the option of a word `name=value`. A number beyond what the playground allows is lowered to that.
    fn set(&mut self, word: &str) -> Result<(), String> {
        let wrong = || format!("no such option: {word}");
        let (name, value) = word.split_once('=').ok_or_else(wrong)?;
        let number = |most: u64| value.parse::<u64>().map(|number| number.min(most)).map_err(|_| wrong());
        match name {
            "kind" => self.is_typescript = value == "ts",
            "fuel" => self.fuel = number(MOST_FUEL)?,
            "memory" => self.memory = number(MOST_MEMORY)? as usize,
            "depth" => self.depth = number(MOST_DEPTH)? as usize,
            "steps" => self.steps = number(MOST_STEPS)? as usize,
            "now" => self.now = number(1 << 52)?,
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// Returns the name of the source text, whose ending tells the language.
    pub fn name(&self) -> &'static str {
        if self.is_typescript { "program.ts" } else { "program.js" }
    }
}

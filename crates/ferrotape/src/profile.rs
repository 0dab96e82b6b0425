//! A profiler: which functions and lines take a script's work, time or memory.
//!
//! ```
//! use ferrotape::Engine;
//! use ferrotape::profile::Sampling;
//!
//! let mut engine = Engine::new();
//! engine.start_profile(Sampling::default());
//! engine.run("a.js", "function busy() { for (let i = 0; i < 1e5; i++); } busy(); busy()")?;
//! let profile = engine.end_profile().unwrap();
//! assert_eq!(profile.functions()[0].name, "busy");
//! assert!(profile.to_collapsed().starts_with("(top) a.js;busy "));
//! # Ok::<(), ferrotape::Error>(())
//! ```
//!
//! By fuel, which is the default, the same program has the same profile, whatever else the computer does. A
//! collection of garbage takes no fuel; by time it is a function of its own. Native functions have their names.
//! Samples are taken where limits are checked anyway, so a script runs about as fast as without. By memory, code runs in a
//! second loop, which looks at what each instruction has allocated.

mod calls;
mod flame_graph;
mod json;
mod pprof;

pub(crate) use flame_graph::safe as safe_in_xml;
pub(crate) use json::quoted;

use std::time::Duration;

use ferrotape_runtime::profile::{self as engine, Seen, Tree, Weight};

use calls::{Call, calls};

use crate::{Context, Engine};

/// Most bytes of collapsed stacks.
const MOST_COLLAPSED: usize = 64 << 20;

/// The measure by which samples are taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Sampling {
    /// Takes one each time that this many units of work are spent: about one for each instruction.
    Fuel(u64),
    /// Takes one each time that so much time has passed, as exactly as limits of time are looked at: some tenths of a
    /// millisecond.
    Time(Duration),
    /// Takes one each time that this many bytes are allocated, whatever becomes of them. It begins with fewer bytes, so that
    /// short programs have samples too. 512 KB are usual.
    Memory(u64),
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling::Fuel(10_000)
    }
}

/// A function with its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Cost {
    /// Its name. `(anonymous)` for functions without one, `(top) FILE` for what is outside of functions.
    pub name: String,
    /// The name of its source text. Empty for native functions.
    pub source: String,
    /// The line in which it begins, counted from 1. Zero for native functions.
    pub line: u32,
    /// The column at which it begins, counted from 1. Zero for native functions.
    pub column: u32,
    /// Its own share: units of work, nanoseconds or bytes.
    pub own: u64,
    /// Its share with that of the functions that it called.
    pub total: u64,
}

/// A line with its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LineCost {
    /// The name of the source text.
    pub source: String,
    /// The line, counted from 1.
    pub line: u32,
    /// Its own share: units of work, nanoseconds or bytes.
    pub own: u64,
    /// Its share with that of the functions that it called.
    pub total: u64,
}

/// A profile.
#[derive(Clone, Debug)]
pub struct Profile {
    weight: Weight,
    tree: Tree,
    /// The tree without lines.
    calls: Vec<Call>,
    /// The call of each node of the tree.
    call_of: Vec<u32>,
}

impl Profile {
    pub(crate) fn new((weight, tree): (Weight, Tree)) -> Profile {
        let (calls, call_of) = calls(&tree);
        Profile { weight, tree, calls, call_of }
    }

    /// Returns whether its numbers are nanoseconds.
    pub fn is_by_time(&self) -> bool {
        self.weight == Weight::Time
    }

    /// Returns whether its numbers are bytes. Otherwise they are nanoseconds or units of work.
    pub fn is_by_memory(&self) -> bool {
        self.weight == Weight::Memory
    }

    /// Returns how many samples were taken.
    pub fn samples(&self) -> u64 {
        self.tree.nodes.iter().map(|node| node.samples).sum()
    }

    /// Returns the units of work, nanoseconds or bytes of all samples together.
    pub fn total(&self) -> u64 {
        self.tree.nodes.iter().fold(0, |sum: u64, node| sum.saturating_add(node.weight))
    }

    /// Returns the functions seen, those with the highest own cost first.
    pub fn functions(&self) -> Vec<Cost> {
        let mut costs: Vec<Cost> = self.tree.functions.iter().map(cost).collect();
        for (call, total) in self.calls.iter().zip(self.totals()) {
            let Some(cost) = costs.get_mut(call.function as usize) else { continue };
            cost.own = cost.own.saturating_add(call.weight);
            // What calls itself is counted once.
            if !self.is_below_itself(call) {
                cost.total = cost.total.saturating_add(total);
            }
        }
        costs.sort_by_key(|cost| std::cmp::Reverse((cost.own, cost.total)));
        costs
    }

    /// Returns the lines seen, those with the highest own cost first. The cost of a native function belongs to the
    /// line that called it.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::profile::Sampling;
    ///
    /// let mut engine = Engine::new();
    /// engine.start_profile(Sampling::Memory(1 << 10));
    /// engine.run("a.js", "let kept = [];\nfor (let i = 0; i < 10_000; i++)\n  kept.push({ i });\n")?;
    /// assert_eq!(engine.end_profile().unwrap().lines()[0].line, 3);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn lines(&self) -> Vec<LineCost> {
        calls::lines(&self.tree)
    }

    /// Returns a line for each stack, `main;outer;inner 1234`: the format of FlameGraph's scripts, and of many other tools.
    /// If there is more than 64 MB of text, the heaviest stacks come first, and the rest is left out.
    pub fn to_collapsed(&self) -> String {
        let clean = |name: String| name.replace([';', '\n'], "_").replace(char::is_control, "_");
        let names: Vec<String> = self.tree.functions.iter().map(|seen| clean(name_of(seen))).collect();
        let mut heaviest: Vec<&Call> = self.calls.iter().filter(|call| call.weight > 0).collect();
        heaviest.sort_by_key(|call| std::cmp::Reverse(call.weight));
        let (mut lines, mut left) = (Vec::new(), MOST_COLLAPSED);
        for call in heaviest {
            let stack = self.stack_of(call);
            let bytes = stack.iter().map(|&function| names[function as usize].len() + 1).sum::<usize>();
            let Some(rest) = left.checked_sub(bytes) else { break };
            left = rest;
            let path: Vec<&str> = stack.iter().map(|&function| names[function as usize].as_str()).collect();
            lines.push(format!("{} {}\n", path.join(";"), call.weight));
        }
        lines.sort();
        lines.concat()
    }

    /// Returns the profile as JSON of <https://www.speedscope.app>.
    pub fn to_speedscope(&self) -> String {
        json::speedscope(self)
    }

    /// Returns the profile as JSON, which Chrome's DevTools read from a file that ends with `.cpuprofile`. The format
    /// has only time: a unit of work, or a byte, counts as a microsecond.
    pub fn to_cpuprofile(&self) -> String {
        self.to_cpuprofile_with(0, &|_| None) + "\n"
    }

    /// Returns the profile as [`Profile::to_cpuprofile`] does, for a client of the Chrome DevTools protocol. `start`
    /// is the start time in microseconds. `known` returns the number and the address under which the client knows the
    /// text of a name.
    pub fn to_cpuprofile_with(&self, start: u64, known: &dyn Fn(&str) -> Option<(String, String)>) -> String {
        json::cpuprofile(self, start, known)
    }

    /// Returns the profile in the format of DevTools for allocation samples: the JSON of a file that ends with
    /// `.heapprofile`.
    pub fn to_heapprofile(&self) -> String {
        self.to_heapprofile_with(&|_| None) + "\n"
    }

    /// Returns the profile as [`Profile::to_heapprofile`] does, for a client of the Chrome DevTools protocol:
    /// see [`Profile::to_cpuprofile_with`].
    pub fn to_heapprofile_with(&self, known: &dyn Fn(&str) -> Option<(String, String)>) -> String {
        json::heapprofile(self, known)
    }

    /// Returns the profile as pprof's protocol buffer, not compressed.
    pub fn to_pprof(&self) -> Vec<u8> {
        pprof::encoded(self)
    }

    /// Returns a flame graph as SVG.
    pub fn to_svg(&self) -> String {
        flame_graph::svg(self)
    }

    /// The weight of each call with all below it.
    fn totals(&self) -> Vec<u64> {
        let mut totals: Vec<u64> = self.calls.iter().map(|call| call.weight).collect();
        for index in (0..totals.len()).rev() {
            if let Some(caller) = self.calls[index].caller {
                totals[caller as usize] = totals[caller as usize].saturating_add(totals[index]);
            }
        }
        totals
    }

    fn is_below_itself(&self, call: &Call) -> bool {
        let mut caller = call.caller;
        while let Some(above) = caller.and_then(|caller| self.calls.get(caller as usize)) {
            if above.function == call.function {
                return true;
            }
            caller = above.caller;
        }
        false
    }

    /// The functions of a call's stack, outermost first.
    fn stack_of(&self, call: &Call) -> Vec<u32> {
        let mut stack = vec![call.function];
        let mut caller = call.caller;
        while let Some(above) = caller.and_then(|caller| self.calls.get(caller as usize)) {
            stack.push(above.function);
            caller = above.caller;
        }
        stack.reverse();
        stack
    }

    /// Calls with weights, in the order of time; at the end those whose order is not known.
    fn in_order(&self) -> Vec<(u32, u64)> {
        let mut left: Vec<u64> = self.calls.iter().map(|call| call.weight).collect();
        let mut order: Vec<(u32, u64)> = Vec::with_capacity(self.tree.order.len());
        for &(node, weight) in &self.tree.order {
            let call = self.call_of[node as usize];
            left[call as usize] = left[call as usize].saturating_sub(weight);
            match order.last_mut() {
                Some((last, sum)) if *last == call => *sum = sum.saturating_add(weight),
                _ => order.push((call, weight)),
            }
        }
        order.extend(
            left.into_iter().enumerate().filter(|&(_, weight)| weight > 0).map(|(call, weight)| (call as u32, weight)),
        );
        order
    }

    /// The name of what is counted, and its unit, as pprof has them.
    fn measure(&self) -> (&'static str, &'static str) {
        match self.weight {
            Weight::Time => ("time", "nanoseconds"),
            Weight::Memory => ("alloc_space", "bytes"),
            _ => ("fuel", "units"),
        }
    }
}

/// The name of a function as profiles show it.
fn name_of(seen: &Seen) -> String {
    match seen {
        Seen { is_top: true, source, name, .. } if name.is_empty() => {
            format!("(top) {}", source.rsplit(['/', '\\']).next().unwrap_or_default())
        }
        Seen { name, .. } if name.is_empty() => "(anonymous)".to_owned(),
        Seen { name, .. } => name.clone(),
    }
}

fn cost(seen: &Seen) -> Cost {
    Cost { name: name_of(seen), source: seen.source.clone(), line: seen.line, column: seen.column, own: 0, total: 0 }
}

impl Engine {
    /// Begins a profile of the code that runs from now on, in place of any other profile. Copies of the engine
    /// ([`fork`](Engine::fork)) are not in it. See [`crate::profile`].
    pub fn start_profile(&mut self, sampling: Sampling) {
        match sampling {
            Sampling::Fuel(every) => engine::begin_by_fuel(&mut self.vm, every),
            Sampling::Time(every) => engine::begin_by_time(&mut self.vm, every),
            Sampling::Memory(every) => engine::begin_by_memory(&mut self.vm, every),
        }
        self.choose_loop();
    }

    /// Ends the profile. None if there is none. See [`crate::profile`].
    pub fn end_profile(&mut self) -> Option<Profile> {
        let ended = engine::end(&mut self.vm);
        self.choose_loop();
        ended.map(Profile::new)
    }
}

impl Context<'_> {
    /// Ends the profile, from within a host function: see [`Engine::end_profile`].
    ///
    /// ```
    /// use ferrotape::profile::Sampling;
    /// use ferrotape::{Context, Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let end = Function::new(&mut engine, "end", |cx: &mut Context<'_>| cx.end_profile().unwrap().samples() as f64)?;
    /// engine.set_global("end", end)?;
    /// engine.start_profile(Sampling::Fuel(100));
    /// assert!(engine.eval::<bool>("for (let i = 0; i < 1000; i++); end() > 5")?);
    /// assert!(engine.end_profile().is_none());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn end_profile(&mut self) -> Option<Profile> {
        engine::end(self.vm).map(Profile::new)
    }
}

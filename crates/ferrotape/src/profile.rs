//! A profiler: which functions take a script's work or time.
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
//! Samples are taken where limits are checked anyway, so a script runs about as fast as without.

mod flame_graph;
mod json;
mod pprof;

pub(crate) use flame_graph::safe as safe_in_xml;
pub(crate) use json::quoted;

use std::time::Duration;

use ferrotape_runtime::profile::{self as engine, Seen, Tree, Weight};

use crate::{Context, Engine};

/// Most bytes of collapsed stacks.
const MOST_COLLAPSED: usize = 64 << 20;

/// Measure by which samples are taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Sampling {
    /// Takes one each time that so many units of work are spent: about one for each instruction.
    Fuel(u64),
    /// Takes one each time that so much time has passed, as exactly as limits of time are looked at: some tenths of a
    /// millisecond.
    Time(Duration),
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling::Fuel(10_000)
    }
}

/// A function with what it took.
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
    /// Units of work, or nanoseconds, that it took itself.
    pub own: u64,
    /// Units of work, or nanoseconds, that it took with the functions that it called.
    pub total: u64,
}

/// A profile.
#[derive(Clone, Debug)]
pub struct Profile {
    weight: Weight,
    tree: Tree,
}

impl Profile {
    /// Returns whether its numbers are nanoseconds. Otherwise they are units of work.
    pub fn is_by_time(&self) -> bool {
        self.weight == Weight::Time
    }

    /// Returns how many samples were taken.
    pub fn samples(&self) -> u64 {
        self.tree.nodes.iter().map(|node| node.samples).sum()
    }

    /// Returns the units of work, or nanoseconds, of all samples together.
    pub fn total(&self) -> u64 {
        self.tree.nodes.iter().fold(0, |sum: u64, node| sum.saturating_add(node.weight))
    }

    /// Returns the functions that were seen, those first that took most themselves.
    pub fn functions(&self) -> Vec<Cost> {
        let mut costs: Vec<Cost> = self.tree.functions.iter().map(cost).collect();
        for (node, total) in self.tree.nodes.iter().zip(self.totals()) {
            let Some(cost) = costs.get_mut(node.function as usize) else { continue };
            cost.own = cost.own.saturating_add(node.weight);
            // What calls itself is counted once.
            if !self.is_below_itself(node) {
                cost.total = cost.total.saturating_add(total);
            }
        }
        costs.sort_by_key(|cost| std::cmp::Reverse((cost.own, cost.total)));
        costs
    }

    /// Returns a line for each stack, `main;outer;inner 1234`: the format of FlameGraph's scripts, and of many other tools.
    /// The heaviest stacks come first where there is more than 64 MB of text, and the others are left out.
    pub fn to_collapsed(&self) -> String {
        let clean = |name: String| name.replace([';', '\n'], "_").replace(char::is_control, "_");
        let names: Vec<String> = self.tree.functions.iter().map(|seen| clean(name_of(seen))).collect();
        let mut heaviest: Vec<&engine::Node> = self.tree.nodes.iter().filter(|node| node.weight > 0).collect();
        heaviest.sort_by_key(|node| std::cmp::Reverse(node.weight));
        let (mut lines, mut left) = (Vec::new(), MOST_COLLAPSED);
        for node in heaviest {
            let stack = self.stack_of(node);
            let bytes = stack.iter().map(|&function| names[function as usize].len() + 1).sum::<usize>();
            let Some(rest) = left.checked_sub(bytes) else { break };
            left = rest;
            let path: Vec<&str> = stack.iter().map(|&function| names[function as usize].as_str()).collect();
            lines.push(format!("{} {}\n", path.join(";"), node.weight));
        }
        lines.sort();
        lines.concat()
    }

    /// Returns the profile as JSON of <https://www.speedscope.app>.
    pub fn to_speedscope(&self) -> String {
        json::speedscope(self)
    }

    /// Returns the profile as JSON that Chrome's DevTools read from a file that ends with `.cpuprofile`.
    pub fn to_cpuprofile(&self) -> String {
        json::cpuprofile(self)
    }

    /// Returns the profile as pprof's protocol buffer, not compressed.
    pub fn to_pprof(&self) -> Vec<u8> {
        pprof::encoded(self)
    }

    /// Returns a flame graph as SVG.
    pub fn to_svg(&self) -> String {
        flame_graph::svg(self)
    }

    /// The weight of each node with all below it.
    fn totals(&self) -> Vec<u64> {
        let mut totals: Vec<u64> = self.tree.nodes.iter().map(|node| node.weight).collect();
        for index in (0..totals.len()).rev() {
            if let Some(caller) = self.tree.nodes[index].caller {
                totals[caller as usize] = totals[caller as usize].saturating_add(totals[index]);
            }
        }
        totals
    }

    fn is_below_itself(&self, node: &engine::Node) -> bool {
        let mut caller = node.caller;
        while let Some(above) = caller.and_then(|caller| self.tree.nodes.get(caller as usize)) {
            if above.function == node.function {
                return true;
            }
            caller = above.caller;
        }
        false
    }

    /// The functions of a node's stack, outermost first.
    fn stack_of(&self, node: &engine::Node) -> Vec<u32> {
        let mut stack = vec![node.function];
        let mut caller = node.caller;
        while let Some(above) = caller.and_then(|caller| self.tree.nodes.get(caller as usize)) {
            stack.push(above.function);
            caller = above.caller;
        }
        stack.reverse();
        stack
    }

    /// Nodes with weights, in the order of time; at the end those whose order is not known.
    fn in_order(&self) -> Vec<(u32, u64)> {
        let mut order = self.tree.order.clone();
        let mut left: Vec<u64> = self.tree.nodes.iter().map(|node| node.weight).collect();
        for &(node, weight) in &order {
            left[node as usize] = left[node as usize].saturating_sub(weight);
        }
        order.extend(
            left.into_iter().enumerate().filter(|&(_, weight)| weight > 0).map(|(node, weight)| (node as u32, weight)),
        );
        order
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
    /// Begins a profile of what runs from now on, in place of any other one. Copies of the engine
    /// ([`fork`](Engine::fork)) are not in it. See [`crate::profile`].
    pub fn start_profile(&mut self, sampling: Sampling) {
        match sampling {
            Sampling::Fuel(every) => engine::begin_by_fuel(&mut self.vm, every),
            Sampling::Time(every) => engine::begin_by_time(&mut self.vm, every),
        }
    }

    /// Ends the profile. None if there is none. See [`crate::profile`].
    pub fn end_profile(&mut self) -> Option<Profile> {
        engine::end(&mut self.vm).map(|(weight, tree)| Profile { weight, tree })
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
        engine::end(self.vm).map(|(weight, tree)| Profile { weight, tree })
    }
}

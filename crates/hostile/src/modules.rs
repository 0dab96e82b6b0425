//! Modules generated on demand: graphs as deep, wide and circular as their names say, without any file.

use ferrotape::modules::ModuleLoader;

use crate::scripts::Script;
use crate::source::Source;

/// Graphs, each with the name of its first module.
const GRAPHS: &[(&str, &str)] = &[
    ("a cycle of a hundred thousand", "cycle/0/100000"),
    ("a chain that does not end", "chain/0/1000000000"),
    ("a chain whose end is missing", "chain/0/20000"),
    ("a cycle of stars", "stars/0/20000"),
    ("a name that is handed on", "handed/0/30000"),
    ("a name that is handed on in a circle", "circle/0/30000"),
    ("modules that await", "awaits/0/20000"),
    ("a cycle of modules that await", "awaiting/0/20000"),
    ("a tree of modules that import all others", "all/0/400"),
    ("one that imports a hundred thousand", "wide/0/100000"),
    ("one with many exports", "exports/0/100000"),
    ("dynamic imports in dynamic imports", "dynamic/0/1000000000"),
    ("evaluation that throws at the end", "throws/0/20000"),
    ("long texts", "long/0/1000"),
    ("texts that are no modules", "broken/0/100"),
    ("name spaces in name spaces", "spaces/0/20000"),
];

pub fn scripts() -> Vec<Script> {
    let script = |(name, first): &(&str, &str)| {
        let text = format!(
            "let n = 0; function again(space) {{ for (const k in space) space[k]; return import('{first}/' + n++).then(again, again); }}\n\
             import('{first}').then(again, again); again({{}});"
        );
        Script { needs_host: true, ..Script::new(format!("module/{name}"), Source::text(text)) }
    };
    GRAPHS.iter().map(script).collect()
}

/// A loader that makes modules from their names.
pub struct MadeUp;

impl ModuleLoader for MadeUp {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(specifier.to_owned())
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        let mut parts = name.splitn(4, '/');
        let mut part = || parts.next().unwrap_or_default();
        let (kind, number, count) = (part(), part().parse().unwrap_or(0), part().parse().unwrap_or(1));
        // The fourth part of a name distinguishes graphs of one kind.
        let graph = Graph { kind, count, rest: part() };
        graph.text(number).ok_or_else(|| format!("there is no '{name}'"))
    }
}

/// A graph of numbered modules.
struct Graph<'a> {
    kind: &'a str,
    count: u64,
    rest: &'a str,
}

impl Graph<'_> {
    fn name(&self, number: u64) -> String {
        format!("'{}/{number}/{}/{}'", self.kind, self.count, self.rest)
    }

    /// Returns the source of a module of the graph; `None` behind its last one, or for an unknown kind of graph.
    fn text(&self, number: u64) -> Option<String> {
        let around = self.name((number + 1) % self.count.max(1));
        let further = self.name(number + 1);
        if number >= self.count {
            return None;
        }
        let is_last = number + 1 == self.count;
        let text = match self.kind {
            "cycle" => format!("import {{ v as w }} from {around}; export let v = () => w;"),
            "chain" => format!("import {{ v as w }} from {further}; export let v = () => w;"),
            "stars" => format!("export * from {around}; export let v{number} = 1; import {{ none }} from {around};"),
            "handed" if is_last => "export let v = 1;".to_owned(),
            "handed" => format!("export {{ v }} from {further}; import {{ v as w }} from {further}; w;"),
            "circle" => format!("export {{ v }} from {around};"),
            "awaits" if is_last => "export let v = await 1;".to_owned(),
            "awaits" => format!("import {{ v as w }} from {further}; export let v = await w;"),
            "awaiting" => format!("import {around}; await 1; await import({around});"),
            "all" => (0..self.count).map(|other| format!("import * as n{other} from {};", self.name(other))).collect(),
            "wide" if number == 0 => (1..self.count).map(|other| format!("import {};", self.name(other))).collect(),
            "wide" => "export {};".to_owned(),
            "exports" => (0..self.count).map(|other| format!("export let v{other} = {number};")).collect(),
            "dynamic" => format!("export const next = import({further}); await next;"),
            "throws" if is_last => "throw new Error('at the end');".to_owned(),
            "throws" => format!("import {further}; export default 1;"),
            "long" => format!("import {further}; {}", "a + b;".repeat(1 << 20)),
            "broken" => format!("import {further}; import {{"),
            "spaces" => format!("export * as next from {around}; export * as self from {};", self.name(number)),
            _ => return None,
        };
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_graph_has_a_first_module() {
        for (name, first) in GRAPHS {
            assert!(MadeUp.load(first).is_ok_and(|text| !text.is_empty()), "{name}");
        }
        assert!(MadeUp.load("chain/5/5/").is_err());
        let text = MadeUp.load("chain/3/9/x").expect("a module");
        assert_eq!(text, "import { v as w } from 'chain/4/9/x'; export let v = () => w;");
    }
}

//! Coverage: how often each statement, branch and function of a program ran.
//!
//! ```
//! use ferrotape::Engine;
//!
//! let mut engine = Engine::new();
//! engine.start_coverage();
//! engine.run("a.js", "function never() {\n  return 1;\n}\nfor (let i = 0; i < 3; i++)\n  i % 2 ? i : -i;\n")?;
//! let coverage = engine.end_coverage().unwrap();
//! let file = &coverage.files()[0];
//! assert_eq!(file.lines(), [(2, 0), (4, 4), (5, 3)]);
//! assert!(coverage.to_lcov().contains("FNDA:0,never"));
//! # Ok::<(), ferrotape::Error>(())
//! ```
//!
//! Code runs in a second loop, which counts instructions; the compiler tells which of them begin what. Positions are
//! those of the text, in TypeScript too. Texts that are made by eval count, and modules. Code that was saved without
//! its text does not.

mod html;
mod lcov;
mod v8;

use std::collections::BTreeMap;
use std::sync::Arc;

use ferrotape_bytecode::debug::{Branch, BranchKind, FunctionDebug, Mark, MarkKind};
use ferrotape_bytecode::{Code, FunctionKind, FunctionTemplate, Instruction, StackInstruction, Unit};
use ferrotape_runtime::Vm;
use ferrotape_runtime::coverage::{self as engine, Covered};
use ferrotape_text::{SourceText, Span};

use crate::{Context, Engine};

/// Coverage of a program: how much of its source ran.
#[derive(Clone, Debug)]
pub struct Coverage {
    files: Vec<FileCoverage>,
}

/// Places of texts, by name, number of functions, and kind.
type Known = BTreeMap<(String, usize, u8), Vec<usize>>;

/// Coverage of a source text.
#[derive(Clone, Debug)]
pub struct FileCoverage {
    name: String,
    source: Arc<SourceText>,
    /// Kind of its code as a whole: a script, a module, an eval.
    kind: u8,
    functions: Vec<Function>,
}

/// A function, or what is outside of functions, which is the first one.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    /// Whether it is none of the text's functions: the text as a whole, or a function that somebody has put around it.
    is_whole: bool,
    /// Whether it is a constructor that its class has no text for.
    is_implicit: bool,
    span: Span,
    calls: u64,
    /// Positions at which statements begin, with their counts.
    statements: BTreeMap<u32, u64>,
    branches: Vec<(Branch, u64)>,
}

/// A number of things, and the number of them that ran.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Share {
    /// The number of all.
    pub all: usize,
    /// The number of those that ran at least once.
    pub run: usize,
}

impl Share {
    fn of(counts: impl Iterator<Item = u64>) -> Share {
        let mut share = Share::default();
        for count in counts {
            share.all += 1;
            share.run += usize::from(count > 0);
        }
        share
    }

    fn and(self, other: Share) -> Share {
        Share { all: self.all + other.all, run: self.run + other.run }
    }

    /// Returns the share that ran, in percent; 100 if there is nothing to run.
    pub fn percent(self) -> f64 {
        if self.all == 0 { 100.0 } else { 100.0 * self.run as f64 / self.all as f64 }
    }
}

impl Coverage {
    fn new(covered: Vec<Covered>) -> Coverage {
        let mut coverage = Coverage { files: Vec::new() };
        let mut known = Known::default();
        for unit in covered.iter().filter(|unit| unit.tables.is_some()) {
            coverage.add(&mut known, FileCoverage::of(unit));
        }
        coverage
    }

    /// Ends the counting of an engine.
    pub(crate) fn ended(vm: &mut Vm) -> Option<Coverage> {
        engine::end(vm).map(Coverage::new)
    }

    /// Adds a text. One that has run several times is one.
    fn add(&mut self, known: &mut Known, file: FileCoverage) {
        let same = known.entry((file.name.clone(), file.functions.len(), file.kind)).or_default();
        match same.iter().find(|&&index| self.files[index].source.text() == file.source.text()) {
            Some(&index) => self.files[index].add(&file),
            None => {
                same.push(self.files.len());
                self.files.push(file);
            }
        }
    }

    /// Adds what ran in another engine.
    pub fn merge(&mut self, other: Coverage) {
        let mut known = Known::default();
        for (index, file) in self.files.iter().enumerate() {
            known.entry((file.name.clone(), file.functions.len(), file.kind)).or_default().push(index);
        }
        for file in other.files {
            self.add(&mut known, file);
        }
    }

    /// Returns the texts that ran, in the order in which they began.
    pub fn files(&self) -> &[FileCoverage] {
        &self.files
    }

    /// Renames source texts, and removes those for which the closure returns none.
    pub fn rename(&mut self, name: impl Fn(&str) -> Option<String>) {
        self.files.retain_mut(|file| match name(&file.name) {
            Some(name) => {
                file.name = name;
                true
            }
            None => false,
        });
    }

    /// Returns how many lines ran, of those in which a statement begins.
    pub fn lines(&self) -> Share {
        self.files.iter().fold(Share::default(), |sum, file| sum.and(file.line_share()))
    }

    /// Returns how many branches ran.
    pub fn branches(&self) -> Share {
        self.files.iter().fold(Share::default(), |sum, file| sum.and(file.branch_share()))
    }

    /// Returns how many functions ran.
    pub fn functions(&self) -> Share {
        self.files.iter().fold(Share::default(), |sum, file| sum.and(file.function_share()))
    }

    /// Returns the coverage in the format of `lcov`, which most tools read. Texts whose names begin with `<` have no
    /// file, and are left out.
    pub fn to_lcov(&self) -> String {
        self.with_files().map(lcov::record).collect()
    }

    /// Returns the coverage as the JSON of V8, which `c8` and others read.
    pub fn to_v8_json(&self) -> String {
        v8::json(&self.files)
    }

    /// Returns a page with all texts, their lines and counts.
    pub fn to_html(&self) -> String {
        html::page(self)
    }

    fn with_files(&self) -> impl Iterator<Item = &FileCoverage> {
        self.files.iter().filter(|file| !file.name.starts_with('<'))
    }
}

impl FileCoverage {
    /// Reads the counts of a unit, one entry for each function in its debug tables.
    fn of(covered: &Covered) -> FileCoverage {
        let unit = &covered.unit;
        let tables = covered.tables.iter().flat_map(|tables| &tables.functions);
        let functions = tables.enumerate().map(|(index, table)| Function::of(covered, unit, index, table));
        FileCoverage {
            name: unit.source.name().to_owned(),
            source: Arc::clone(&unit.source),
            kind: unit.functions.first().map_or(0, |first| first.kind as u8),
            functions: functions.collect(),
        }
    }

    /// Adds the counts of one more run of the text. Both list functions and branches in the same order.
    fn add(&mut self, other: &FileCoverage) {
        for (function, other) in self.functions.iter_mut().zip(&other.functions) {
            function.calls += other.calls;
            for (offset, count) in &other.statements {
                *function.statements.entry(*offset).or_default() += count;
            }
            for ((_, count), (_, further)) in function.branches.iter_mut().zip(&other.branches) {
                *count += further;
            }
        }
    }

    /// Returns the name of the text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text, as its author has written it.
    pub fn text(&self) -> &str {
        self.source.written_text()
    }

    /// Returns the lines in which statements begin, counted from 1. The count of a line is that of its statement that ran most
    /// often.
    pub fn lines(&self) -> Vec<(u32, u64)> {
        let mut lines: BTreeMap<u32, u64> = BTreeMap::new();
        for (&offset, &count) in self.functions.iter().flat_map(|function| &function.statements) {
            let line = lines.entry(self.source.position(offset).line).or_default();
            *line = (*line).max(count);
        }
        lines.into_iter().collect()
    }

    fn line_share(&self) -> Share {
        Share::of(self.lines().into_iter().map(|(_, count)| count))
    }

    fn branch_share(&self) -> Share {
        Share::of(self.functions.iter().flat_map(Function::decisions).map(|(.., count)| count))
    }

    fn function_share(&self) -> Share {
        Share::of(self.inner().map(|function| function.calls))
    }

    /// The functions of the text.
    fn inner(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| !function.is_whole && !function.is_implicit)
    }
}

impl Function {
    /// Makes the counts of a function.
    fn of(covered: &Covered, unit: &Unit, index: usize, table: &FunctionDebug) -> Function {
        let template = unit.functions.get(index);
        let name = template.and_then(|template| unit.strings.get(template.name?.0 as usize));
        let (before, behind) = unit.source.added();
        let is_inner = template.is_some_and(|it| it.kind == FunctionKind::Function && it.span.start >= before);
        let is_whole = index == 0 || !is_inner;
        let whole = Span::new(0, (unit.source.text().len() as u32).saturating_sub(behind));
        let mut statements: BTreeMap<u32, u64> = BTreeMap::new();
        let mut last: Option<(u32, u64)> = None;
        // What makes a function that somebody has put around the text is no statement of it.
        let is_counted =
            |mark: &&Mark| mark.kind != MarkKind::End && mark.offset >= before && !only_jumps(template, mark.at);
        for mark in table.marks.iter().filter(is_counted) {
            let count = covered.count(index, mark.at);
            // What is compiled twice, as the tests of loops, ran as often as both. Two marks in a row are of one statement.
            let counted = last.filter(|&(offset, _)| offset == mark.offset).map_or(0, |(_, before)| before);
            *statements.entry(mark.offset).or_default() += count.saturating_sub(counted);
            // Behind a return is another one of its statement, to which another way leads.
            last = Some((mark.offset, count.max(counted))).filter(|_| !returns(template, mark.at));
        }
        for &offset in table.unreachable.iter().filter(|&&offset| offset >= before) {
            statements.entry(offset).or_default();
        }
        let mut branches: Vec<(Branch, u64)> = Vec::new();
        // What the parser has made of an enum or a namespace is no decision of the text: it begins where its whole does.
        let is_made = |branch: &Branch| {
            matches!(branch.kind, BranchKind::Logical | BranchKind::Conditional) && branch.span.start == branch.of
        };
        for &branch in table.branches.iter().filter(|&branch| !is_made(branch)) {
            branches.push((branch, covered.count(index, branch.at)));
        }
        branches.sort_by_key(|(branch, _)| (branch.span.start, std::cmp::Reverse(branch.span.end), branch.kind as u8));
        branches.dedup_by(|(branch, count), (known, sum)| {
            let is_one = (known.kind, known.span) == (branch.kind, branch.span);
            *sum += if is_one { *count } else { 0 };
            is_one
        });
        let span = template.filter(|_| !is_whole).map_or(Some(whole), |template| span_of(template, table));
        Function {
            name: name.map_or_else(String::new, ToString::to_string),
            is_whole,
            is_implicit: span.is_none(),
            span: span.unwrap_or_default(),
            calls: covered.calls(index),
            statements,
            branches,
        }
    }

    /// The ways that decisions went: where the decision begins, which way of it that is, and how often.
    fn decisions(&self) -> Vec<(u32, u32, u64)> {
        let mut ways: Vec<(u32, u32, u64)> = Vec::new();
        let mut counted: BTreeMap<u32, u32> = BTreeMap::new();
        for (branch, count) in &self.branches {
            let number = counted.entry(branch.of).or_default();
            match branch.kind {
                BranchKind::If => {
                    let decided = self.statements.get(&branch.of).copied().unwrap_or(*count);
                    ways.push((branch.of, *number, *count));
                    ways.push((branch.of, *number + 1, decided.saturating_sub(*count)));
                    *number += 2;
                }
                BranchKind::Else => {}
                _ => {
                    ways.push((branch.of, *number, *count));
                    *number += 1;
                }
            }
        }
        ways.sort_by_key(|way| (way.0, way.1));
        ways
    }
}

/// Returns whether a statement that begins at an instruction is a jump, as a `break` is. Nobody can say how often it ran:
/// what leads to it leads to its target at once.
fn only_jumps(template: Option<&FunctionTemplate>, at: u32) -> bool {
    match template.map(|template| &template.code) {
        Some(Code::Register(code)) => matches!(code.instructions.get(at as usize), Some(Instruction::Jump { .. })),
        Some(Code::Stack(code)) => matches!(code.instructions.get(at as usize), Some(StackInstruction::BAlways(_))),
        None => false,
    }
}

/// Returns the text that the counts of a function are for. A class's constructor shows the text of the class, but only its own
/// statements are its own. None for one that is not in the text.
fn span_of(template: &FunctionTemplate, table: &FunctionDebug) -> Option<Span> {
    if template.class.is_none() {
        return Some(template.span);
    }
    let marks = table.marks.iter().map(|mark| mark.offset).chain(table.unreachable.iter().copied());
    let own = marks.filter(|&offset| offset + 1 < template.span.end);
    let (first, last) = own.fold((u32::MAX, 0), |(first, last), offset| (first.min(offset), last.max(offset)));
    (first <= last).then(|| Span::new(first, last + 1))
}

/// Returns whether an instruction of a function is a return.
fn returns(template: Option<&FunctionTemplate>, at: u32) -> bool {
    match template.map(|template| &template.code) {
        Some(Code::Register(code)) => {
            let instruction = code.instructions.get(at as usize);
            matches!(instruction, Some(Instruction::Return { .. } | Instruction::ReturnUndefined {}))
        }
        _ => false,
    }
}

impl Engine {
    /// Starts counting the code that runs from now on: see [`crate::coverage`]. Code runs in a second loop.
    pub fn start_coverage(&mut self) {
        engine::begin(&mut self.vm, None);
        self.choose_loop();
    }

    /// Starts counting like [`Engine::start_coverage`], but keeps only texts whose names the function accepts. Others cost
    /// little, as nobody asks where their statements are.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// engine.start_coverage_of(|name| !name.starts_with("lib/"));
    /// engine.run("lib/a.js", "1;")?;
    /// engine.run("b.js", "2;")?;
    /// let coverage = engine.end_coverage().unwrap();
    /// assert_eq!(coverage.files().iter().map(|file| file.name()).collect::<Vec<_>>(), ["b.js"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn start_coverage_of(&mut self, is_kept: fn(&str) -> bool) {
        engine::begin(&mut self.vm, Some(is_kept));
        self.choose_loop();
    }

    /// Ends counting. None if it was not begun. See [`crate::coverage`].
    pub fn end_coverage(&mut self) -> Option<Coverage> {
        let covered = engine::end(&mut self.vm);
        self.choose_loop();
        covered.map(Coverage::new)
    }
}

impl Context<'_> {
    /// Ends counting, from within a host function: see [`Engine::end_coverage`].
    ///
    /// ```
    /// use ferrotape::{Context, Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let end = Function::new(&mut engine, "end", |cx: &mut Context<'_>| cx.end_coverage().unwrap().lines().run as f64)?;
    /// engine.set_global("end", end)?;
    /// engine.start_coverage();
    /// assert_eq!(engine.eval::<f64>("let a = 1;\nend()")?, 2.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn end_coverage(&mut self) -> Option<Coverage> {
        Coverage::ended(self.vm)
    }
}

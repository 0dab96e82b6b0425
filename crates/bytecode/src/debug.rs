//! Tables for debuggers: where statements begin in the code, and where variables are. Code does not carry them; the
//! compiler makes them on demand, from the text.

use std::ops::Range;

use ferrotape_budget::order;
use ferrotape_text::Span;

use crate::template::{AroundEval, BindingForm, ScopeKind, TextId};

/// Tables of a unit, a row for each function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DebugTables {
    pub functions: Vec<FunctionDebug>,
    /// The texts that the tables name.
    pub names: Vec<ferrotape_text::Text>,
}

impl DebugTables {
    /// Returns the beginnings of all statements of a function, in the order of the code.
    pub fn statements(&self, function: usize) -> Vec<Mark> {
        let Some(FunctionDebug { marks, outer, .. }) = self.functions.get(function) else { return Vec::new() };
        let mut statements = [marks.as_slice(), outer.as_slice()].concat();
        order::sort_by_key(&mut statements, |mark| mark.at);
        statements
    }
}

/// Table of a function: its statements, scopes and names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionDebug {
    /// Beginnings of statements, in the order of the code. No two are at one instruction.
    pub marks: Vec<Mark>,
    /// Beginnings of statements of stack code at which no debugger stops, as of a `try`, in the order of the code. None is at a
    /// mark.
    pub outer: Vec<Mark>,
    /// Calls and returns within statements, in the order of the code: breakpoints can be there, but no step ends there. None of
    /// them has the offset of a mark.
    pub points: Vec<Mark>,
    /// Parts of the text that run only if something says so, in the order in which they were compiled.
    pub branches: Vec<Branch>,
    /// Beginnings of statements that nothing leads to: none of their instructions is left.
    pub unreachable: Vec<u32>,
    /// Scopes of register code whose names are in registers, inner ones behind those around them. Records of stack code
    /// have their names.
    pub scopes: Vec<ScopeDebug>,
    /// Surroundings that decide what a direct eval in the function may contain.
    pub around: AroundEval,
}

/// The first instruction of a statement, or of a part of one that runs by itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The index of the instruction.
    pub at: u32,
    /// The place in the source text. Several marks may have one, as conditions of loops are compiled twice.
    pub offset: u32,
    pub kind: MarkKind,
}

/// A part of the text that runs only if something says so.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The index of its first instruction, which belongs to nothing else; [`Branch::UNREACHABLE`] if none is left.
    pub at: u32,
    pub span: Span,
    pub kind: BranchKind,
    /// Beginning of the whole: parts of one statement or expression have the same.
    pub of: u32,
}

impl Branch {
    /// Place of a branch that nothing leads to.
    pub const UNREACHABLE: u32 = u32::MAX;
}

/// Kind of a branch.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BranchKind {
    /// Parts of `if`: behind the condition, and behind `else`.
    If,
    Else,
    /// The parts of `a ? b : c`.
    Conditional,
    /// The right side of `&&`, `||` and `??`.
    Logical,
    /// The statements behind a `case`.
    Case,
}

/// Kind of a mark, or of a point within a statement.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MarkKind {
    Statement,
    /// A `debugger` statement.
    Debugger,
    /// The end of a function's body, where it returns by itself.
    End,
    /// A call, whose callee and arguments have their values.
    Call,
    /// The end of a `return`, which has its value.
    Return,
}

/// A scope with its names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScopeDebug {
    pub kind: ScopeKind,
    /// The instructions in it.
    pub code: Range<u32>,
    /// The register for its record, if it may have one.
    pub record: Option<u32>,
    pub names: Vec<NameDebug>,
}

/// A name and where its value is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NameDebug {
    /// Index in [`DebugTables::names`].
    pub name: TextId,
    pub form: BindingForm,
    pub place: NamePlace,
    /// The first instruction at which it has its value, as registers are not emptied without need.
    pub from: u32,
    /// False for what no text can name, as `this` of the function around an arrow function, and for private names.
    pub is_visible: bool,
}

/// Place of a name's value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NamePlace {
    /// A register of the frame.
    Register(u32),
    /// The function that runs.
    Callee,
}

impl FunctionDebug {
    /// Returns the mark at an instruction.
    pub fn mark_at(&self, at: u32) -> Option<&Mark> {
        let place = self.marks.binary_search_by_key(&at, |mark| mark.at).ok()?;
        self.marks.get(place)
    }

    /// Returns the call or return at an instruction.
    pub fn point_at(&self, at: u32) -> Option<&Mark> {
        let place = self.points.binary_search_by_key(&at, |point| point.at).ok()?;
        self.points.get(place)
    }

    /// Returns all places at which breakpoints can be.
    pub fn places(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter().chain(&self.points)
    }

    /// Returns the scopes that an instruction is in, from the inside outwards.
    pub fn scopes_at(&self, at: u32) -> impl Iterator<Item = &ScopeDebug> {
        self.scopes.iter().rev().filter(move |scope| scope.code.contains(&at))
    }
}

//! Notes for debuggers, made while a function is compiled: where statements begin, which scopes the code is in, and
//! where declared names have got their values. The code is the same with it and without.
//!
//! Places are indices of the code as it is emitted. When the function is complete, the last passes tell what they have
//! become. A statement of which no instruction is left has no mark.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ferrotape_budget::order;
use ferrotape_bytecode::debug::{Branch, BranchKind, Mark, MarkKind};
use ferrotape_syntax::scope::ScopeId;
use ferrotape_syntax::tree::FunctionKind;
use ferrotape_text::Span;

use super::{Compiled, Core, Machine};
use crate::meter::push;

/// Notes on a function.
#[derive(Default)]
pub(crate) struct DebugNotes {
    marks: Vec<Mark>,
    /// Statements around others, at which no debugger stops.
    outer: Vec<Mark>,
    /// Calls and returns within statements.
    points: Vec<Mark>,
    /// The end of the `return` that is emitted.
    end_of_return: Option<u32>,
    /// Branches, each with the end of its code.
    branches: Vec<(Branch, u32)>,
    /// Scopes in the order in which they are entered.
    pub scopes: Vec<ScopeNote>,
    /// Scopes that the code is in.
    open: Vec<usize>,
    /// Declarations, and where their names have values.
    initialized: Vec<(Span, u32)>,
}

/// A scope and the code in it.
pub(crate) struct ScopeNote {
    pub scope: ScopeId,
    pub start: u32,
    pub end: u32,
}

impl DebugNotes {
    /// Returns the marks in the finished code. `moved` has the new index of each instruction, or that of the next one
    /// that is kept. `copies` are instructions that have become copies of others: a statement begins at each copy of its first
    /// one.
    pub fn marks(&self, moved: &[u32], copies: &[(u32, u32)]) -> Vec<Mark> {
        let place = |at: u32| moved.get(at as usize).copied();
        let end_of_code = moved.len().saturating_sub(1) as u32;
        let ends = self.marks.iter().skip(1).map(|mark| mark.at).chain([end_of_code]);
        // Of marks at one instruction the last is that of the statement which has it.
        let last: BTreeMap<u32, &Mark> = self.marks.iter().map(|mark| (mark.at, mark)).collect();
        let copied = copies.iter().filter_map(|&(copy, of)| {
            let (at, end) = (place(copy)?, place(copy + 1)?);
            let mark = last.get(&of).filter(|_| at < end)?;
            Some(Mark { at, ..**mark })
        });
        // A `break` that returns is seen as what it leads to, but for the end of the function.
        let (ends_of_function, mut marks): (Vec<Mark>, Vec<Mark>) = copied.partition(|mark| mark.kind == MarkKind::End);
        for (mark, end) in self.marks.iter().zip(ends) {
            let (Some(at), Some(end)) = (place(mark.at), place(end.max(mark.at))) else { continue };
            if at < end {
                marks.push(Mark { at, ..*mark });
            }
        }
        marks.extend(ends_of_function);
        order::sort_by_key(&mut marks, |mark| mark.at);
        marks.dedup_by_key(|mark| mark.at);
        marks
    }

    /// Returns the beginnings of statements around others in the finished code, where none of the `marks` is. Of two at one
    /// instruction the inner one counts.
    pub fn outer(&self, marks: &[Mark], moved: &[u32]) -> Vec<Mark> {
        let marked: BTreeSet<u32> = marks.iter().map(|mark| mark.at).collect();
        let places = self.outer.iter().filter_map(|mark| Some((*moved.get(mark.at as usize)?, mark)));
        let inner: BTreeMap<u32, &Mark> = places.filter(|(at, _)| !marked.contains(at)).collect();
        inner.into_iter().map(|(at, &mark)| Mark { at, ..mark }).collect()
    }

    /// Returns the calls and returns in the finished code, but for those at whose place in the text something begins that has
    /// one of the `marks`. The rest is as for those.
    pub fn points(&self, marks: &[Mark], moved: &[u32], copies: &[(u32, u32)]) -> Vec<Mark> {
        let begun: BTreeSet<u32> = marks.iter().map(|mark| mark.offset).collect();
        let known: BTreeMap<u32, &Mark> = self.points.iter().map(|point| (point.at, point)).collect();
        let copied = copies.iter().filter_map(|&(copy, of)| known.get(&of).map(|&point| Mark { at: copy, ..*point }));
        let kept = self.points.iter().copied().chain(copied).filter_map(|point| {
            let (at, end) = (*moved.get(point.at as usize)?, *moved.get(point.at as usize + 1)?);
            (at < end && !begun.contains(&point.offset)).then_some(Mark { at, ..point })
        });
        let mut points: Vec<Mark> = kept.collect();
        order::sort_by_key(&mut points, |point| point.at);
        points.dedup_by_key(|point| point.at);
        points
    }

    /// Returns the branches in the finished code that have an instruction left, or that nothing leads to.
    pub fn branches(&self, moved: &[u32], is_unreachable: impl Fn(Range<u32>) -> bool) -> Vec<Branch> {
        let place = |at: u32| moved.get(at as usize).copied();
        let kept = self.branches.iter().filter_map(|&(branch, end)| {
            if is_unreachable(branch.at..end) {
                return Some(Branch { at: Branch::UNREACHABLE, ..branch });
            }
            let (at, end) = (place(branch.at)?, place(end)?);
            (at < end).then_some(Branch { at, ..branch })
        });
        kept.collect()
    }

    /// Returns where statements begin that nothing leads to.
    pub fn unreachable(&self, is_unreachable: impl Fn(Range<u32>) -> bool) -> Vec<u32> {
        let next = self.marks.iter().skip(1).map(|mark| mark.at);
        let with_ends = self.marks.iter().zip(next.chain([u32::MAX]));
        let found = with_ends.filter(|(mark, end)| mark.kind != MarkKind::End && is_unreachable(mark.at..*end));
        found.map(|(mark, _)| mark.offset).collect()
    }

    /// Returns the place at which the name declared there has its value, if its declaration is one that gives it.
    pub fn initialized(&self, declared: Span) -> Option<u32> {
        let within = |&&(span, _): &&(Span, u32)| span.start <= declared.start && declared.end <= span.end;
        self.initialized.iter().filter(within).map(|&(_, at)| at).min()
    }
}

impl Core<'_> {
    /// Notes that the next instruction, with that index, makes a call.
    pub fn note_call(&mut self, at: u32, offset: u32) {
        if let Some(notes) = &mut self.notes {
            self.grown += push(&mut notes.points, Mark { at, offset, kind: MarkKind::Call });
        }
    }

    /// Notes that the next instruction, with that index, begins to leave the function with the value of a `return`.
    pub fn note_return(&mut self, at: u32) {
        if let Some(notes) = &mut self.notes
            && let Some(offset) = notes.end_of_return
        {
            self.grown += push(&mut notes.points, Mark { at, offset, kind: MarkKind::Return });
        }
    }

    /// Notes that a `return` is emitted which ends there, or that it has been.
    pub fn note_end_of_return(&mut self, end: Option<u32>) {
        if let Some(notes) = &mut self.notes {
            notes.end_of_return = end;
        }
    }

    /// Notes that the code from here on is in a scope.
    pub fn note_scope(&mut self, scope: ScopeId, start: u32) {
        if let Some(notes) = &mut self.notes {
            let index = notes.scopes.len();
            self.grown += push(&mut notes.open, index);
            self.grown += push(&mut notes.scopes, ScopeNote { scope, start, end: start });
        }
    }

    /// Notes that the innermost scope ends here.
    pub fn note_scope_end(&mut self, end: u32) {
        if let Some(notes) = &mut self.notes
            && let Some(index) = notes.open.pop()
        {
            notes.scopes[index].end = end;
        }
    }
}

/// Notes that a statement begins here, or a part of one that runs by itself.
pub(super) fn note_mark<'t>(m: &mut impl Machine<'t>, offset: u32, kind: MarkKind) {
    let at = m.code_length();
    let core = m.core();
    if let Some(notes) = &mut core.notes {
        core.grown += push(&mut notes.marks, Mark { at, offset, kind });
    }
}

/// Notes that a statement around others begins here, at which no debugger stops.
pub(super) fn note_outer<'t>(m: &mut impl Machine<'t>, offset: u32) {
    let at = m.code_length();
    let core = m.core();
    if let Some(notes) = &mut core.notes {
        core.grown += push(&mut notes.outer, Mark { at, offset, kind: MarkKind::Statement });
    }
}

/// Emits a branch of what begins at an offset, and notes it.
#[inline(always)]
pub(super) fn branch<'t, M: Machine<'t>>(
    m: &mut M,
    (kind, of, span): (BranchKind, u32, Span),
    emit: impl FnOnce(&mut M) -> Compiled,
) -> Compiled {
    let at = m.code_length();
    emit(m)?;
    let end = m.code_length();
    let core = m.core();
    if let Some(notes) = &mut core.notes {
        core.grown += push(&mut notes.branches, (Branch { at, span, kind, of }, end));
    }
    Ok(())
}

/// Notes that the function is left here with the value of a `return`.
pub(super) fn note_return<'t>(m: &mut impl Machine<'t>) {
    let at = m.code_length();
    m.core().note_return(at);
}

/// Notes that a declaration is done: its names have their values.
pub(super) fn note_initialized<'t>(m: &mut impl Machine<'t>, declaration: Span) {
    let at = m.code_length();
    let core = m.core();
    if let Some(notes) = &mut core.notes {
        core.grown += push(&mut notes.initialized, (declaration, at));
    }
}

/// Notes that the body of a function ends here, if it is one in braces.
pub(super) fn note_end<'t>(m: &mut impl Machine<'t>) {
    use FunctionKind::{Eval, Fields, Module, Script, Statics};
    let core = m.core();
    let end = core.function.span.end.saturating_sub(1);
    let is_body = !matches!(core.function.kind, Script | Module | Eval | Fields | Statics);
    if core.notes.is_some() && is_body && core.tree.source.text().as_bytes().get(end as usize) == Some(&b'}') {
        note_mark(m, end, MarkKind::End);
    }
}

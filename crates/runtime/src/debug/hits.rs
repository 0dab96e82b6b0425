//! Hits of breakpoints: their conditions and messages are evaluated.

use std::collections::BTreeMap;

use super::breakpoints::{Breakpoint, BreakpointId, Wanted};
use super::evaluate::{evaluate, plain_text};
use crate::code::CodeBlock;
use crate::debug::Debugger;
use crate::vm::Vm;

/// Breakpoints that stop at an instruction.
pub(super) struct Reached {
    pub(super) stopping: Vec<BreakpointId>,
    /// The place in the text of the first of them.
    pub(super) offset: u32,
}

impl Debugger {
    /// Returns the breakpoints at an instruction, each with its place in the text. A statement and a call or return in it may
    /// be one instruction of register code: the statement is the first place.
    fn breakpoints_at(&self, code: &CodeBlock, at: usize) -> BTreeMap<BreakpointId, u32> {
        let mut offsets = BTreeMap::new();
        let Some(function) = code.unit.debug.get().and_then(|debug| debug.function(code.index)) else { return offsets };
        for place in [function.mark_at(at as u32), function.point_at(at as u32)].into_iter().flatten() {
            let here = self.armed.iter().filter(|armed| armed.offset == place.offset && armed.is_in(&code.unit));
            here.for_each(|armed| {
                offsets.entry(armed.breakpoint).or_insert(armed.offset);
            });
        }
        offsets
    }

    /// Counts the hits of the breakpoints at an armed instruction, and tells their messages. Returns those that stop.
    pub(super) fn reached(&mut self, vm: &mut Vm, code: &CodeBlock, at: usize) -> Option<Reached> {
        let unit = &code.unit.unit;
        let offsets = self.breakpoints_at(code, at);
        let here = |breakpoint: &&mut Breakpoint| offsets.contains_key(&breakpoint.id);
        let is_silent = self.is_replaying();
        let is_text = |each: &Breakpoint| each.wanted.condition.is_some() || each.wanted.message.is_some();
        let has_texts = self.breakpoints.iter().any(|each| offsets.contains_key(&each.id) && is_text(each));
        if has_texts {
            self.with_host(|_, host| host.evaluates(true, is_silent));
        }
        let mut all = std::mem::take(&mut self.breakpoints);
        let mut stopping = Vec::new();
        let mut messages = Vec::new();
        for breakpoint in all.iter_mut().filter(here) {
            let Wanted { condition, hits, message, .. } = &breakpoint.wanted;
            if let Some(condition) = condition
                && let Ok(value) = evaluate(vm, 0, condition)
                && !vm.heap.to_boolean(value)
            {
                continue;
            }
            breakpoint.hits += 1;
            if hits.is_some_and(|hits| !hits.include(breakpoint.hits)) {
                continue;
            }
            match message {
                Some(message) => messages.push((breakpoint.id, filled(vm, message))),
                None => stopping.push(breakpoint.id),
            }
        }
        self.breakpoints = all;
        if has_texts {
            self.with_host(|_, host| host.evaluates(false, is_silent));
        }
        for (id, message) in messages.into_iter().filter(|_| !is_silent) {
            let position = unit.source.position(offsets.get(&id).copied().unwrap_or_default());
            self.with_host(|_, host| host.logged(&message, unit.source.name(), position.line, position.column));
        }
        let offset = stopping.iter().filter_map(|id| offsets.get(id)).min().copied()?;
        Some(Reached { stopping, offset })
    }
}

/// The message with the values of the expressions in braces.
fn filled(vm: &mut Vm, message: &str) -> String {
    let mut filled = String::new();
    let mut rest = message;
    while let Some(start) = rest.find('{') {
        let (before, behind) = (&rest[..start], &rest[start + 1..]);
        let Some(length) = length_of_expression(behind) else { break };
        filled.push_str(before);
        let shown = match evaluate(vm, 0, &behind[..length]) {
            Ok(value) => plain_text(vm, value),
            Err(refused) => format!("<{}>", refused.message),
        };
        filled.push_str(&shown);
        rest = &behind[length + 1..];
    }
    filled + rest
}

/// The bytes before the brace that ends an expression, within which braces come in pairs.
fn length_of_expression(text: &str) -> Option<usize> {
    let mut depth = 0;
    let ends = |&(_, character): &(usize, char)| {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => return true,
            '}' => depth -= 1,
            _ => {}
        }
        false
    };
    text.char_indices().find(ends).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_end_at_their_brace() {
        for (text, length) in
            [("a} b}", Some(1)), ("f({ a: {} })}", Some(12)), ("ä}", Some(2)), ("a", None), ("{}", None)]
        {
            assert_eq!(length_of_expression(text), length, "{text}");
        }
    }
}

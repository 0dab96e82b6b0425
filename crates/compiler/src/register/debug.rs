//! Tables for debuggers: the names of a function with their registers.

use ferrotape_bytecode::Instruction;
use ferrotape_bytecode::debug::{FunctionDebug, NameDebug, NamePlace, ScopeDebug};
use ferrotape_syntax::scope::{self, Binding, BindingId, BindingKind, ScopeId};

use super::{FunctionCompiler, NO_SCOPE};
use crate::lowering::debug::DebugNotes;

impl FunctionCompiler<'_> {
    /// Adds the function's row to the tables for debuggers, if they are asked for. `finished` is its code after the last
    /// passes, `emitted` before them.
    pub(super) fn describe_for_debuggers(&mut self, finished: &[Instruction], emitted: &[Instruction]) {
        let Some(notes) = self.core.notes.take() else { return };
        let moved = self.moved(finished);
        let copies = self.copied_returns(emitted);
        let mut scopes = self.scopes_around(finished.len() as u32, &notes, &moved);
        for note in &notes.scopes {
            let place = |at: u32| moved.get(at as usize).copied().unwrap_or(finished.len() as u32);
            scopes.push(self.scope_for_debuggers(note.scope, place(note.start)..place(note.end), &notes, &moved));
        }
        let is_unreachable = |code: std::ops::Range<u32>| {
            let (start, end) = (code.start as usize, (code.end as usize).min(emitted.len()));
            // Jumps alone may also be gone because they are not needed.
            moved.get(start) == moved.get(end)
                && emitted.get(start..end).is_some_and(|it| it.iter().any(|it| !matches!(it, Instruction::Jump { .. })))
        };
        let (marks, branches) = (notes.marks(&moved, &copies), notes.branches(&moved, is_unreachable));
        let unreachable = notes.unreachable(is_unreachable);
        let points = notes.points(&marks, &moved, &copies);
        if let Some(tables) = &mut self.core.session.debug {
            tables.push(FunctionDebug { marks, points, branches, unreachable, scopes, ..FunctionDebug::default() });
        }
    }

    /// The emitted jumps that have become returns, each with the return that it led to.
    fn copied_returns(&self, emitted: &[Instruction]) -> Vec<(u32, u32)> {
        let labels = &self.core.session.labels;
        let is_return = |at: u32| {
            let instruction = emitted.get(at as usize);
            matches!(instruction, Some(Instruction::Return { .. } | Instruction::ReturnUndefined {}))
        };
        let jumps = (0..).zip(emitted).filter_map(|(at, instruction)| match *instruction {
            Instruction::Jump { to } => Some((at, *labels.get(to as usize)?)),
            _ => None,
        });
        jumps.filter(|&(_, to)| is_return(to)).collect()
    }

    /// The scopes that all of the function is in: its own name, and its parameters and variables.
    fn scopes_around(&self, end: u32, notes: &DebugNotes, moved: &[u32]) -> Vec<ScopeDebug> {
        let function = self.core.function;
        let scopes = function.name_scope.into_iter().chain([function.scope]);
        let own = scopes.filter(|&scope| self.core.tree[scope].kind != scope::ScopeKind::Module);
        own.map(|scope| self.scope_for_debuggers(scope, 0..end, notes, moved)).collect()
    }

    /// Returns a scope's names, and the register of its record if it has one. `moved` maps emitted to finished code.
    fn scope_for_debuggers(
        &self,
        id: ScopeId,
        code: std::ops::Range<u32>,
        notes: &DebugNotes,
        moved: &[u32],
    ) -> ScopeDebug {
        let scope = &self.core.tree[id];
        let names = scope.bindings.iter().filter_map(|&binding| self.name_for_debuggers(binding, notes, moved));
        let descriptor = Some(self.tables.descriptors[id.0 as usize])
            .filter(|&descriptor| scope.needs_record && descriptor != NO_SCOPE);
        ScopeDebug {
            kind: self.kind_of_scope(scope.kind),
            code,
            record: descriptor.and_then(|descriptor| Some(self.scopes.get(descriptor as usize)?.record)),
            names: names.collect(),
        }
    }

    /// Returns where a name's value is, and from which instruction on. `None` for an `arguments` object that is made on demand.
    fn name_for_debuggers(&self, id: BindingId, notes: &DebugNotes, moved: &[u32]) -> Option<NameDebug> {
        let Binding { kind, captured, checked, span, name, .. } = self.core.tree[id];
        if kind == BindingKind::Arguments && self.has_arguments_on_demand() {
            return None;
        }
        let place = match kind {
            BindingKind::FunctionName if !captured => NamePlace::Callee,
            _ => NamePlace::Register(self.register_of(id).0),
        };
        // Bindings that are emptied on entry tell by themselves whether they have a value.
        let from = if checked { None } else { notes.initialized(span) };
        let from = from.and_then(|at| moved.get(at as usize).copied()).unwrap_or(0);
        let is_visible = kind.is_visible();
        Some(NameDebug { name: self.text_id(name), form: self.core.form_of(id), place, from, is_visible })
    }

    /// The new index of each emitted instruction, or that of the next one that is kept.
    fn moved(&self, finished: &[Instruction]) -> Vec<u32> {
        if !self.core.session.labels.is_empty() {
            return self.tables.notes.moved().to_vec();
        }
        // Code without jumps has got ticks, and has lost what is behind a return.
        let mut moved = Vec::with_capacity(self.code.len() + 1);
        let mut next = 0;
        for instruction in &self.code {
            let ticks = finished[next..].iter().take_while(|&other| other != instruction).count();
            next = (next + ticks).min(finished.len());
            moved.push(next as u32);
            next = (next + 1).min(finished.len());
        }
        moved.push(finished.len() as u32);
        moved
    }
}

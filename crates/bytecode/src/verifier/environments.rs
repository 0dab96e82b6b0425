//! Records around the code of a function: those of the scopes in which it is made.
//!
//! `GetOuter` reads a binding by its index, without a check. The binding has a value if its register never holds
//! anything else ([`super::kinds::registers_with_values`]). A function made in several places can be anywhere.

use std::cell::Cell;

use super::kinds::{Scratch, registers_with_values};
use crate::{BindingForm, Code, Instruction, ModuleTemplate, RegisterCode, Unit};

/// Scopes around functions.
pub(super) struct Environments {
    /// Place where each function is made.
    places: Vec<Place>,
    /// Whether each binding always has a value, by function and scope.
    bindings: Vec<Vec<Vec<bool>>>,
    /// Whether each binding of the module's environment always has a value.
    module: Vec<bool>,
    /// Steps outwards that may still be taken.
    steps: Cell<u64>,
}

/// The place at which code makes a function.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Place {
    /// No code makes the function.
    Nowhere,
    Several,
    /// No record is around the function.
    Global,
    Module,
    Scope {
        function: usize,
        scope: u16,
    },
}

/// Steps that are always allowed. For each instruction there are `STEPS_PER_INSTRUCTION` more, which exceeds any
/// nesting written by hand.
const LEAST_STEPS: u64 = 1 << 16;
const STEPS_PER_INSTRUCTION: u64 = 64;

const NO_SCOPE: u16 = u16::MAX;

impl Environments {
    /// Finds out for each function of a unit in which scope it is made, and which bindings of scopes always have a value.
    pub fn new(unit: &Unit) -> Self {
        let mut environments = Environments {
            places: vec![Place::Nowhere; unit.functions.len()],
            bindings: Vec::with_capacity(unit.functions.len()),
            module: unit.module.as_deref().map_or(Vec::new(), values_of_module),
            steps: Cell::new(LEAST_STEPS),
        };
        let around = if unit.module.is_some() { Place::Module } else { Place::Global };
        environments.put(0, around);
        let module = unit.module.iter().flat_map(|module| &module.functions).map(|made| made.function);
        let declared = unit.functions.iter().take(1).flat_map(|first| &first.declarations.functions);
        let declared = declared.map(|made| made.function);
        module.chain(declared).for_each(|function| environments.put(function, around));
        let mut scratch = Scratch::default();
        for (index, function) in unit.functions.iter().enumerate() {
            let scopes = match &function.code {
                Code::Register(code) => {
                    environments.look_at(index, code);
                    registers_with_values(function.activation, code, &mut scratch)
                }
                Code::Stack(_) => Vec::new(),
            };
            environments.bindings.push(scopes);
        }
        environments
    }

    fn look_at(&mut self, index: usize, code: &RegisterCode) {
        let steps = code.instructions.len() as u64 * STEPS_PER_INSTRUCTION;
        self.steps.set(self.steps.get().saturating_add(steps));
        for &instruction in code.instructions.iter() {
            let Instruction::MakeClosure { scope, function, .. } = instruction else { continue };
            // A function without a scope has the surroundings of the function that makes it.
            self.put(function, Place::Scope { function: index, scope });
        }
    }

    fn put(&mut self, function: u32, place: Place) {
        let Some(known) = self.places.get_mut(function as usize) else { return };
        *known = if *known == Place::Nowhere || *known == place { place } else { Place::Several };
    }

    /// Returns whether the binding that a function reads `depth` records out, at this index, always has a value.
    pub fn has_value(&self, unit: &Unit, function: usize, depth: u16, index: u32) -> bool {
        let mut place = self.around(function);
        for _ in 0..depth {
            place = match place {
                Place::Scope { function, scope } => self.outwards(unit, function, scope),
                Place::Module | Place::Global => Place::Global,
                unknown => unknown,
            };
        }
        match place {
            Place::Nowhere | Place::Several => false,
            // There is no record: the read gives undefined.
            Place::Global => true,
            Place::Module => self.module.get(index as usize).copied().unwrap_or(true),
            Place::Scope { function, scope } => {
                let bindings = self.bindings.get(function).and_then(|scopes| scopes.get(usize::from(scope)));
                bindings.and_then(|bindings| bindings.get(index as usize)).copied().unwrap_or(true)
            }
        }
    }

    /// Returns the innermost record around a function. Functions may make each other in a cycle.
    fn around(&self, mut function: usize) -> Place {
        while self.step() {
            match self.places.get(function).copied().unwrap_or(Place::Nowhere) {
                Place::Scope { function: maker, scope: NO_SCOPE } => function = maker,
                place => return place,
            }
        }
        Place::Several
    }

    /// Returns the record around that of a scope.
    fn outwards(&self, unit: &Unit, function: usize, scope: u16) -> Place {
        let Some(Code::Register(code)) = unit.functions.get(function).map(|function| &function.code) else {
            return Place::Several;
        };
        let Some(scope) = code.scopes.get(usize::from(scope)).filter(|_| self.step()) else { return Place::Several };
        match scope.parent {
            Some(scope) => Place::Scope { function, scope },
            None => self.around(function),
        }
    }

    fn step(&self) -> bool {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(1));
        left > 0
    }
}

fn values_of_module(module: &ModuleTemplate) -> Vec<bool> {
    let has_value = |form: BindingForm| !form.begins_empty();
    let mut values: Vec<bool> = module.bindings.iter().map(|binding| has_value(binding.form)).collect();
    for import in &module.imports {
        if let Some(value) = values.get_mut(import.binding as usize) {
            *value = false;
        }
    }
    values
}

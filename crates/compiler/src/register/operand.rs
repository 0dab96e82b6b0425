//! Operands: values one step before code (the "intermediate values" of the compiler document).
//!
//! ```text
//! Literal, Register, Variable      exists already, or is loaded where it is needed
//! Global, Property, Binary, Call…  one instruction that only lacks its destination
//! ```
//!
//! Operands for names and properties are also the targets of assignments: one form serves for reading and writing. A
//! pending instruction is not emitted before [`FunctionCompiler::put`] gives its destination. So code that evaluates
//! something else in between must [`FunctionCompiler::settle`] the operand first.

use ferrotape_bytecode::{Instruction, Intrinsic, ListCall};
use ferrotape_syntax::scope::{BindingId, BindingKind, ReferenceId};
use ferrotape_text::Name;

use super::emitter::Mark;
use super::fold::JoinedId;
use super::{Compiled, FunctionCompiler, Register};
use crate::facts::Effects;
use crate::lowering::Forms;

/// A value known at compile time.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) enum Literal {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    String(Name),
    /// A BigInt, as its digits.
    BigInt(Name),
    /// A string that has been folded but not yet built.
    Joined(JoinedId),
}

/// Constructors of instructions with a destination and sources.
pub(crate) type Make1 = fn(u8, u8) -> Instruction;
pub(crate) type Make2 = fn(u8, u8, u8) -> Instruction;
pub(crate) type MakeInt = fn(u8, u8, i32) -> Instruction;

/// A value one step before code.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Operand {
    Literal(Literal),
    /// A register that no other code assigns to.
    Register(Register),
    /// A variable in its own register.
    Variable(BindingId),
    /// The running function, by its own name.
    Callee,
    /// A variable as a target, which may not be initialised yet.
    LateVariable {
        binding: BindingId,
        at: u32,
    },
    /// An immutable binding as a target. A store throws an error, unless it is the own name of a function expression in
    /// sloppy code.
    Immutable {
        reference: ReferenceId,
        at: u32,
    },
    /// An invalid target: the code behind it is never reached.
    Invalid,
    /// A variable of an enclosing function.
    Outer {
        depth: u16,
        index: u32,
    },
    /// A variable of an enclosing function that may not be initialised yet.
    OuterChecked {
        depth: u16,
        index: u32,
        at: u32,
    },
    Global {
        name: Name,
        at: u32,
    },
    /// A lexical declaration of a script, as the target of its initialisation.
    NewGlobal {
        name: Name,
        at: u32,
    },
    /// A variable looked up by name; `index` is that of the name reference.
    Name {
        index: u32,
        at: u32,
    },
    /// A variable by name, already looked up.
    Resolved {
        place: Register,
        index: u32,
        at: u32,
    },
    /// A global variable as a target in strict code. The register `exists` tells whether it existed.
    CheckedGlobal {
        name: Name,
        exists: Register,
        at: u32,
    },
    Property {
        object: Register,
        name: Name,
        at: u32,
    },
    /// A property of `super`: `this`, base, key, and room for a value.
    Super {
        first: Register,
        at: u32,
    },
    /// A private member; `text` is the name as written.
    Private {
        object: Register,
        name: Register,
        text: Name,
        at: u32,
    },
    Element {
        object: Register,
        key: Register,
        at: u32,
    },
    IntElement {
        object: Register,
        index: u32,
        at: u32,
    },
    Unary {
        make: Make1,
        source: Register,
        at: u32,
    },
    Binary {
        make: Make2,
        a: Register,
        b: Register,
        at: u32,
    },
    BinaryInt {
        make: MakeInt,
        a: Register,
        value: i32,
        at: u32,
    },
    Call {
        form: CallForm,
        base: Register,
        argument_count: u16,
        at: u32,
    },
    Closure {
        function: u32,
    },
    Intrinsic {
        which: Intrinsic,
        first: Register,
        at: u32,
    },
    RegExp {
        pattern: u32,
        flags: u16,
        at: u32,
    },
    /// An object without properties, with room for this many.
    EmptyObject {
        room: u8,
    },
}

/// The forms of a call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum CallForm {
    Call,
    /// A call of the function in that register with `this` undefined. The frame's own registers for both are not set.
    Plain(Register),
    Eval,
    New,
    /// A call with the arguments in an array after `this`.
    List(ListCall),
}

impl FunctionCompiler<'_> {
    /// Emits the pending step of an operand, with the result in `dst`.
    pub(super) fn put(&mut self, operand: Operand, dst: Register) -> Compiled {
        match operand {
            Operand::Literal(literal) => self.load(literal, dst)?,
            Operand::Register(register) => self.mov(dst, register),
            Operand::Variable(binding) => self.mov(dst, self.register_of(binding)),
            Operand::Callee => self.write(dst, |dst| Instruction::LoadCallee { dst }),
            Operand::Immutable { .. } | Operand::Invalid => self.load(Literal::Undefined, dst)?,
            Operand::Closure { function } => {
                let scope = self.scope_operand();
                self.write(dst, |dst| Instruction::MakeClosure { dst, scope, function });
            }
            Operand::Intrinsic { which, first, at } => self.intrinsic(which, dst, first, at),
            Operand::EmptyObject { room } => self.write(dst, |dst| Instruction::NewObject { dst, room }),
            Operand::RegExp { pattern, flags, at } => {
                self.core.position = at;
                self.write(dst, |dst| Instruction::NewRegExp { dst, pattern, flags });
            }
            Operand::Unary { make, source, at } => {
                self.core.position = at;
                let source = self.low(source, 0);
                self.write(dst, |dst| make(dst, source));
            }
            Operand::Binary { make, a, b, at } => {
                self.core.position = at;
                let (a, b) = (self.low(a, 0), self.low(b, 1));
                self.write(dst, |dst| make(dst, a, b));
            }
            Operand::BinaryInt { make, a, value, at } => {
                self.core.position = at;
                let a = self.low(a, 0);
                self.write(dst, |dst| make(dst, a, value));
            }
            Operand::Call { form, base, argument_count, at } => {
                self.core.note_call(self.code.len() as u32, at);
                self.put_call(form, base, argument_count, at, dst)?;
            }
            _ => self.put_reference(operand, dst),
        }
        Ok(())
    }

    /// Reads a variable of another function, a global, a name or a property.
    fn put_reference(&mut self, operand: Operand, dst: Register) {
        match operand {
            Operand::Outer { depth, index } => {
                self.tick_for_records(depth);
                self.write(dst, |dst| Instruction::GetOuter { dst, depth, index });
            }
            Operand::OuterChecked { depth, index, at } => {
                self.core.position = at;
                self.tick_for_records(depth);
                self.write(dst, |dst| Instruction::GetOuterChecked { dst, depth, index });
            }
            Operand::Global { name, at } => {
                self.core.position = at;
                let cache = self.global_cache(name);
                self.write(dst, |dst| Instruction::GetGlobal { dst, cache });
            }
            Operand::Name { index, at } => {
                self.core.position = at;
                self.write(dst, |dst| Instruction::GetName { dst, name: index });
            }
            Operand::Resolved { place, index, at } => {
                self.core.position = at;
                let place = self.low(place, 0);
                self.write(dst, |dst| Instruction::GetResolved { dst, place, name: index });
            }
            Operand::Property { object, name, at } => {
                self.core.position = at;
                let object = self.low(object, 0);
                let cache = self.cache(name);
                if name == self.core.session.known.length {
                    self.write(dst, |dst| Instruction::GetLength { dst, object, cache });
                } else {
                    self.write(dst, |dst| Instruction::GetProperty { dst, object, cache });
                }
            }
            Operand::Super { first, at } => self.get_super(first, dst, at),
            Operand::Private { object, name, text, at } => {
                self.core.position = at;
                let (object, key, cache) = (self.low(object, 0), self.low(name, 1), self.cache(text));
                self.write(dst, |dst| Instruction::GetPrivate { dst, object, key, cache });
            }
            Operand::Element { object, key, at } => {
                self.core.position = at;
                let (object, key) = (self.low(object, 0), self.low(key, 1));
                self.write(dst, |dst| Instruction::GetElement { dst, object, key });
            }
            Operand::IntElement { object, index, at } => {
                self.core.position = at;
                let object = self.low(object, 0);
                self.write(dst, |dst| Instruction::GetElementInt { dst, object, index });
            }
            other => unreachable!("no reference: {other:?}"),
        }
    }

    /// Emits the load of a literal, by the shortest instruction that it has.
    fn load(&mut self, literal: Literal, dst: Register) -> Compiled {
        match self.made(literal)? {
            Literal::Undefined => self.write(dst, |dst| Instruction::LoadUndefined { dst }),
            Literal::Null => self.write(dst, |dst| Instruction::LoadNull { dst }),
            Literal::Boolean(true) => self.write(dst, |dst| Instruction::LoadTrue { dst }),
            Literal::Boolean(false) => self.write(dst, |dst| Instruction::LoadFalse { dst }),
            Literal::Number(number) => match small_int(number) {
                Some(value) => self.write(dst, |dst| Instruction::LoadInt { dst, value }),
                None => {
                    let constant = self.constants.number(number);
                    self.write(dst, |dst| Instruction::LoadConstant { dst, constant });
                }
            },
            Literal::String(name) => {
                let constant = self.constants.string(self.text_id(name));
                self.write(dst, |dst| Instruction::LoadConstant { dst, constant });
            }
            Literal::BigInt(digits) => {
                let constant = self.constants.bigint(self.text_id(digits));
                self.write(dst, |dst| Instruction::LoadConstant { dst, constant });
            }
            Literal::Joined(_) => unreachable!("it has been made"),
        }
        self.core.grown += std::mem::take(&mut self.constants.grown);
        Ok(())
    }

    /// Returns a register with the operand's value: the one that has it already, or the hint or a new temporary, which
    /// replaces all temporaries since `mark`.
    pub(super) fn in_register(&mut self, operand: Operand, mark: Mark, hint: Option<Register>) -> Compiled<Register> {
        match operand {
            Operand::Register(register) => Ok(register),
            Operand::Variable(binding) => Ok(self.register_of(binding)),
            pending => {
                self.release(mark);
                let dst = self.hint_or_temporary(hint)?;
                self.put(pending, dst)?;
                Ok(dst)
            }
        }
    }

    /// Makes the operand safe to keep while `later` happens. A literal stays one, and a variable stays in its register
    /// unless something assigns to it. Everything else is evaluated now.
    pub(super) fn settle(
        &mut self,
        operand: Operand,
        later: Effects,
        mark: Mark,
        hint: Option<Register>,
    ) -> Compiled<Operand> {
        match operand {
            Operand::Literal(_) | Operand::Register(_) => Ok(operand),
            Operand::Variable(binding) if !self.may_change(binding, later) => Ok(operand),
            Operand::Variable(binding) => {
                let copy = self.hint_or_temporary(hint)?;
                self.mov(copy, self.register_of(binding));
                Ok(Operand::Register(copy))
            }
            pending => self.in_register(pending, mark, hint).map(Operand::Register),
        }
    }

    /// Returns whether something with these effects may assign to the variable.
    pub(super) fn may_change(&self, binding: BindingId, effects: Effects) -> bool {
        let captured = &self.core.tree[binding];
        if effects.may_assign(binding) {
            return true;
        }
        let by_others = captured.captured && captured.kind != BindingKind::FunctionName;
        by_others && effects.may_run_script() && (captured.assigned || self.can_be_assigned_by_name(captured))
    }

    pub(super) fn register_of(&self, binding: BindingId) -> Register {
        self.tables.registers[binding.0 as usize]
    }

    /// Returns the innermost scope with a record, as instructions name it.
    pub(super) fn scope_operand(&self) -> u16 {
        self.scope.unwrap_or(super::NO_SCOPE)
    }
}

/// Returns the number as a 32-bit integer if it is one, which negative zero is not.
pub(super) fn small_int(number: f64) -> Option<i32> {
    let int = number as i32;
    (f64::from(int) == number && (int != 0 || number.is_sign_positive())).then_some(int)
}

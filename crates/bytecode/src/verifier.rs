//! Verifier: checks before code runs that everything an instruction names exists.
//!
//! The engine trusts verified code. The verifier is about the safety of indices, not about the meaning of the code. A
//! verified function can compute nonsense, but it can neither leave its code, its frame or its tables, nor run long
//! without a tick.

mod depths;
mod effects;
mod environments;
mod kinds;
mod ticks;
mod untrusted;
mod waiting;

use std::cmp::Reverse;
use std::fmt;

use ferrotape_budget::order;

use crate::ActivationKind;
use crate::stack::verify_stack;
use crate::{
    Catcher, Code, Declarations, FunctionTemplate, Instruction, Intrinsic, ListCall, LiteralTemplate, LiteralValue,
    MappedParameters, NameStart, RegisterCode, Role, ScopeDescriptor, ScopeKind, StackCode, TextId, TypeName, Unit,
};

pub(crate) use effects::written;
pub(crate) use untrusted::prepare_for_saving;
pub use untrusted::{look_at_variables, looks_at_variables, verify_saved, without_outermost_code};
pub use waiting::{Held, RegisterStates, Registers, Suspended, SuspendedBy};

/// Position and kind of a fault in code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Index into [`Unit::functions`].
    pub function: usize,
    /// Index of the instruction, if there is one.
    pub instruction: Option<usize>,
    pub what: &'static str,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function {}", self.function)?;
        if let Some(instruction) = self.instruction {
            write!(f, ", instruction {instruction}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for VerifyError {}

/// Registers of an iterator.
const ITERATOR_ROW: i64 = 3;

/// Index that means "none" in an instruction's scope operand.
const NO_SCOPE: i64 = u16::MAX as i64;

/// Checks every function of a unit.
pub fn verify(unit: &Unit) -> Result<(), VerifyError> {
    verify_functions(unit, u64::MAX, false)
}

/// Verifies a unit in time proportional to the size of its code. Leaves out what [`verify`] would take longer for:
/// functions of stack code whose number of instructions times the height of their stacks exceeds [`MOST_STACK_STATES`].
pub fn verify_in_linear_time(unit: &Unit) -> Result<(), VerifyError> {
    verify_functions(unit, MOST_STACK_STATES, false)
}

/// Most cells of states that the verifier of stack code keeps and joins. Hand-written programs have fewer.
pub const MOST_STACK_STATES: u64 = 1 << 23;

/// Verifies all functions. With `is_complete` no function is left out, and code that takes longer than its size allows
/// is rejected.
pub(crate) fn verify_functions(unit: &Unit, most_states: u64, is_complete: bool) -> Result<(), VerifyError> {
    if unit.functions.is_empty() {
        return Err(VerifyError { function: 0, instruction: None, what: "there is no function" });
    }
    depths::verify_outermost(unit).map_err(|what| VerifyError { function: 0, instruction: None, what })?;
    for (index, function) in unit.functions.iter().enumerate() {
        verify_function(unit, function, most_states, is_complete).map_err(|(instruction, what)| VerifyError {
            function: index,
            instruction,
            what,
        })?;
    }
    Ok(())
}

type Checked = Result<(), (Option<usize>, &'static str)>;

/// Verifies one function. Stack code with more than `most_states` is accepted unverified, unless the check is complete.
fn verify_function(unit: &Unit, function: &FunctionTemplate, most_states: u64, is_complete: bool) -> Checked {
    names(unit, function)?;
    check(
        function.keeps_arguments || !passes_arguments_on(&function.code),
        "arguments are passed on that are not kept",
    )?;
    match &function.code {
        Code::Register(code) => Verifier::new(unit, code, function).function(function),
        Code::Stack(code) if is_complete => verify_stack(unit, function, code, StackWork::in_proportion_to(code)),
        Code::Stack(code) if states_of(code) > most_states => Ok(()),
        Code::Stack(code) => verify_stack(unit, function, code, StackWork::ANY),
    }
}

/// Work that the verifier of stack code may do. It keeps states at jump targets. Between those places a single state
/// moves along, whatever its height. So straight code costs nothing for each of its heights.
pub(crate) struct StackWork {
    /// Cells of states that may be copied or compared, and instructions that may be followed.
    pub steps: u64,
    /// Cells of states that may be kept.
    pub kept: u64,
}

impl StackWork {
    const ANY: StackWork = StackWork { steps: u64::MAX, kept: u64::MAX };

    /// Returns the work allowed for untrusted code: how often each cell and each instruction is visited.
    fn in_proportion_to(code: &StackCode) -> StackWork {
        const STEPS_PER_CELL: u64 = 16;
        const STEPS_PER_INSTRUCTION: u64 = 64;
        let length = code.instructions.len() as u64;
        let steps = STEPS_PER_CELL * states_of(code).min(MOST_STACK_STATES) + STEPS_PER_INSTRUCTION * length;
        StackWork { steps, kept: MOST_STACK_STATES + length }
    }
}

/// Returns whether an instruction calls the parent constructor with the arguments of the running function.
fn passes_arguments_on(code: &Code) -> bool {
    match code {
        Code::Register(code) => code
            .instructions
            .iter()
            .any(|instruction| matches!(instruction, Instruction::ConstructSuper { argc: crate::OWN_ARGUMENTS, .. })),
        Code::Stack(code) => code.instructions.contains(&crate::StackInstruction::Forward),
    }
}

/// Returns the number of cells of all states that a function may have.
fn states_of(code: &StackCode) -> u64 {
    let height = 1 + u64::from(code.max_values) + u64::from(code.max_blocks) + u64::from(code.held);
    (code.instructions.len() as u64).saturating_mul(height)
}

/// Checks the parts of a function that both machines have: its name and its declarations.
fn names(unit: &Unit, function: &FunctionTemplate) -> Checked {
    let is_text = |text: &TextId| (text.0 as usize) < unit.strings.len();
    let Declarations { variables, hoisted, lexical, .. } = &function.declarations;
    let lexical = lexical.iter().map(|declared| &declared.name);
    check(function.name.iter().chain(variables).chain(hoisted).chain(lexical).all(is_text), "a name without text")?;
    for site in &function.templates {
        check(site.cooked.len() == site.raw.len(), "a template has other parts cooked than raw")?;
        check(site.cooked.iter().flatten().chain(&site.raw).all(is_text), "a template without text")?;
    }
    for declared in &function.declarations.functions {
        let is_function = declared.function != 0 && (declared.function as usize) < unit.functions.len();
        check(is_text(&declared.name) && is_function, "a broken function declaration")?;
    }
    Ok(())
}

/// Checks the register code of one function.
struct Verifier<'u> {
    unit: &'u Unit,
    code: &'u RegisterCode,
    /// Number of tagged template literals.
    templates: usize,
    /// Fewest registers that may be live anywhere: the engine itself accesses records in registers.
    least_live: u32,
}

fn intrinsic(number: i64) -> Option<Intrinsic> {
    Intrinsic::from_number(u8::try_from(number).ok()?)
}

impl<'u> Verifier<'u> {
    fn new(unit: &'u Unit, code: &'u RegisterCode, function: &FunctionTemplate) -> Self {
        let least_live = code.scopes.iter().map(|scope| scope.record.saturating_add(1)).max().unwrap_or(1);
        Verifier { unit, code, templates: function.templates.len(), least_live }
    }

    /// Checks tables and instructions of the function.
    fn function(&self, function: &FunctionTemplate) -> Checked {
        let code = self.code;
        let last = code.instructions.last().ok_or((None, "there is no code"))?;
        check(last.ends_block(), "the code does not end")?;
        check(code.register_count > function.parameter_count, "there are fewer registers than parameters")?;
        for (index, &instruction) in code.instructions.iter().enumerate() {
            self.instruction(instruction).map_err(|what| (Some(index), what))?;
            let is_right = match instruction {
                Instruction::StartActivation { .. } => function.activation != ActivationKind::Plain,
                Instruction::Yield { .. } | Instruction::YieldDelegate { .. } => {
                    matches!(function.activation, ActivationKind::Generator | ActivationKind::AsyncGenerator)
                }
                Instruction::Await { .. } => {
                    matches!(function.activation, ActivationKind::Async | ActivationKind::AsyncGenerator)
                }
                _ => true,
            };
            check_at(is_right, index, "the function is of another kind")?;
            let deletes_name = matches!(instruction, Instruction::DeleteName { .. });
            check_at(!(function.strict && deletes_name), index, "strict code deletes a name")?;
        }
        self.iterators_are_unpacked()?;
        self.texts()?;
        self.literals()?;
        code.scopes.iter().try_for_each(|scope| self.scope(scope))?;
        self.scope_chains()?;
        depths::verify_depths(self.unit, code)?;
        code.catchers.iter().try_for_each(|catcher| self.catcher(catcher))?;
        check(code.loops.is_sorted_by(|a, b| a.start < b.start), "loops are not in the order of the code")?;
        let is_live = |live: u32| (self.least_live..=code.register_count).contains(&live);
        check(code.loops.iter().all(|head| is_live(head.live)), "a loop has no such registers")?;
        nesting_of_catchers(&code.catchers)?;
        for table in &code.switches {
            check(table.targets.iter().all(|&target| self.is_code(target.into())), "a switch leads out of the code")?;
            check(i64::from(table.low) + table.targets.len() as i64 - 1 <= i32::MAX.into(), "a switch is too long")?;
        }
        ticks::ticks(code)?;
        ticks::far_accesses(code)?;
        let Some(arguments) = &code.arguments else { return Ok(()) };
        check(self.is_register(arguments.register.into()), "the arguments object has no register")?;
        let is_kept = function.keeps_arguments && function.activation == ActivationKind::Plain;
        check(is_kept || !arguments.on_demand, "the arguments object is made of what is not kept")?;
        let Some(mapped) = &arguments.mapped else { return Ok(()) };
        check(!function.strict, "strict code maps parameters")?;
        self.mapped_parameters(function, mapped)
    }

    /// Checks that an instruction which may skip the next one skips the right one.
    fn iterators_are_unpacked(&self) -> Checked {
        use Instruction::{Await, IteratorNext, IteratorSkip, IteratorUnpack};
        let mut rest = &self.code.instructions[..];
        while let [first, others @ ..] = rest {
            if let IteratorNext { dst, iter } = *first {
                let is_right = match *others {
                    [IteratorUnpack { dst: same, iter: row, .. } | IteratorSkip { dst: same, iter: row, .. }, ..] => {
                        (dst, iter) == (same, row.into())
                    }
                    // For async iterators, whose values are never known at once.
                    [Await { dst: awaited, src, .. }, IteratorUnpack { dst: same, iter: row, .. }, ..] => {
                        (dst, dst, dst, iter) == (src, awaited, same, row.into())
                    }
                    _ => false,
                };
                let index = self.code.instructions.len() - rest.len();
                check_at(is_right, index, "an iterator's result is not unpacked")?;
            }
            rest = others;
        }
        Ok(())
    }

    /// Checks that each parameter has its own binding, or none.
    fn mapped_parameters(&self, function: &FunctionTemplate, mapped: &MappedParameters) -> Checked {
        let scopes = &self.code.scopes;
        let scope = scopes.get(usize::from(mapped.scope)).ok_or((None, "the arguments object has no scope"))?;
        check(scope.kind == ScopeKind::Function, "the arguments object is in another scope than the parameters")?;
        let is_complete = mapped.bindings.len() == function.parameter_count as usize;
        check(is_complete, "there are fewer or more mapped parameters")?;
        let mut is_taken = vec![false; scope.bindings.len()];
        for &binding in mapped.bindings.iter().flatten() {
            let taken = is_taken.get_mut(binding as usize).ok_or((None, "a mapped parameter has no binding"))?;
            check(!std::mem::replace(taken, true), "two parameters have the same binding")?;
        }
        Ok(())
    }

    /// Checks an instruction's operands, then its row of registers. Fails with the first fault.
    fn instruction(&self, instruction: Instruction) -> Result<(), &'static str> {
        let mut broken = None;
        instruction.operands(|_, role, value| {
            if broken.is_none() {
                broken = self.broken_operand(role, value);
            }
        });
        match broken.or_else(|| self.broken_row(instruction)) {
            Some(what) => Err(what),
            None => Ok(()),
        }
    }

    /// Returns a description of the fault if an operand names nothing in the function's tables.
    fn broken_operand(&self, role: Role, value: i64) -> Option<&'static str> {
        let code = self.code;
        let is_below = |length: usize| usize::try_from(value).is_ok_and(|value| value < length);
        let (is_right, what) = match role {
            Role::Dst | Role::Src | Role::Wide => (self.is_register(value), "no such register"),
            Role::Imm => (true, ""),
            Role::To => (self.is_code(value), "a jump out of the code"),
            Role::Constant => (is_below(code.constants.len()), "no such constant"),
            Role::Cache => (is_below(code.caches.len()), "no such cache site"),
            Role::Name => (is_below(code.names.len()), "no such name"),
            Role::Function => (value != 0 && is_below(self.unit.functions.len()), "no such function"),
            Role::Scope => (value == NO_SCOPE || is_below(code.scopes.len()), "no such scope"),
            Role::Table => (is_below(code.switches.len()), "no such switch table"),
            Role::Text => (is_below(self.unit.strings.len()), "no such text"),
            Role::Literal => (is_below(code.literals.len()), "no such literal"),
            Role::Template => (is_below(self.templates), "no such template"),
            Role::Intrinsic => (intrinsic(value).is_some(), "no such intrinsic"),
            Role::Type => {
                (u8::try_from(value).is_ok_and(|value| TypeName::from_number(value).is_some()), "no such type")
            }
        };
        (!is_right).then_some(what)
    }

    /// Checks instructions that use a row of registers and name its first one.
    fn broken_row(&self, instruction: Instruction) -> Option<&'static str> {
        use Instruction::*;
        let (first, count) = match instruction {
            Call { base, argc, .. }
            | TailCall { base, argc, .. }
            | CallEval { base, argc, .. }
            | New { base, argc, .. } => (base.into(), i64::from(argc) + 2),
            CallWide { base, argc, .. } | TailCallWide { base, argc, .. } | NewWide { base, argc, .. } => {
                (base.into(), i64::from(argc) + 2)
            }
            CallEvalWide { base, argc, .. } => (base.into(), i64::from(argc) + 2),
            GetMethod { base, .. }
            | GetMethodElement { base, .. }
            | GetNameAndThis { base, .. }
            | GetGlobalAndThis { base, .. } => (base.into(), 2),
            AppendElements { first, count, .. } => (i64::from(first), count.into()),
            MakeObject { first, count, literal, .. } | MakeArray { first, count, literal, .. } => {
                let is_array = matches!(instruction, MakeArray { .. });
                let literal = self.code.literals.get(literal as usize);
                if !literal.is_some_and(|it| it.computed == count && it.is_array() == is_array) {
                    return Some("a literal with other parts");
                }
                (first.into(), count.into())
            }
            ConstructSuper { base, argc: crate::OWN_ARGUMENTS, .. } => (i64::from(base), 2),
            ConstructSuper { base, argc: crate::LISTED_ARGUMENTS, .. } => (i64::from(base), 3),
            ConstructSuper { base, argc, .. } => (i64::from(base), 2 + i64::from(argc)),
            Concatenate { first, count, .. } => (i64::from(first), count.into()),
            Intrinsic { which, first, .. } => {
                (i64::from(first), intrinsic(which.into()).map_or(0, |which| which.operand_count() as i64))
            }
            GetIterator { iter, .. } | IteratorNext { iter, .. } => (iter.into(), ITERATOR_ROW),
            IteratorUnpack { iter, .. } | IteratorSkip { iter, .. } => (iter.into(), ITERATOR_ROW),
            IteratorReturn { iter, .. } => (iter.into(), ITERATOR_ROW),
            CallList { form, .. } if ListCall::from_number(form).is_none() => return Some("no such form of call"),
            CallList { form, base, .. } if ListCall::from_number(form).is_some_and(ListCall::applies) => {
                if !self.code.arguments.as_ref().is_some_and(|arguments| arguments.on_demand) {
                    return Some("arguments are passed on that are not kept");
                }
                (base.into(), 4)
            }
            CallList { base, .. } => (base.into(), 3),
            CloseScope { scope } | EnterWith { scope, .. } => {
                return (i64::from(scope) == NO_SCOPE).then_some("no such scope");
            }
            CallDelegate { base } | JumpIfDelegated { base, .. } => (base.into(), 2),
            Forget { first, count } => (first.into(), count.into()),
            StartActivation { live } | Yield { live, .. } | Await { live, .. } | YieldDelegate { live, .. } => {
                let least = match instruction {
                    YieldDelegate { base, .. } => self.least_live.max(u32::from(base) + 2),
                    _ => self.least_live,
                };
                let is_live = (least..=self.code.register_count).contains(&live);
                return (!is_live).then_some("there are no such live registers");
            }
            ThrowError { kind, .. } => {
                return crate::ErrorKind::from_number(kind).is_none().then_some("no such kind of error");
            }
            _ => return None,
        };
        (count > 0 && !self.is_register(first + count - 1)).then_some("registers beyond the frame")
    }

    /// Checks literals that one instruction makes.
    fn literals(&self) -> Checked {
        let is_text = |text: &TextId| (text.0 as usize) < self.unit.strings.len();
        let is_value = |value: &LiteralValue| !matches!(value, LiteralValue::String(text) if !is_text(text));
        let is_right = |literal: &LiteralTemplate| {
            literal.is_whole() && literal.names.iter().all(is_text) && literal.values.iter().all(is_value)
        };
        check(self.code.literals.iter().all(is_right), "a literal is broken")
    }

    /// Checks everything outside of the instructions that names a text.
    fn texts(&self) -> Checked {
        let code = self.code;
        let is_text = |text: &TextId| (text.0 as usize) < self.unit.strings.len();
        let constants = code.constants.iter().filter_map(|constant| match constant {
            crate::Constant::String(text) | crate::Constant::BigInt(text) => Some(text),
            crate::Constant::Number(_) => None,
        });
        check(constants.chain(&code.caches).all(is_text), "a constant or cache site without text")?;
        for reference in &code.names {
            let is_scope = match reference.start {
                NameStart::Scope(scope) => self.is_scope(scope),
                NameStart::Environment(_) => true,
            };
            check(is_text(&reference.name) && is_scope, "a broken name reference")?;
        }
        Ok(())
    }

    fn scope(&self, scope: &ScopeDescriptor) -> Checked {
        check(self.is_register(scope.record.into()), "a scope's record has no register")?;
        for binding in &scope.bindings {
            check((binding.name.0 as usize) < self.unit.strings.len(), "a binding without text")?;
            check(self.is_register(binding.register.into()), "a binding has no register")?;
        }
        check(scope.parent.is_none_or(|parent| self.is_scope(parent)), "a scope is in no scope")
    }

    /// Checks that a walk outwards from any scope ends.
    fn scope_chains(&self) -> Checked {
        let scopes = &self.code.scopes;
        let mut arrives = vec![false; scopes.len()];
        let mut path = Vec::new();
        for start in 0..scopes.len() {
            let mut next = Some(start);
            while let Some(scope) = next.filter(|&scope| !arrives[scope]) {
                check(path.len() <= scopes.len(), "scopes within each other")?;
                path.push(scope);
                next = scopes[scope].parent.map(usize::from);
            }
            path.drain(..).for_each(|scope| arrives[scope] = true);
        }
        Ok(())
    }

    fn catcher(&self, catcher: &Catcher) -> Checked {
        let is_range = catcher.start < catcher.end && catcher.end as usize <= self.code.instructions.len();
        check(is_range, "a catcher's range is not in the code")?;
        check(self.is_code(catcher.handler.into()), "a catcher leads out of the code")?;
        // Exceptions do not tick, so a handler further up could make an endless loop.
        check(catcher.end <= catcher.handler, "a catcher leads backwards")?;
        check(self.is_register(catcher.register.into()), "a catcher has no register")?;
        check(catcher.scope.is_none_or(|scope| self.is_scope(scope)), "a catcher has no scope")
    }

    fn is_register(&self, register: i64) -> bool {
        register < self.code.register_count.into()
    }

    fn is_code(&self, index: i64) -> bool {
        usize::try_from(index).is_ok_and(|index| index < self.code.instructions.len())
    }

    fn is_scope(&self, scope: u16) -> bool {
        usize::from(scope) < self.code.scopes.len()
    }
}

/// Checks that the binary search of [`crate::CatcherIndex`] finds the innermost catcher: ranges are nested or disjoint,
/// and inner ones stand before outer ones.
fn nesting_of_catchers(catchers: &[Catcher]) -> Checked {
    let mut places: Vec<usize> = (0..catchers.len()).collect();
    order::sort_by_key(&mut places, |&place| (catchers[place].start, Reverse(catchers[place].end), Reverse(place)));
    let mut around: Vec<usize> = Vec::new();
    for place in places {
        let inner = &catchers[place];
        while around.last().is_some_and(|&outer| catchers[outer].end <= inner.start) {
            around.pop();
        }
        let is_within = |&outer: &usize| inner.end <= catchers[outer].end && place < outer;
        check(around.last().is_none_or(is_within), "catchers overlap, or an outer one stands before an inner one")?;
        around.push(place);
    }
    Ok(())
}

fn check(is_right: bool, what: &'static str) -> Checked {
    if is_right { Ok(()) } else { Err((None, what)) }
}

fn check_at(is_right: bool, instruction: usize, what: &'static str) -> Checked {
    if is_right { Ok(()) } else { Err((Some(instruction), what)) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ferrotape_text::{SourceText, Text};

    use super::*;
    use crate::LoopHead;
    use crate::{
        ArgumentsObject, BindingForm, Constant, DeclaredFunction, FunctionKind, LexicalDeclaration, MOST_WITHOUT_TICK,
        NameReference, PositionTable, ScopeBinding, SwitchTable, TemplateSite,
    };

    /// Makes a unit of two functions that uses one of everything.
    fn unit() -> Unit {
        let instructions = vec![
            Instruction::LoadConstant { dst: 2, constant: 0 },
            Instruction::GetGlobal { dst: 2, cache: 0 },
            Instruction::GetName { dst: 2, name: 0 },
            Instruction::MakeClosure { dst: 2, scope: u16::MAX, function: 1 },
            Instruction::CallEval { dst: 1, base: 1, argc: 1, scope: u32::from(u16::MAX) },
            Instruction::Switch { a: 1, table: 0 },
            Instruction::ThrowError { kind: 5, message: 0 },
        ];
        let code = RegisterCode {
            register_count: 4,
            records_around: 0,
            instructions: instructions.into(),
            constants: vec![Constant::String(TextId(0)), Constant::Number(0.5)],
            caches: vec![TextId(0)],
            names: vec![NameReference { name: TextId(0), start: NameStart::Scope(0) }],
            scopes: vec![ScopeDescriptor {
                kind: ScopeKind::Function,
                parent: None,
                record: 3,
                bindings: vec![ScopeBinding { name: TextId(0), register: 2, form: BindingForm::Variable }],
                dynamic: false,
            }],
            catchers: vec![Catcher { start: 0, end: 2, handler: 5, register: 3, scope: Some(0), is_finally: false }],
            switches: vec![SwitchTable { low: 0, targets: vec![0, 6] }],
            literals: vec![LiteralTemplate {
                names: vec![TextId(0)],
                values: vec![LiteralValue::Computed],
                computed: 1,
                room: 1,
            }],
            loops: Vec::new(),
            positions: PositionTable::default(),
            arguments: Some(ArgumentsObject {
                register: 3,
                on_demand: false,
                mapped: Some(MappedParameters { scope: 0, bindings: vec![Some(0)] }),
            }),
            variables: Vec::new(),
        };
        let function = FunctionTemplate {
            name: Some(TextId(0)),
            parameter_count: 1,
            length: 1,
            declarations: Declarations {
                functions: vec![DeclaredFunction { name: TextId(0), function: 1 }],
                variables: vec![TextId(0)],
                hoisted: vec![TextId(0)],
                lexical: vec![LexicalDeclaration { name: TextId(0), is_constant: true }],
            },
            templates: vec![TemplateSite { cooked: vec![None], raw: vec![TextId(0)] }],
            ..FunctionTemplate::new(FunctionKind::Script, Code::Register(code))
        };
        Unit {
            source: Arc::new(SourceText::new("t.js", "")),
            strings: vec![Text::from_utf8("x")],
            functions: vec![function.clone(), function],
            module: None,
            counted: Default::default(),
        }
    }

    #[track_caller]
    fn rejects_code(what: &str, change: impl FnOnce(&mut RegisterCode)) {
        rejects(what, |function| match &mut function.code {
            Code::Register(code) => change(code),
            Code::Stack(_) => panic!("the unit is for the register machine"),
        });
    }

    #[track_caller]
    fn rejects_instructions(what: &str, change: impl FnOnce(&mut Vec<Instruction>)) {
        rejects_code(what, |code| {
            let mut instructions = code.instructions.to_vec();
            change(&mut instructions);
            code.instructions = instructions.into();
        });
    }

    #[track_caller]
    fn rejects(what: &str, change: impl FnOnce(&mut FunctionTemplate)) {
        let mut unit = unit();
        change(&mut unit.functions[1]);
        let error = verify(&unit).unwrap_err();
        assert_eq!((error.function, error.what), (1, what), "{error}");
    }

    #[test]
    fn arguments_that_are_passed_on_are_kept() {
        let instruction = Instruction::ConstructSuper { dst: 0, argc: crate::OWN_ARGUMENTS, base: 0 };
        let what = "arguments are passed on that are not kept";
        rejects_instructions(what, |code| code.insert(0, instruction));
        let form = ListCall::Apply as u8;
        let instruction = Instruction::CallList { dst: 0, form, scope: u16::MAX, base: 0 };
        rejects_instructions(what, |code| code.insert(0, instruction));
        let what = "the arguments object is made of what is not kept";
        let on_demand = |function: &mut FunctionTemplate| {
            if let Code::Register(RegisterCode { arguments: Some(arguments), .. }) = &mut function.code {
                arguments.on_demand = true;
            }
        };
        rejects(what, on_demand);
        rejects(what, |function| {
            (function.keeps_arguments, function.activation) = (true, ActivationKind::Generator);
            on_demand(function);
        });
    }

    #[test]
    fn sound_code_passes() {
        assert_eq!(verify(&unit()), Ok(()));
        let empty = Unit { functions: Vec::new(), ..unit() };
        assert!(verify(&empty).is_err());
    }

    #[test]
    fn instructions_name_only_what_exists() {
        let broken = [
            (Instruction::Move { dst: 4, src: 0 }, "no such register"),
            (Instruction::Move { dst: 0, src: 4 }, "no such register"),
            (Instruction::LoadWide { dst: 0, index: 400 }, "no such register"),
            (Instruction::Jump { to: 7 }, "a jump out of the code"),
            (Instruction::LoadConstant { dst: 0, constant: 2 }, "no such constant"),
            (Instruction::GetGlobal { dst: 0, cache: 1 }, "no such cache site"),
            (Instruction::GetName { dst: 0, name: 1 }, "no such name"),
            (Instruction::MakeClosure { dst: 0, scope: 0, function: 2 }, "no such function"),
            (Instruction::MakeClosure { dst: 0, scope: 0, function: 0 }, "no such function"),
            (Instruction::MakeClosure { dst: 0, scope: 1, function: 1 }, "no such scope"),
            (Instruction::CloseScope { scope: u32::from(u16::MAX) }, "no such scope"),
            (Instruction::Switch { a: 0, table: 1 }, "no such switch table"),
            (Instruction::NewRegExp { dst: 0, pattern: 0, flags: 1 }, "no such text"),
            (Instruction::ThrowError { kind: 7, message: 0 }, "no such kind of error"),
            (Instruction::GetTemplateObject { dst: 0, template: 1 }, "no such template"),
            (Instruction::Intrinsic { which: 255, dst: 0, first: 0 }, "no such intrinsic"),
            (
                Instruction::Intrinsic { which: Intrinsic::GetSuper as u8, dst: 0, first: 2 },
                "registers beyond the frame",
            ),
            (Instruction::Concatenate { dst: 0, count: 2, first: 3 }, "registers beyond the frame"),
            (Instruction::GetIterator { src: 0, iter: 2 }, "registers beyond the frame"),
            (Instruction::CallList { dst: 0, form: 9, scope: 0, base: 0 }, "no such form of call"),
            (Instruction::CallList { dst: 0, form: 0, scope: 0, base: 2 }, "registers beyond the frame"),
            (Instruction::IteratorNext { dst: 0, iter: 0 }, "an iterator's result is not unpacked"),
            (Instruction::Call { dst: 0, callee: 1, base: 1, argc: 2, plain: 0 }, "registers beyond the frame"),
            (Instruction::CallWide { dst: 0, base: 1, argc: 2 }, "registers beyond the frame"),
            (Instruction::TailCallWide { dst: 0, base: 1, argc: 2 }, "registers beyond the frame"),
            (Instruction::GetMethod { base: 3, object: 0, cache: 0 }, "registers beyond the frame"),
            (Instruction::MakeObject { dst: 0, first: 1, count: 1, literal: 1 }, "no such literal"),
            (Instruction::MakeObject { dst: 0, first: 1, count: 2, literal: 0 }, "a literal with other parts"),
            (Instruction::MakeArray { dst: 0, first: 1, count: 1, literal: 0 }, "a literal with other parts"),
            (Instruction::JumpIfTypeOf { a: 0, name: 8, to: 0 }, "no such type"),
            (Instruction::AppendElements { array: 0, first: 2, count: 3 }, "registers beyond the frame"),
            (Instruction::AppendElements { array: 0, first: 2, count: u32::MAX }, "registers beyond the frame"),
        ];
        for (instruction, what) in broken {
            rejects_instructions(what, |code| code[0] = instruction);
        }
    }

    #[test]
    fn code_ends() {
        rejects_instructions("there is no code", Vec::clear);
        rejects_instructions("the code does not end", |code| code.truncate(6));
    }

    #[test]
    fn tables_refer_only_to_what_exists() {
        rejects("there are fewer registers than parameters", |function| function.parameter_count = 4);
        rejects_code("a constant or cache site without text", |code| code.caches[0] = TextId(1));
        rejects_code("a constant or cache site without text", |code| {
            code.constants[0] = Constant::String(TextId(1));
        });
        rejects_code("a literal is broken", |code| code.literals[0].names[0] = TextId(1));
        rejects_code("a literal is broken", |code| code.literals[0].names.push(TextId(0)));
        rejects_code("a literal is broken", |code| code.literals[0].values[0] = LiteralValue::String(TextId(1)));
        rejects_code("a literal is broken", |code| code.literals[0].values[0] = LiteralValue::Null);
        rejects_code("a literal is broken", |code| code.literals[0].room = 0);
        rejects("a name without text", |function| function.name = Some(TextId(1)));
        rejects_code("a broken name reference", |code| code.names[0].start = NameStart::Scope(1));
        rejects("a template without text", |function| function.templates[0].raw[0] = TextId(1));
        rejects("a template has other parts cooked than raw", |function| function.templates[0].raw.clear());
        rejects("a broken function declaration", |function| function.declarations.functions[0].function = 2);
        rejects_code("a scope's record has no register", |code| code.scopes[0].record = 4);
        rejects_code("there are no such live registers", |code| {
            code.scopes[0].record = u32::MAX;
            Arc::make_mut(&mut code.instructions)[0] = Instruction::StartActivation { live: 4 };
        });
        rejects_code("a binding has no register", |code| code.scopes[0].bindings[0].register = 4);
        rejects_code("a scope is in no scope", |code| code.scopes[0].parent = Some(1));
        rejects_code("scopes within each other", |code| code.scopes[0].parent = Some(0));
        rejects_code("a catcher's range is not in the code", |code| code.catchers[0].end = 8);
        rejects_code("a catcher's range is not in the code", |code| code.catchers[0].start = 2);
        rejects_code("a catcher leads out of the code", |code| code.catchers[0].handler = 7);
        rejects_code("a catcher leads backwards", |code| code.catchers[0].handler = 1);
        rejects_instructions("code runs too long without a tick", |code| {
            let end = code.len() - 1;
            code.splice(end..end, vec![Instruction::LoadNull { dst: 0 }; MOST_WITHOUT_TICK as usize]);
        });
        rejects_code("a catcher has no register", |code| code.catchers[0].register = 4);
        rejects_code("a catcher has no scope", |code| code.catchers[0].scope = Some(1));
        rejects_code("a loop has no such registers", |code| code.loops = vec![LoopHead { start: 0, live: 99 }]);
        rejects_code("a loop has no such registers", |code| code.loops = vec![LoopHead { start: 0, live: 0 }]);
        let twice = LoopHead { start: 0, live: 4 };
        rejects_code("loops are not in the order of the code", |code| code.loops = vec![twice; 2]);
        rejects_code("a switch leads out of the code", |code| code.switches[0].targets[1] = 7);
        rejects_code("a switch is too long", |code| code.switches[0].low = i32::MAX);
        rejects_code("the arguments object has no register", |code| {
            code.arguments = Some(ArgumentsObject { register: 4, on_demand: false, mapped: None });
        });
        let mapped = |scope, bindings: &[Option<u32>]| MappedParameters { scope, bindings: bindings.to_vec() };
        for (mapped, what) in [
            (mapped(1, &[Some(0)]), "the arguments object has no scope"),
            (mapped(0, &[Some(1)]), "a mapped parameter has no binding"),
            (mapped(0, &[]), "there are fewer or more mapped parameters"),
            (mapped(0, &[None, Some(0)]), "there are fewer or more mapped parameters"),
        ] {
            rejects_code(what, |code| {
                code.arguments = Some(ArgumentsObject { register: 3, on_demand: false, mapped: Some(mapped) })
            });
        }
        rejects("two parameters have the same binding", |function| {
            function.parameter_count = 2;
            if let Code::Register(code) = &mut function.code {
                let mapped = Some(mapped(0, &[Some(0), Some(0)]));
                code.arguments = Some(ArgumentsObject { register: 3, on_demand: false, mapped });
            }
        });
        rejects_code("the arguments object is in another scope than the parameters", |code| {
            code.scopes[0].kind = ScopeKind::Block;
        });
        rejects("strict code maps parameters", |function| function.strict = true);
    }

    #[test]
    fn strict_code_deletes_no_names() {
        let delete = Instruction::DeleteName { dst: 0, name: 0 };
        let mut unit = unit();
        let Code::Register(code) = &mut unit.functions[1].code else { panic!("the unit is for the register machine") };
        Arc::make_mut(&mut code.instructions)[2] = delete;
        code.arguments = None;
        assert_eq!(verify(&unit), Ok(()));
        unit.functions[1].strict = true;
        let error = verify(&unit).unwrap_err();
        assert_eq!((error.instruction, error.what), (Some(2), "strict code deletes a name"));
    }

    #[test]
    fn inner_catchers_stand_before_outer_ones() {
        const WRONG: &str = "catchers overlap, or an outer one stands before an inner one";
        let nested = |ranges: &[(u32, u32)]| {
            let catcher = |&(start, end): &(u32, u32)| Catcher {
                start,
                end,
                handler: 0,
                register: 0,
                scope: None,
                is_finally: false,
            };
            nesting_of_catchers(&ranges.iter().map(catcher).collect::<Vec<_>>())
        };
        for sound in [
            &[][..],
            &[(1, 2), (2, 3), (0, 3)],
            &[(2, 3), (1, 2), (0, 3), (0, 9)],
            &[(0, 3), (0, 3)],
            &[(4, 6), (6, 8), (4, 8), (20, 22)],
        ] {
            assert_eq!(nested(sound), Ok(()), "{sound:?}");
        }
        for broken in [&[(0, 3), (1, 2)][..], &[(0, 2), (1, 3)], &[(1, 3), (0, 2)], &[(0, 2), (0, 1), (0, 4)]] {
            assert_eq!(nested(broken), Err((None, WRONG)), "{broken:?}");
        }
    }
}

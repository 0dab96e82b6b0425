//! Kinds of register contents, followed through the code: values of the language, and internal things of the machine.
//!
//! Registers hold values, but also markers of holes, places of variables, completions that wait for the end of a
//! `finally` block, and states of enumerations. These would do harm if a script got hold of them. So each instruction
//! declares what it reads and writes ([`super::effects`]), and the code is followed from each jump target until nothing
//! new is learnt.
//!
//! - Few registers ever hold anything but a value. The others need not be followed (`Scratch::numbers`).
//! - No instruction names the registers of records, which lie below those that calls use. So do all registers that
//!   closures read from a frame.
//! - A call leaves unknown contents in its own registers and above.
//! - A handler gets the join of the states at all instructions that it protects.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ferrotape_budget::order;

use super::effects::{Kinds, Visitor, asks_whether_bound, row_read, visit};
use super::environments::Environments;
use super::{Checked, check, check_at};
use crate::{ActivationKind, Catcher, CatcherIndex, Code, Instruction, RegisterCode, Unit};

/// Bytes of states that may be compared and copied, for each function and (`WORK_PER_INSTRUCTION`) each instruction.
/// Hand-written code needs far less.
const LEAST_WORK: u64 = 1 << 18;
const WORK_PER_INSTRUCTION: u64 = 1 << 10;

const TOO_MUCH: &str = "the code takes too long to verify";

/// Checks that the rows of registers which instructions read are no longer than the code's length allows. Rows are looked at
/// register by register; the compiler writes an instruction for each of those.
pub(super) fn verify_rows(code: &RegisterCode) -> Checked {
    let rows: u64 = code.instructions.iter().map(|&instruction| u64::from(row_read(instruction))).sum();
    check(rows <= work_for(code.instructions.len()), TOO_MUCH)
}

/// The work that code of that length may take.
fn work_for(length: usize) -> u64 {
    LEAST_WORK + length as u64 * WORK_PER_INSTRUCTION
}

/// Marks a register that is not followed, as it always holds a value.
const PLAIN: u32 = u32::MAX;
/// Marks a register that no instruction may name.
const RECORD: u32 = u32::MAX - 1;

/// Tables kept from one function to the next, so that a function only takes time in proportion to its code.
#[derive(Default)]
pub(super) struct Scratch {
    /// Index of each register in the states.
    numbers: Vec<u32>,
    /// Whether each register is a binding that closures may read.
    is_bound: Vec<bool>,
    /// Registers that are followed.
    followed: Vec<u32>,
    /// Registers whose entries must be reset.
    touched: Vec<u32>,
    /// Whether an instruction names each register, and those that some does.
    is_named: Vec<bool>,
    named: Vec<u32>,
    /// Lowest register from which on a call leaves unknown contents.
    clobbered: u32,
}

impl Scratch {
    /// Resets what the last function has changed, and makes room for the registers of the next.
    fn begin(&mut self, registers: u32) {
        for register in self.touched.drain(..).chain(self.followed.drain(..)) {
            self.numbers[register as usize] = PLAIN;
            self.is_bound[register as usize] = false;
        }
        for register in self.named.drain(..) {
            self.is_named[register as usize] = false;
        }
        if self.numbers.len() < registers as usize {
            self.numbers.resize(registers as usize, PLAIN);
            self.is_bound.resize(registers as usize, false);
            self.is_named.resize(registers as usize, false);
        }
    }

    fn number(&self, register: u32) -> u32 {
        self.numbers.get(register as usize).copied().unwrap_or(PLAIN)
    }

    fn follow(&mut self, register: u32) -> bool {
        match self.numbers.get_mut(register as usize) {
            Some(number) if *number == PLAIN => {
                *number = self.followed.len() as u32;
                self.followed.push(register);
                true
            }
            _ => false,
        }
    }

    /// Finds the registers that may hold something else than a value.
    fn find(&mut self, activation: ActivationKind, code: &RegisterCode) {
        self.begin(code.register_count);
        for scope in &code.scopes {
            if let Some(number) = self.numbers.get_mut(scope.record as usize) {
                *number = RECORD;
                self.touched.push(scope.record);
            }
            for binding in &scope.bindings {
                if let Some(is_bound) = self.is_bound.get_mut(binding.register as usize) {
                    *is_bound = true;
                    self.touched.push(binding.register);
                }
            }
        }
        let (is_named, named) = (std::mem::take(&mut self.is_named), std::mem::take(&mut self.named));
        let mut survey = Survey { clobbered: u32::MAX, other: Vec::new(), copies: Vec::new(), is_named, named };
        for (at, &instruction) in code.instructions.iter().enumerate() {
            visit(instruction, code.instructions.get(at + 1), activation, &mut survey);
        }
        for catcher in &code.catchers {
            if thrown_kinds(activation, catcher) != Kinds::VALUE {
                survey.other.push(catcher.register);
            }
        }
        for &register in &survey.other {
            self.follow(register);
        }
        let from = survey.clobbered;
        self.clobbered = from;
        for &register in survey.named.iter().filter(|&&register| register >= from) {
            self.follow(register);
        }
        (self.is_named, self.named) = (survey.is_named, survey.named);
        // Copies of copies. Code with many of them is followed as a whole.
        for _ in 0..MOST_ROUNDS {
            let before = self.followed.len();
            for &(from, to) in &survey.copies {
                if self.number(from) < RECORD {
                    self.follow(to);
                }
            }
            if self.followed.len() == before {
                return;
            }
        }
        for &(_, to) in &survey.copies {
            self.follow(to);
        }
    }
}

/// Most rounds of looking for copies of followed registers.
const MOST_ROUNDS: usize = 4;

/// Effects of instructions anywhere in the code.
struct Survey {
    /// Lowest register from which on a call leaves unknown contents.
    clobbered: u32,
    other: Vec<u32>,
    copies: Vec<(u32, u32)>,
    is_named: Vec<bool>,
    /// Each register that an instruction names, once: rows overlap.
    named: Vec<u32>,
}

impl Survey {
    fn name(&mut self, register: u32) {
        if let Some(is_named @ false) = self.is_named.get_mut(register as usize) {
            *is_named = true;
            self.named.push(register);
        }
    }
}

impl Visitor for Survey {
    fn read(&mut self, register: u32, _: Kinds) {
        self.name(register);
    }

    fn write(&mut self, register: u32, kinds: Kinds) {
        if kinds == Kinds::VALUE {
            self.name(register);
        } else {
            self.other.push(register);
        }
    }

    fn copy(&mut self, from: u32, to: u32) {
        self.name(from);
        self.name(to);
        self.copies.push((from, to));
    }

    fn clobber(&mut self, from: u32) {
        self.clobbered = self.clobbered.min(from);
    }

    /// A register that nothing else names need not be followed.
    fn forget(&mut self, _: u32, _: u32) {}
}

/// Returns which bindings of each scope lie in registers that never hold anything but values.
pub(super) fn registers_with_values(
    activation: ActivationKind,
    code: &RegisterCode,
    scratch: &mut Scratch,
) -> Vec<Vec<bool>> {
    if code.scopes.is_empty() {
        return Vec::new();
    }
    scratch.find(activation, code);
    let has_value = |register: u32| (register as usize) < scratch.numbers.len() && scratch.number(register) == PLAIN;
    let of_scope = |bindings: &[crate::ScopeBinding]| bindings.iter().map(|b| has_value(b.register)).collect();
    code.scopes.iter().map(|scope| of_scope(&scope.bindings)).collect()
}

/// Returns the kinds of completions that wait for the end of a handler. Generators that have begun can be made to
/// return.
fn thrown_kinds(activation: ActivationKind, catcher: &Catcher) -> Kinds {
    let returns = matches!(activation, ActivationKind::Generator | ActivationKind::AsyncGenerator);
    if returns && catcher.is_finally { Kinds::VALUE.or(Kinds::COMPLETION) } else { Kinds::VALUE }
}

/// Checks register code whose operands have been checked.
pub(super) fn verify_kinds(
    unit: &Unit,
    index: usize,
    code: &RegisterCode,
    environments: &Environments,
    scratch: &mut Scratch,
) -> Checked {
    let Some(activation) = unit.functions.get(index).map(|function| function.activation) else { return Ok(()) };
    debug_assert!(matches!(unit.functions[index].code, Code::Register(_)));
    for (at, &instruction) in code.instructions.iter().enumerate() {
        if let Instruction::GetOuter { depth, index: binding, .. } = instruction {
            let is_asked = asks_whether_bound(instruction, code.instructions.get(at + 1));
            let is_known = is_asked || environments.has_value(unit, index, depth, binding);
            check_at(is_known, at, "a binding is read that may have no value")?;
        }
    }
    scratch.find(activation, code);
    records(code, scratch)?;
    Flow::new(activation, code, scratch)?.run()
}

/// Checks that registers of records are apart from all others, and that closures read nothing where calls are made.
fn records(code: &RegisterCode, scratch: &Scratch) -> Checked {
    let is_record = |register: u32| scratch.number(register) == RECORD;
    let mut of_scopes: Vec<u32> = code.scopes.iter().map(|scope| scope.record).collect();
    order::sort(&mut of_scopes);
    check(of_scopes.windows(2).all(|pair| pair[0] != pair[1]), "two scopes have one record")?;
    let bindings = code.scopes.iter().flat_map(|scope| &scope.bindings).map(|binding| binding.register);
    let catchers = code.catchers.iter().map(|catcher| catcher.register);
    let arguments = code.arguments.iter().map(|arguments| arguments.register);
    let are_apart = !bindings.chain(catchers).chain(arguments).any(is_record) && !of_scopes.contains(&0);
    check(are_apart, "the register of a record is used for something else")?;
    let are_below = scratch.touched.iter().all(|&register| register < scratch.clobbered);
    check(are_below, "a call uses registers that closures may see")
}

/// Known kinds before an instruction, by followed register; the last cell tells whether the activation has begun.
type State = Box<[u8]>;

const NOT_BEGUN: u8 = 1;
const BEGUN: u8 = 2;

/// Contents of the last cell of a state.
pub(super) struct Entered;

impl Entered {
    pub const NOT_BEGUN: u8 = NOT_BEGUN;
    pub const BEGUN: u8 = BEGUN;
}

/// Followed registers, and their indices in the states.
pub(super) struct Followed {
    numbers: Vec<u32>,
    registers: Vec<u32>,
    /// Lowest register from which on a call leaves unknown contents.
    clobbered: u32,
}

impl Followed {
    pub const PLAIN: u32 = PLAIN;
    pub const RECORD: u32 = RECORD;

    pub fn number(&self, register: u32) -> u32 {
        self.numbers.get(register as usize).copied().unwrap_or(PLAIN)
    }

    /// Returns the number of registers.
    pub fn count(&self) -> u32 {
        self.numbers.len() as u32
    }

    /// Returns whether the register is one that no instruction names, and that a callee may lie over.
    pub fn is_for_calls(&self, register: u32) -> bool {
        register >= self.clobbered && self.number(register) == PLAIN
    }

    pub fn registers(&self) -> &[u32] {
        &self.registers
    }

    pub fn bytes(&self) -> usize {
        (self.numbers.len() + self.registers.len()) * size_of::<u32>()
    }
}

/// States at the instructions that control reaches from elsewhere than from the previous one.
pub(super) struct States {
    joins: Vec<u32>,
    states: Vec<Option<State>>,
}

impl States {
    /// Returns the nearest such instruction at or before this one, with its state; None if control does not reach it.
    pub fn nearest(&self, at: usize) -> Option<(usize, &[u8])> {
        let start = self.joins.get(..=at)?.iter().rposition(|&join| join != NO_JOIN)?;
        let state = self.states.get(self.joins[start] as usize)?.as_deref()?;
        Some((start, state))
    }

    pub fn bytes(&self) -> usize {
        self.joins.len() * size_of::<u32>() + self.states.iter().flatten().map(|state| state.len()).sum::<usize>()
    }
}

/// Returns the states of code that has passed [`verify_kinds`].
pub(super) fn states_of(activation: ActivationKind, code: &RegisterCode) -> Result<(Followed, States), Fault> {
    let mut scratch = Scratch::default();
    scratch.find(activation, code);
    let mut flow = Flow::new(activation, code, &scratch)?;
    flow.run()?;
    let states = States { joins: flow.joins, states: flow.states };
    let Scratch { numbers, followed, clobbered, .. } = scratch;
    Ok((Followed { numbers, registers: followed, clobbered }, states))
}

/// Walk over a function's code that follows the kinds of its registers.
struct Flow<'c> {
    activation: ActivationKind,
    code: &'c RegisterCode,
    scratch: &'c Scratch,
    index: CatcherIndex,
    /// The next outer catcher of each catcher.
    around: Vec<Option<usize>>,
    /// Registers of records, in ascending order.
    records: Vec<u32>,
    /// Index of each instruction in the states, if control may reach it from elsewhere than from the previous one.
    joins: Vec<u32>,
    states: Vec<Option<State>>,
    /// Join of the states at the instructions that each catcher protects.
    protected: Vec<Option<State>>,
    /// Catchers with more knowledge than their handlers have received.
    untold: Vec<usize>,
    open: BinaryHeap<Reverse<u32>>,
    work: u64,
    now: Now,
}

/// The current instruction.
struct Now {
    state: Vec<u8>,
    catcher: Option<usize>,
    wrong: Option<&'static str>,
}

const NO_JOIN: u32 = u32::MAX;

impl<'c> Flow<'c> {
    /// Finds all places where paths can join. Fails if the states at these would exceed the work that the code's length allows.
    fn new(activation: ActivationKind, code: &'c RegisterCode, scratch: &'c Scratch) -> Result<Self, Fault> {
        let length = code.instructions.len();
        let mut joins = vec![NO_JOIN; length];
        let mut count = 0;
        let jumps = code.instructions.iter().filter_map(|instruction| instruction.target());
        let switches = code.switches.iter().flat_map(|table| table.targets.iter().copied());
        let handlers = code.catchers.iter().map(|catcher| catcher.handler);
        for target in jumps.chain(switches).chain(handlers).chain([0]) {
            if let Some(join) = joins.get_mut(target as usize).filter(|join| **join == NO_JOIN) {
                *join = count;
                count += 1;
            }
        }
        let work = work_for(length);
        let mut records: Vec<u32> = code.scopes.iter().map(|scope| scope.record).collect();
        order::sort(&mut records);
        let width = scratch.followed.len() as u64 + 1;
        check((u64::from(count) + code.catchers.len() as u64) * width <= work, TOO_MUCH)?;
        Ok(Flow {
            activation,
            code,
            scratch,
            index: CatcherIndex::new(&code.catchers),
            around: catchers_around(&code.catchers),
            records,
            joins,
            states: vec![None; count as usize],
            protected: vec![None; code.catchers.len()],
            untold: Vec::new(),
            open: BinaryHeap::new(),
            work,
            now: Now { state: Vec::new(), catcher: None, wrong: None },
        })
    }

    fn run(&mut self) -> Checked {
        let mut first = vec![Kinds::VALUE.bits(); self.scratch.followed.len()];
        first.push(NOT_BEGUN);
        self.reach(0, &first)?;
        while let Some(Reverse(start)) = self.open.pop() {
            self.follow(start as usize)?;
            self.tell_handlers()?;
        }
        Ok(())
    }

    /// Joins the state into that of an instruction.
    fn reach(&mut self, at: usize, state: &[u8]) -> Checked {
        self.spend(state.len())?;
        let Some(known) = self.joins.get(at).and_then(|&join| self.states.get_mut(join as usize)) else {
            return Err((Some(at), "control leaves the code"));
        };
        if join(known, state) {
            self.open.push(Reverse(at as u32));
        }
        Ok(())
    }

    fn spend(&mut self, work: usize) -> Checked {
        match self.work.checked_sub(1 + work as u64) {
            Some(left) => {
                self.work = left;
                Ok(())
            }
            None => Err((None, TOO_MUCH)),
        }
    }

    /// Follows the code from a jump target to the next one.
    fn follow(&mut self, start: usize) -> Checked {
        let Some(state) = self.states.get(self.joins[start] as usize).and_then(Option::as_ref) else { return Ok(()) };
        self.now.state.clear();
        self.now.state.extend_from_slice(state);
        self.now.catcher = None;
        self.spend(self.now.state.len())?;
        let mut at = start;
        loop {
            let Some(&instruction) = self.code.instructions.get(at) else {
                return Err((Some(at), "control leaves the code"));
            };
            self.protect(at)?;
            self.spend(row_read(instruction) as usize)?;
            self.jumps(instruction)?;
            self.begins(at, instruction)?;
            let next = self.code.instructions.get(at + 1);
            visit(instruction, next, self.activation, self);
            if let Some(what) = self.now.wrong {
                return Err((Some(at), what));
            }
            at += 1;
            if instruction.ends_block() {
                return Ok(());
            }
            if self.joins.get(at).is_some_and(|&join| join != NO_JOIN) {
                let state = std::mem::take(&mut self.now.state);
                self.reach(at, &state)?;
                self.now.state = state;
                return Ok(());
            }
        }
    }

    /// Joins the state into those of other successors. An instruction's writes only happen if control continues with
    /// the next one.
    fn jumps(&mut self, instruction: Instruction) -> Checked {
        let state = std::mem::take(&mut self.now.state);
        let mut reached = Ok(());
        if let Some(target) = instruction.target() {
            reached = self.reach(target as usize, &state);
        }
        let code = self.code;
        if let Instruction::Switch { table, .. } = instruction
            && let Some(table) = code.switches.get(table as usize)
        {
            for &target in &table.targets {
                reached = reached.and_then(|()| self.reach(target as usize, &state));
            }
        }
        self.now.state = state;
        reached
    }

    /// Checks that an activation begins once, and is suspended only after that.
    fn begins(&mut self, at: usize, instruction: Instruction) -> Checked {
        use Instruction::*;
        let Some(begun) = self.now.state.last_mut() else { return Ok(()) };
        match instruction {
            StartActivation { .. } => {
                check_at(*begun == NOT_BEGUN, at, "an activation begins twice")?;
                *begun = BEGUN;
                self.keep(self.scratch.followed.len(), BEGUN);
                Ok(())
            }
            Yield { .. } | Await { .. } | YieldDelegate { .. } | OpenDelegate { .. } => {
                check_at(*begun == BEGUN, at, "an activation waits that has not begun")
            }
            CallDelegate { .. } | JumpIfDelegated { .. } => {
                let is_generator =
                    matches!(self.activation, ActivationKind::Generator | ActivationKind::AsyncGenerator);
                check_at(*begun == BEGUN && is_generator, at, "an activation waits that has not begun")
            }
            _ => Ok(()),
        }
    }

    /// Joins the state into that of the innermost handler around the instruction, if it is another one than before.
    fn protect(&mut self, at: usize) -> Checked {
        if self.code.catchers.is_empty() {
            return Ok(());
        }
        let catcher = self.index.innermost(at as u32);
        if catcher != self.now.catcher {
            self.now.catcher = catcher;
            if let Some(catcher) = catcher {
                self.spend(self.now.state.len())?;
                if join(&mut self.protected[catcher], &self.now.state) {
                    self.untold.push(catcher);
                }
            }
        }
        Ok(())
    }

    /// Adds the kinds at this index to the state of the handler around.
    fn keep(&mut self, place: usize, kinds: u8) {
        let Some(catcher) = self.now.catcher else { return };
        let Some(known) = self.protected[catcher].as_mut().and_then(|state| state.get_mut(place)) else { return };
        if *known | kinds != *known {
            *known |= kinds;
            if self.untold.last() != Some(&catcher) {
                self.untold.push(catcher);
            }
        }
    }

    /// Passes joined states to handlers, and to the handlers around them: a return passes some of these.
    fn tell_handlers(&mut self) -> Checked {
        while let Some(catcher) = self.untold.pop() {
            let Some(mut state) = self.protected[catcher].clone() else { continue };
            self.spend(state.len())?;
            if let Some(outer) = self.around[catcher]
                && join(&mut self.protected[outer], &state)
            {
                self.untold.push(outer);
            }
            let row = &self.code.catchers[catcher];
            let never_begun = state.last() == Some(&NOT_BEGUN);
            let thrown = if never_begun { Kinds::VALUE } else { thrown_kinds(self.activation, row) };
            let number = self.scratch.number(row.register);
            if let Some(place) = state.get_mut(number as usize) {
                *place = thrown.bits();
            }
            let (handler, is_bound) = (row.handler as usize, self.is_bound(row.register));
            let is_right = !is_bound || thrown_kinds(self.activation, row) == Kinds::VALUE;
            check(is_right, "a closure may see what is not a value")?;
            self.reach(handler, &state)?;
        }
        Ok(())
    }

    fn is_bound(&self, register: u32) -> bool {
        self.scratch.is_bound.get(register as usize) == Some(&true)
    }

    fn kinds_of(&mut self, register: u32) -> Kinds {
        match self.scratch.number(register) {
            PLAIN => Kinds::VALUE,
            RECORD => {
                self.now.wrong = Some("the register of a record is used for something else");
                Kinds::NONE
            }
            number => self.now.state.get(number as usize).map_or(Kinds::NONE, |&bits| Kinds::of_bits(bits)),
        }
    }
}

impl Visitor for Flow<'_> {
    fn read(&mut self, register: u32, allowed: Kinds) {
        let kinds = self.kinds_of(register);
        let has_begun = self.now.state.last() == Some(&BEGUN);
        let allowed = if has_begun { allowed } else { allowed.without(Kinds::COMPLETION) };
        if !kinds.is_within(allowed) {
            self.now.wrong = Some("a register holds what is not a value");
        }
    }

    fn write(&mut self, register: u32, kinds: Kinds) {
        if self.is_bound(register) && !kinds.is_within(Kinds::VALUE.or(Kinds::EMPTY)) {
            self.now.wrong = Some("a closure may see what is not a value");
        }
        match self.scratch.number(register) {
            PLAIN => {}
            RECORD => self.now.wrong = Some("the register of a record is used for something else"),
            number => {
                if let Some(place) = self.now.state.get_mut(number as usize) {
                    *place = kinds.bits();
                    self.keep(number as usize, kinds.bits());
                }
            }
        }
    }

    fn copy(&mut self, from: u32, to: u32) {
        let kinds = self.kinds_of(from);
        self.write(to, kinds);
    }

    fn clobber(&mut self, from: u32) {
        let scratch = self.scratch;
        for (place, &register) in scratch.followed.iter().enumerate() {
            if register >= from && self.now.state[place] != Kinds::ANY.bits() {
                self.now.state[place] = Kinds::ANY.bits();
                self.keep(place, Kinds::ANY.bits());
            }
        }
        self.work = self.work.saturating_sub(scratch.followed.len() as u64);
    }

    fn forget(&mut self, first: u32, count: u32) {
        let (row, scratch) = (first..first.saturating_add(count), self.scratch);
        let record = self.records.get(self.records.partition_point(|&record| record < first));
        if record.is_some_and(|record| row.contains(record)) {
            self.now.wrong = Some("the register of a record is used for something else");
        }
        for register in scratch.followed.iter().copied().filter(|register| row.contains(register)) {
            self.write(register, Kinds::VALUE);
        }
        self.work = self.work.saturating_sub(scratch.followed.len() as u64);
    }
}

type Fault = (Option<usize>, &'static str);

/// Joins a state into the known one. Returns whether that was new.
fn join(known: &mut Option<State>, state: &[u8]) -> bool {
    let Some(known) = known else {
        *known = Some(state.into());
        return true;
    };
    let mut is_new = false;
    for (known, &kinds) in known.iter_mut().zip(state) {
        is_new |= *known | kinds != *known;
        *known |= kinds;
    }
    is_new
}

/// Returns the next outer catcher of each catcher. Ranges are nested or disjoint.
fn catchers_around(catchers: &[Catcher]) -> Vec<Option<usize>> {
    let mut places: Vec<usize> = (0..catchers.len()).collect();
    order::sort_by_key(&mut places, |&place| (catchers[place].start, Reverse(catchers[place].end), Reverse(place)));
    let mut outer = vec![None; catchers.len()];
    let mut open: Vec<usize> = Vec::new();
    for place in places {
        while open.last().is_some_and(|&last| catchers[last].end <= catchers[place].start) {
            open.pop();
        }
        outer[place] = open.last().copied();
        open.push(place);
    }
    outer
}

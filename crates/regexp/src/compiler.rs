//! Compiler: makes the backtracker's program from a tree.
//!
//! Nodes wait on a stack of [`Task`]s. Each has a [`Guard`] that says what may follow it. So paths that cannot succeed
//! are never tried, and runs that cannot usefully give back never do. Inside of a lookbehind, sequences are compiled in
//! reverse, and nothing is known about what follows.

mod alternation;
mod repeat;
#[cfg(test)]
mod tests;

use std::num::NonZeroU32;

use ferrotape_budget::Termination;

use crate::character_set::CharacterSet;
use crate::flags::Flags;
use crate::guard::{First, Guard, first_of_all};
use crate::meter::{Index, Meter};
use crate::opening::Opening;
use crate::program::{Instruction, Program, Target};
use crate::starts::Starts;
use crate::tree::{Children, Node, NodeId, SetId, Tree};

/// Compiles a tree. The program's memory stays charged to the meter.
pub(crate) fn compile(tree: &Tree, meter: &mut Meter<'_>) -> Result<Program, Termination> {
    let before = meter.charged();
    let program = Program {
        sets: tree.copy_sets(meter)?,
        references: tree.copy_references(meter)?,
        register_count: tree.group_count as usize * 2,
        ..Program::default()
    };
    let mut compiler = Compiler {
        tree,
        first: first_of_all(tree, true, meter)?,
        program,
        guards: Index::new(),
        character_sets: Index::new(),
        run_tables: Vec::new(),
        table_count: 0,
        tasks: vec![Task::Emit(Instruction::Match), Task::Node(tree.root, Context::OUTERMOST)],
        open: Vec::new(),
        meter,
    };
    compiler.meter.reserve(&mut compiler.program.code, tree.nodes.len() + 1)?;
    while let Some(task) = compiler.tasks.pop() {
        compiler.meter.tick(2)?;
        compiler.carry_out(task)?;
    }
    let Compiler { mut program, first, meter, .. } = compiler;
    let at_input_start = first[tree.root.0 as usize].before(Guard::ANYTHING);
    program.starts = Starts::new(&Opening::new(tree, at_input_start, meter)?);
    if !tree.has_back_references {
        program.leading_run = program.first_run();
    }
    program.shrink();
    meter.settle(before + program.memory())?;
    Ok(program)
}

/// Surroundings of a node.
#[derive(Copy, Clone)]
struct Context {
    /// Guard for what may follow the node.
    follow: Guard,
    /// The node is in a lookbehind.
    backward: bool,
}

impl Context {
    const OUTERMOST: Context = Context { follow: Guard::ANYTHING, backward: false };
}

enum Task {
    Node(NodeId, Context),
    /// An alternation that is repeated without end, and the guard for what follows the repetition.
    Repeated(Children, Context, Guard),
    /// A run as long as possible, at least one.
    Run(NodeId),
    Emit(Instruction),
    /// Characters of a sequence.
    Literal(Children),
    /// Emits an [`Instruction::Choose`] whose target is not known yet, and remembers its position.
    Choose(Guard, Guard),
    /// Ends one path: the innermost choice continues here, after a jump whose target is not known yet.
    Otherwise,
    /// Sets a target of a [`crate::program::Switch`] to this position.
    Alternative(u32),
    /// Sets the innermost open target to this position.
    Land,
    /// Ends an alternation of this many paths: their jumps lead here.
    LandAll(usize),
    /// Ends the body of a repetition: repeats it from `start`, or continues.
    Again {
        start: Target,
        body: Guard,
        follow: Guard,
        greedy: bool,
    },
}

struct Compiler<'t, 'm> {
    tree: &'t Tree,
    meter: &'t mut Meter<'m>,
    first: Vec<First>,
    program: Program,
    guards: Index,
    /// Sets of single characters that are repeated.
    character_sets: Index,
    /// Places of sets in [`Program::run_tables`], as far as they have one.
    run_tables: Vec<Option<(u32, u8)>>,
    /// Number of sets with a place.
    table_count: u32,
    tasks: Vec<Task>,
    /// Instructions without a target so far, innermost last.
    open: Vec<Target>,
}

impl Compiler<'_, '_> {
    /// Carries out one task. Tasks that it plans come before those that wait already.
    fn carry_out(&mut self, task: Task) -> Result<(), Termination> {
        match task {
            Task::Node(id, context) => self.node(id, context),
            Task::Repeated(children, context, after) => self.alternation(children, context, Some(after)),
            Task::Run(id) => self.possessive_run(id),
            Task::Emit(instruction) => self.emit(instruction),
            Task::Literal(children) => self.literal(children),
            Task::Choose(first, second) => {
                self.leave_open()?;
                self.choose(first, second, 0)
            }
            Task::Otherwise => {
                let choice = self.open.pop().unwrap_or(0);
                self.leave_open()?;
                self.emit(Instruction::Jump(0))?;
                self.land(choice);
                Ok(())
            }
            Task::Alternative(target) => {
                self.program.switch_targets[target as usize] = self.here();
                Ok(())
            }
            Task::Land => self.land_all(1),
            Task::LandAll(count) => self.land_all(count),
            Task::Again { start, body, follow, greedy: true } => {
                self.choose(body, follow, self.here() + 2)?;
                self.emit(Instruction::Jump(start))
            }
            Task::Again { start, body, follow, greedy: false } => self.choose(follow, body, start),
        }
    }

    /// Emits the code of a node, or plans the tasks that do so.
    fn node(&mut self, id: NodeId, context: Context) -> Result<(), Termination> {
        match self.tree.node(id) {
            Node::Empty => Ok(()),
            Node::Character(character) => self.single(Instruction::Character(character), context),
            Node::Set(set) => self.set(set, context),
            Node::Sequence(children) => self.sequence(children, context),
            Node::Alternation(children) => self.alternation(children, context, None),
            Node::Group { index, node } => {
                let (start, end) = (Instruction::Save(index * 2), Instruction::Save(index * 2 + 1));
                let (before, after) = if context.backward { (end, start) } else { (start, end) };
                self.emit(before)?;
                self.plan([Task::Emit(after), Task::Node(node, context)])
            }
            Node::Repeat { node, minimum, maximum, greedy, captures } => {
                let maximum = maximum.unwrap_or(u32::MAX);
                self.repeat(repeat::Repeat { node, minimum, maximum, greedy, captures }, context)
            }
            Node::InputStart => self.emit(Instruction::InputStart),
            Node::LineStart => self.emit(Instruction::LineStart),
            Node::InputEnd => self.emit(Instruction::InputEnd),
            Node::LineEnd => self.emit(Instruction::LineEnd),
            Node::WordBoundary { negated, folded } => self.emit(Instruction::WordBoundary { negated, folded }),
            Node::Look { behind, negated, node, captures } => self.look(behind, negated, node, !captures.is_empty()),
            Node::BackReference { groups, ignore_case } => self.back_reference(groups, ignore_case, context.backward),
        }
    }

    /// Emits an instruction that takes one unit.
    fn single(&mut self, instruction: Instruction, context: Context) -> Result<(), Termination> {
        if context.backward {
            self.emit(Instruction::Retreat)?;
            self.emit(instruction)?;
            self.emit(Instruction::Retreat)
        } else {
            self.emit(instruction)
        }
    }

    fn set(&mut self, id: SetId, context: Context) -> Result<(), Termination> {
        let instruction = match self.tree.set(id).few::<2>().as_deref() {
            Some([]) => Instruction::Fail,
            Some(&[one, other]) => Instruction::Either(one, other),
            _ => Instruction::Set(id.0),
        };
        self.single(instruction, context)
    }

    /// Plans the children from the last to the first, as what follows each is known then. Adjacent characters become one literal.
    fn sequence(&mut self, children: Children, context: Context) -> Result<(), Termination> {
        let nodes = self.tree.children(children);
        if context.backward {
            return nodes.iter().try_for_each(|&node| self.plan([Task::Node(node, context)]));
        }
        let mut follow = context.follow;
        let mut end = nodes.len();
        while end > 0 {
            // With `u`, a lone surrogate is no part of another character.
            let is_unit = |character: u32| !self.tree.flags.full_unicode() || char::from_u32(character).is_some();
            let is_character =
                |id: &&NodeId| matches!(self.tree.node(**id), Node::Character(character) if is_unit(character));
            let characters = nodes[..end].iter().rev().take_while(is_character).count();
            let start = end - characters.max(1);
            self.plan([if characters > 1 {
                Task::Literal(Children { start: children.start + start as u32, end: children.start + end as u32 })
            } else {
                Task::Node(nodes[start], Context { follow, ..context })
            }])?;
            self.meter.tick(1)?;
            // The code before several characters only sees the first one.
            follow = self.first[nodes[start].0 as usize].before(follow);
            end = start;
        }
        Ok(())
    }

    /// Emits characters as UTF-16, which are compared at once. Lone surrogates come here only without `u`.
    fn literal(&mut self, children: Children) -> Result<(), Termination> {
        let start = self.program.literals.len() as u32;
        let count = (children.end - children.start) as usize;
        self.meter.tick(count / 4)?;
        self.meter.reserve(&mut self.program.literals, 2 * count)?;
        for &node in self.tree.children(children) {
            let Node::Character(character) = self.tree.node(node) else { continue };
            match u16::try_from(character) {
                Ok(unit) => self.program.literals.push(unit),
                Err(_) => {
                    let character = char::from_u32(character).unwrap_or(char::REPLACEMENT_CHARACTER);
                    self.program.literals.extend_from_slice(character.encode_utf16(&mut [0; 2]));
                }
            }
        }
        let length = self.program.literals.len() as u32 - start;
        self.emit(Instruction::Literal { start, length })
    }

    /// Emits a look-around. Anything may follow its body, so no guard helps there. The end of a negated one is known behind it.
    fn look(&mut self, behind: bool, negated: bool, node: NodeId, has_captures: bool) -> Result<(), Termination> {
        let registers = self.new_register();
        self.new_register();
        let context = Context { follow: Guard::ANYTHING, backward: behind };
        if negated {
            self.leave_open()?;
            self.plan([Task::Land, Task::Emit(Instruction::NegatedLookEnd { registers })])?;
        } else {
            self.plan([Task::Emit(Instruction::LookEnd { registers, has_captures })])?;
        }
        self.emit(Instruction::LookStart { registers, negated_end: negated.then_some(NonZeroU32::MIN) })?;
        self.plan([Task::Node(node, context)])
    }

    /// Emits a back reference. Of several groups with one name, those that have not matched take nothing.
    fn back_reference(&mut self, groups: Children, ignore_case: bool, backward: bool) -> Result<(), Termination> {
        let folding = Flags { ignore_case, ..self.tree.flags }.folding();
        match *self.tree.references(groups) {
            [group] => self.emit(Instruction::BackReference { group, backward, folding }),
            _ => {
                let Children { start, end } = groups;
                self.emit(Instruction::BackReferences { start, end, backward, folding })
            }
        }
    }

    /// Returns the guard before a node.
    fn before(&self, node: NodeId, context: Context) -> Guard {
        if context.backward { Guard::ANYTHING } else { self.first[node.0 as usize].before(context.follow) }
    }

    fn choose(&mut self, first: Guard, second: Guard, otherwise: Target) -> Result<(), Termination> {
        let instruction = if first == Guard::ANYTHING && second == Guard::ANYTHING {
            Instruction::Fork(otherwise)
        } else {
            Instruction::Choose { first: self.guard(first)?, second: self.guard(second)?, otherwise }
        };
        self.emit(instruction)
    }

    fn guard(&mut self, guard: Guard) -> Result<u32, Termination> {
        self.meter.tick(2)?;
        let guards = &mut self.program.guards;
        let next = guards.len() as u32;
        match self.guards.find_or_add(&guard, next, |id| guards[id as usize] == guard, self.meter)? {
            Some(id) => Ok(id),
            None => self.meter.push(guards, guard).map(|()| next),
        }
    }

    /// Returns the set of a single character.
    fn character_set(&mut self, character: u32) -> Result<u32, Termination> {
        self.meter.tick(2)?;
        let sets = &mut self.program.sets;
        let next = sets.len() as u32;
        let set = CharacterSet::character(character);
        match self.character_sets.find_or_add(&character, next, |id| sets[id as usize] == set, self.meter)? {
            Some(id) => Ok(id),
            None => {
                self.meter.charge(set.memory())?;
                self.meter.push(sets, set).map(|()| next)
            }
        }
    }

    fn new_register(&mut self) -> u32 {
        self.program.register_count += 1;
        self.program.register_count as u32 - 1
    }

    fn here(&self) -> Target {
        self.program.code.len() as Target
    }

    fn emit(&mut self, instruction: Instruction) -> Result<(), Termination> {
        self.meter.push(&mut self.program.code, instruction)
    }

    /// Plans tasks, of which the last one is carried out first.
    fn plan<const N: usize>(&mut self, tasks: [Task; N]) -> Result<(), Termination> {
        self.meter.reserve(&mut self.tasks, N)?;
        self.tasks.extend(tasks);
        Ok(())
    }

    /// Notes that the next instruction has a target that is not known yet.
    fn leave_open(&mut self) -> Result<(), Termination> {
        let here = self.here();
        self.meter.push(&mut self.open, here)
    }

    fn land_all(&mut self, count: usize) -> Result<(), Termination> {
        self.meter.tick(count / 4)?;
        for _ in 0..count {
            let place = self.open.pop().unwrap_or(0);
            self.land(place);
        }
        Ok(())
    }

    /// Sets the target of an instruction, which was emitted before it was known, to this position.
    fn land(&mut self, place: Target) {
        let here = self.here();
        match &mut self.program.code[place as usize] {
            Instruction::Jump(target) | Instruction::Fork(target) => *target = here,
            Instruction::Choose { otherwise, .. } => *otherwise = here,
            Instruction::LoopStart(id) => self.program.loops[*id as usize].exit = here,
            Instruction::LookStart { negated_end, .. } => *negated_end = NonZeroU32::new(here),
            other => unreachable!("{other:?} has no target"),
        }
    }
}

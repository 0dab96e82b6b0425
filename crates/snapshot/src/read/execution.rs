//! Paused executions: frames that call each other, as their code could have left them.
//!
//! A waiting frame stands behind an instruction that takes the callee's value from a register. The registers below the
//! callee are those of a call: they are written before they are read. The contents of the paused frame match what the
//! verifier knows of its place.

use std::sync::Arc;

use ferrotape_bytecode::{Code, FunctionKind, Held, Instruction, Saved};
use ferrotape_heap::frame::OpenScope;

use super::super::code_states::Known;
use super::super::{Done, FRAME_KINDS, SnapshotError, is_marked_below};
use super::{Reading, Restored, unreadable};
use ferrotape_runtime::code::{CodeBlock, CodeCell};
use ferrotape_runtime::error::{CodePlace, Completion, MAX_STACK_ENTRIES, Throw};
use ferrotape_runtime::generator::{self, Driver, GeneratorState};
use ferrotape_runtime::heap::{CodeId, ObjectId, RecordId};
use ferrotape_runtime::module;
use ferrotape_runtime::pending;
use ferrotape_runtime::program::{Blocked, Turn};
use ferrotape_runtime::realm;
use ferrotape_runtime::stack_machine;
use ferrotape_runtime::throw_site::{self, Waiting};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Ending, Frame, FrameKind, HIDDEN_REGISTERS};

/// Known facts of a frame before its contents.
struct Begun {
    callee: ObjectId,
    code: CodeId,
    environment: Option<RecordId>,
    kind: FrameKind,
    dst: u8,
    /// The value below its `this`, if it matters.
    below: Option<Value>,
    steps_row: bool,
    /// Start of the call, from its caller's base on. The frame lies over its registers.
    first: u32,
    /// The kept arguments, if the frame keeps them.
    arguments: Option<Vec<Value>>,
}

/// Kinds of code that can throw.
const FUNCTION_KINDS: [FunctionKind; 4] =
    [FunctionKind::Script, FunctionKind::Eval, FunctionKind::Module, FunctionKind::Function];

const WRONG_CALL: &str = "a frame is none that its caller can have called";

impl Reading<'_, '_> {
    /// Reads a paused execution, frame by frame.
    pub(super) fn read_execution(&mut self) -> Done<Restored> {
        let program = self.read_program()?;
        let (turn, blocked) = program.as_ref().map_or((None, None), |program| (program.turn, program.blocked));
        let count = self.reader.count(4)?;
        if (count > 0) != turn.is_some() || count == 0 && blocked.is_some() {
            return unreadable("a program has frames for nothing");
        }
        if let Some(program) = &program {
            realm::enter_realm(self.vm, program.realm);
        }
        let mut frames = Vec::new();
        for number in 0..count {
            self.room()?;
            let frame = match turn {
                _ if number > 0 => self.begun_function(None)?,
                Some(Turn::Script) => self.begun_script()?,
                turn => self.begun_function(turn)?,
            };
            frames.push(frame);
        }
        let is_stack_code = |reading: &Self, frame: &Begun| reading.vm.heap.code_block(frame.code).is_stack_code();
        if frames.windows(2).any(|pair| is_stack_code(self, &pair[0]) != is_stack_code(self, &pair[1])) {
            return unreadable("frames of both machines wait for each other");
        }
        for (number, frame) in frames.iter().enumerate() {
            let next = frames.get(number + 1);
            match is_stack_code(self, frame) {
                true => self.read_running_activation(frame, next.is_none() && blocked.is_none())?,
                false => self.read_running_registers(frame, next, blocked.filter(|_| next.is_none()))?,
            }
        }
        self.vm.account_stacks();
        self.read_waiting_sites()?;
        if !self.running.is_empty() {
            return unreadable("a generator runs that has no frame");
        }
        Ok(match program {
            Some(program) => {
                let restored = if program.is_alone { Restored::Execution } else { Restored::Program };
                self.vm.agent.program = Some(Box::new(program));
                restored
            }
            None => Restored::Engine,
        })
    }

    /// Reads where the exceptions were thrown that wait in frames. Any code will do: it is only told of.
    fn read_waiting_sites(&mut self) -> Done<()> {
        for _ in 0..self.reader.count(3)? {
            self.room()?;
            let (frame, place) = (self.small()? as usize, self.small()? as usize);
            let count = self.reader.count(3)?;
            if count > MAX_STACK_ENTRIES {
                return unreadable("more functions have thrown a value than are told of");
            }
            let mut places = Vec::with_capacity(count);
            for _ in 0..count {
                self.vm.heap.work(1)?;
                places.push(CodePlace { code: self.code_of(&FUNCTION_KINDS)?, pc: self.small()? });
            }
            let Some(waiting) = self.waiting_in(frame, place) else { return unreadable("an exception waits nowhere") };
            throw_site::keep_site(self.vm, waiting, &places)?;
        }
        Ok(())
    }

    /// The register or block of a frame that was read.
    fn waiting_in(&self, number: usize, place: usize) -> Option<Waiting> {
        let execution = &self.vm.execution;
        let frame = execution.frames.get(number)?;
        if !self.vm.heap.code_block(frame.code).is_stack_code() {
            let at = (frame.base as usize).checked_add(place)?;
            return (at < frame.top as usize).then_some(Waiting::Register(at));
        }
        let (activations, blocks) = (&execution.stack_machine.activations, execution.stack_machine.blocks.len());
        let end = activations.get(number + 1).map_or(blocks, |next| next.first_block);
        let at = activations.get(number)?.first_block.checked_add(place)?;
        (at < end).then_some(Waiting::Block(at))
    }

    /// Reads the script that the outermost frame runs, and enters its realm.
    fn begun_script(&mut self) -> Done<Begun> {
        let unit = self.reader.number()?;
        let set = usize::try_from(unit).ok().and_then(|unit| self.units.get(unit)).map(Arc::clone);
        let Some(set) = set.filter(|set| {
            set.unit.unit.functions.first().is_some_and(|template| template.kind == FunctionKind::Script)
        }) else {
            return unreadable("there is no such script");
        };
        // As a script begins: its frame returns to no other realm.
        realm::enter_realm(self.vm, set.unit.realm);
        let code = set.code(&mut self.vm.heap, 0);
        Ok(Begun {
            callee: realm::intrinsics(self.vm).function_prototype,
            code,
            environment: None,
            kind: FrameKind::Entry,
            dst: 0,
            below: Some(Value::UNDEFINED),
            steps_row: false,
            first: 0,
            arguments: self.vm.heap.ready_code(code)?.keeps_arguments.then(Vec::new),
        })
    }

    /// A function that the frame before has called, or that the turn of a program has begun with.
    fn begun_function(&mut self, turn: Option<Turn>) -> Done<Begun> {
        let Some(&kind) = FRAME_KINDS.get(usize::from(self.reader.byte()?)) else { return unreadable(WRONG_CALL) };
        let dst = self.reader.byte()?;
        let mut steps_row = false;
        let (callee, below) = if kind == FrameKind::Resume {
            steps_row = self.reader.byte()? == 1;
            let activation = self.any_value()?;
            (self.running_generator(activation, steps_row)?, Some(activation))
        } else {
            let Some(callee) = self.value()?.as_object() else { return unreadable(WRONG_CALL) };
            let body = match turn {
                Some(Turn::Body(module)) => module::body_of_module(self.vm, module),
                _ => None,
            };
            let callee = body.unwrap_or(callee);
            (callee, if is_marked_below(kind) { Some(self.value()?) } else { None })
        };
        let Some((code, environment)) = self.vm.heap.closure(callee) else { return unreadable(WRONG_CALL) };
        let block = self.vm.heap.ready_code(code)?;
        if !can_be_called(self.vm.heap.code_cell(code), (kind, turn.is_some()), below, self) {
            return unreadable(WRONG_CALL);
        }
        if turn.is_some() && block.realm != self.vm.realm.id {
            // The first frame returns to no other realm.
            realm::enter_realm(self.vm, block.realm);
        }
        // Stack code has no rows, and the first frame of a turn is in none.
        if (block.is_stack_code() || turn.is_some()) && steps_row {
            return unreadable(WRONG_CALL);
        }
        // Stack code calls setters natively: its caller would wait for a value that a setter's frame does not give.
        if block.is_stack_code() && kind == FrameKind::Setter {
            return unreadable(WRONG_CALL);
        }
        let mut frame = Begun { callee, code, environment, kind, dst, below, steps_row, first: 0, arguments: None };
        if !block.is_stack_code() {
            frame.first = self.small()?;
            if turn.is_some() && frame.first != 0 {
                return unreadable(WRONG_CALL);
            }
            let has_arguments = bool::read(&mut self.reader)?;
            if kind == FrameKind::Resume
                && let Some(generator) =
                    below.and_then(Value::as_object).and_then(|object| generator::generator_mut(self.vm, object))
            {
                // Not 0 if it was suspended before.
                generator.frame.pc = u32::from(!has_arguments);
            } else if has_arguments != block.keeps_arguments {
                return unreadable(WRONG_CALL);
            }
            if has_arguments && !block.keeps_arguments {
                return unreadable(WRONG_CALL);
            }
            if has_arguments {
                let count = self.reader.count(1)?;
                self.vm.heap.room(count.saturating_mul(2 * size_of::<Value>()))?;
                let mut arguments = Vec::with_capacity(count);
                for _ in 0..count {
                    self.vm.heap.work(1)?;
                    let value = self.value_of_variable()?;
                    arguments.push(value);
                }
                frame.arguments = Some(arguments);
            }
        }
        if turn.is_some() {
            frame.kind = frame.kind.of_entry();
        }
        Ok(frame)
    }

    /// The generator's function; the frame must be that of this generator and no other.
    fn running_generator(&mut self, activation: Value, steps_row: bool) -> Done<ObjectId> {
        let object = activation.as_object().filter(|object| self.running.remove(object));
        let Some(object) = object else { return unreadable("a frame has no generator that runs") };
        let Some(generator) = generator::generator_mut(self.vm, object) else { return unreadable(WRONG_CALL) };
        if steps_row && !matches!(generator.driver, Driver::Generator) {
            return unreadable(WRONG_CALL);
        }
        generator.steps_row = steps_row;
        debug_assert!(generator.state == GeneratorState::Executing);
        Ok(generator.frame.callee)
    }

    /// Restores a frame of register code in its place, with its registers.
    fn read_running_registers(&mut self, frame: &Begun, next: Option<&Begun>, blocked: Option<Blocked>) -> Done<()> {
        let block = self.vm.heap.ready_code(frame.code)?;
        let pc = self.small()?;
        let known = self.code_states.of(&mut self.vm.heap, &block)?;
        let (Known::Register(states), Code::Register(code)) = (&*known, &block.template().code) else {
            return unreadable(WRONG_CALL);
        };
        let at = (pc as usize).checked_sub(1);
        let registers = match (next, blocked) {
            (None, None) => states.before(code, pc as usize),
            _ => at.and_then(|at| states.after(code, at)),
        };
        let begun = Some(frame.kind.is_resumed());
        let Some(mut registers) = registers.filter(|registers| registers.has_begun() == begun) else {
            return unreadable("a frame waits where nothing can wait");
        };
        if let Some(next) = next {
            let instructions = at.and_then(|at| code.instructions.get(at..));
            let is_row = matches!(
                instructions,
                Some([
                    Instruction::IteratorNext { dst, .. },
                    Instruction::IteratorUnpack { .. } | Instruction::IteratorSkip { .. },
                    ..
                ]) if *dst == next.dst
            );
            let dst = (next.kind != FrameKind::Setter).then_some(next.dst);
            let is_marked = next.below.is_some();
            let is_over_this = next.first == 0 && is_marked;
            if is_over_this || (next.steps_row && !is_row) || !registers.wait_for_call(next.first, is_marked, dst) {
                return unreadable(WRONG_CALL);
            }
        }
        if let Some(Blocked { below, dst, .. }) = blocked {
            let is_call = at.and_then(|at| code.instructions.get(at)).is_some_and(pending::is_waiting_call);
            if !is_call || !registers.wait_for_call(below, false, Some(dst)) {
                return unreadable(WRONG_CALL);
            }
        }
        let place = self.place_of(frame, &block)?;
        let count = block.register_count as usize;
        self.vm.heap.work(count as u64)?;
        self.vm.heap.room(2 * count * size_of::<Value>())?;
        let mut values = vec![Value::UNDEFINED; count];
        let open = self.read_open_scopes(&block, &registers, &mut values)?;
        for (register, place) in (0..).zip(&mut values) {
            match registers.held(register) {
                Held::Record | Held::Nothing => {}
                held => *place = self.held_value(held)?,
            }
        }
        if let Some(window) = self.vm.execution.stack.get_mut(place..place + count) {
            window.copy_from_slice(&values);
        }
        let mut pushed =
            Frame::new(frame.callee, frame.code, frame.environment, place..place + count, frame.dst, frame.kind);
        if !open.is_empty() {
            pushed.ending = pushed.ending.max(Ending::Scopes);
        }
        self.push_frame(pushed, pc)?;
        self.vm.heap.room(open.len() * size_of::<OpenScope>())?;
        for scope in open {
            let scope = scope.above(place);
            if let Some(record) = self.vm.execution.stack.get(scope.place()).and_then(|value| value.as_record()) {
                generator::open_record_again(self.vm, record, place);
            }
            self.vm.execution.open_scopes.push(scope);
        }
        Ok(())
    }

    /// The place of register 0. Writes the values below it.
    fn place_of(&mut self, frame: &Begun, block: &CodeBlock) -> Done<usize> {
        let low = match self.vm.execution.frames.last() {
            Some(caller) => caller.base as usize + frame.first as usize,
            None => self.vm.execution.top,
        };
        let arguments = frame.arguments.as_deref();
        let count = arguments.map_or(0, <[Value]>::len);
        let base = low + 1 + arguments.map_or(0, |_| count + 1 + HIDDEN_REGISTERS);
        fitting(self.vm.reserve_restored(base, block.register_count as usize))?;
        let below = self.vm.execution.stack.get_mut(low..base);
        let Some([called, below @ ..]) = below else { return unreadable(WRONG_CALL) };
        let marked = frame.below.unwrap_or(Value::UNDEFINED);
        if frame.below.is_some() || low >= self.vm.execution.top {
            *called = marked;
        }
        if let [_, rest @ ..] = below {
            let (kept, hidden) = rest.split_at_mut(count);
            kept.copy_from_slice(arguments.unwrap_or_default());
            hidden.copy_from_slice(&[Value::int(count as i32), marked]);
        }
        Ok(base)
    }

    /// Pushes the innermost frame so far. The execution goes on in its realm, at `pc`, or when its callee has ended.
    fn push_frame(&mut self, mut frame: Frame, pc: u32) -> Done<()> {
        let realm = self.vm.heap.code_block(frame.code).realm;
        if realm != self.vm.realm.id {
            frame.ending = Ending::OtherRealm;
            realm::enter_realm(self.vm, realm);
        }
        if self.vm.execution.frames.len() == self.vm.execution.frames.capacity() {
            self.vm.grow_frames()?;
        }
        self.vm.execution.frames.push(Frame { pc, ..frame });
        (self.vm.execution.top, self.vm.execution.pc) = (frame.top as usize, pc);
        Ok(())
    }

    /// Restores a frame of stack code in its place, with its parts of the stacks. `is_last` says that it has paused itself. Any
    /// other waits for the value of a call.
    fn read_running_activation(&mut self, frame: &Begun, is_last: bool) -> Done<()> {
        let block = self.vm.heap.ready_code(frame.code)?;
        let has_begun = frame.kind.is_resumed();
        let read = self.read_waiting_stacks(&block, is_last, has_begun)?;
        let base = self.vm.execution.top + 1;
        let count = read.registers.len();
        fitting(self.vm.reserve_restored(base, count))?;
        let window = self.vm.execution.stack.get_mut(base - 1..base + count);
        let Some([called, registers @ ..]) = window else { return unreadable(WRONG_CALL) };
        *called = frame.below.unwrap_or(Value::UNDEFINED);
        registers.copy_from_slice(&read.registers);
        let mut pushed =
            Frame::new(frame.callee, frame.code, read.environment, base..base + count, frame.dst, frame.kind);
        pushed.ending = pushed.ending.max(Ending::Scopes);
        self.push_frame(pushed, read.location)?;
        let code = block.stack_code();
        let (values, blocks) = (code.held as usize + code.max_values as usize, code.max_blocks as usize);
        fitting(stack_machine::reserve_activation(self.vm, values, blocks))?;
        self.vm.execution.stack_machine.restore(read.saved);
        Ok(())
    }
}

/// The frames are deeper than this engine lets calls be: not the fault of the bytes.
fn fitting(reserved: Completion<()>) -> Done<()> {
    reserved.map_err(|throw| match throw {
        Throw::Exception(_) => SnapshotError::Unfit("its calls are deeper than the engine's limit of depth".to_owned()),
        Throw::Terminated(termination) => termination.into(),
    })
}

/// Returns whether such code can be called, or construct something, with the value below its `this`. Modules are the first
/// frames of turns.
fn can_be_called(
    cell: &CodeCell,
    (kind, is_first): (FrameKind, bool),
    below: Option<Value>,
    reading: &Reading<'_, '_>,
) -> bool {
    let constructs = below.and_then(Value::as_object).is_some_and(|object| reading.vm.heap.has_construct(object));
    match kind {
        FrameKind::Construct => cell.is_constructor && constructs && !is_first,
        FrameKind::Setter if is_first => false,
        _ if is_first && cell.template().kind == FunctionKind::Module => true,
        _ => cell.class.is_none() && cell.template().kind == FunctionKind::Function,
    }
}

//! Frames: how calls of script code begin and end.

use std::ops::Range;
use std::sync::Arc;

use ferrotape_budget::costs::{ARGUMENTS_PER_TICK, REGISTERS_PER_TICK};
use ferrotape_bytecode::FunctionKind;

use crate::code::CodeSet;
use crate::environment;
use crate::error::Completion;
use crate::heap::{CodeId, ObjectId, RecordId};
use crate::object::Kind;
use crate::object::arguments::{self, MappedArguments};
use crate::operations::class;
use crate::operations::window::clear;
use crate::realm;
use crate::unwinding;
use crate::value::Value;
use crate::vm::{Ending, Frame, FrameKind, Vm, WINDOW};

/// Hidden registers below the base of a frame that keeps its arguments: their count, and the callee.
pub const HIDDEN_REGISTERS: usize = 2;

impl Vm {
    /// Returns whether code is for the machine of the running frame, whose loop goes on with it then.
    pub(crate) fn goes_on_with(&self, code: CodeId) -> bool {
        let running = self.heap.code_block(self.frame().code);
        self.heap.code_block(code).is_stack_code() == running.is_stack_code()
    }

    /// Takes the running frame's code set for the duration of a loop. Uses a reference that was checked in, if possible,
    /// so that neither callbacks of natives nor calls between files count any.
    #[inline]
    pub(crate) fn check_out(&mut self) -> Arc<CodeSet> {
        let code = self.frame().code;
        self.execution.checked_in.take(&self.heap.code_cell(code).set)
    }

    /// Returns the code set at the end of a loop, or before other code.
    #[inline]
    pub(crate) fn check_in(&mut self, set: Arc<CodeSet>) {
        self.execution.checked_in.put(set);
    }

    /// Makes a frame the running one. `this` and the arguments are at `base` already.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub fn push_frame(
        &mut self,
        callee: ObjectId,
        code: CodeId,
        environment: Option<RecordId>,
        base: usize,
        count: usize,
        dst: u8,
        kind: FrameKind,
    ) -> Completion<()> {
        let block = self.heap.code_block(code);
        let registers = block.register_count as usize;
        let plain_in = if kind.constructs() { block.constructs_plainly_in } else { block.plain_in };
        if plain_in != Some(self.realm.id)
            || base + WINDOW > self.execution.stack.len()
            || self.execution.frames.len() == self.execution.frames.capacity()
        {
            return self.push_other_frame(callee, code, environment, base, count, dst, kind);
        }
        let passed = 1 + count.min(block.parameter_count as usize);
        clear(&mut self.execution.stack, base + passed, base + registers);
        self.push_register_frame(Frame::new(callee, code, environment, base..base + registers, dst, kind));
        Ok(())
    }

    /// Begins a frame of register code; the running frame waits.
    #[inline(always)]
    pub fn push_register_frame(&mut self, frame: Frame) {
        if let Some(caller) = self.execution.frames.last_mut() {
            caller.pc = self.execution.pc;
        }
        self.execution.top = frame.top as usize;
        self.execution.pc = 0;
        self.execution.frames.push(frame);
    }

    /// Begins a frame of stack code, of register code that takes more than registers or is of another realm, or one
    /// that may lack room.
    #[inline(never)]
    #[allow(clippy::too_many_arguments)]
    fn push_other_frame(
        &mut self,
        callee: ObjectId,
        id: CodeId,
        environment: Option<RecordId>,
        base: usize,
        count: usize,
        dst: u8,
        kind: FrameKind,
    ) -> Completion<()> {
        if self.execution.frames.len() == self.execution.frames.capacity() {
            self.grow_frames()?;
        }
        if matches!(kind, FrameKind::Call | FrameKind::Construct)
            && self.push_frame_above_arguments(callee, id, environment, base, count, dst, kind)?
        {
            return Ok(());
        }
        let cell = self.heap.code_cell(id);
        if cell.class.is_some() && !kind.constructs() {
            return class::refuse_call_of_class(self, callee, cell.block.realm);
        }
        let code = self.heap.ready_code(id)?;
        let registers = code.register_count as usize;
        let mut frame = Frame::new(callee, id, environment, base..base + registers, dst, kind);
        if code.realm != self.realm.id {
            frame.ending = Ending::OtherRealm;
        }
        (self.machines.of(&code).begin)(self, frame, &code, count)
    }

    /// Fast path: begins a frame of register code that keeps its arguments, and is plain besides, above them. False if it
    /// is another one, or may lack room.
    #[allow(clippy::too_many_arguments)]
    fn push_frame_above_arguments(
        &mut self,
        callee: ObjectId,
        id: CodeId,
        environment: Option<RecordId>,
        first: usize,
        count: usize,
        dst: u8,
        kind: FrameKind,
    ) -> Completion<bool> {
        let cell = self.heap.code_cell(id);
        let block = &*cell.block;
        let is_plain = block.keeps_arguments
            && block.realm == self.realm.id
            && cell.is_ready()
            && cell.class.is_none()
            && !block.is_stack_code()
            && block.register_code().arguments.as_ref().is_none_or(|arguments| arguments.on_demand);
        let (registers, parameters) = (block.register_count as usize, block.parameter_count as usize);
        let base = first + count + 1 + HIDDEN_REGISTERS;
        if !is_plain || registers > WINDOW || base + WINDOW > self.execution.stack.len() {
            return Ok(false);
        }
        self.work(registers as u64 / REGISTERS_PER_TICK)?;
        let stack = &mut self.execution.stack;
        (stack[base - 2], stack[base - 1]) = (Value::int(count as i32), stack[first - 1]);
        let passed = 1 + count.min(parameters);
        for place in 0..passed {
            stack[base + place] = stack[first + place];
        }
        clear(stack, base + passed, base + registers);
        self.push_register_frame(Frame::new(callee, id, environment, base..base + registers, dst, kind));
        Ok(true)
    }

    /// Finds the arguments of a frame; none where its template does not keep them, or it was suspended and has lost them.
    pub fn place_of_arguments(&self, frame: &Frame) -> Option<Range<usize>> {
        let code = self.heap.code_block(frame.code);
        if code.keeps_arguments { (self.machines.of(code).arguments)(self, frame) } else { None }
    }

    /// Finds where the call has put `this`, or where the frame has it, if it has lost its arguments.
    pub fn place_of_call(&self, frame: &Frame) -> usize {
        self.place_of_arguments(frame).map_or(frame.base as usize, |arguments| arguments.start - 1)
    }

    /// All arguments of the running function that are kept.
    pub fn kept_arguments(&self) -> &[Value] {
        self.place_of_arguments(self.frame()).map_or(&[], |arguments| &self.execution.stack[arguments])
    }

    /// GetNewTarget, ECMA-262 9.4.5, of the running function; undefined if it was not called by `new`.
    pub fn new_target(&self) -> Value {
        let frame = self.frame();
        match frame.kind {
            FrameKind::Construct | FrameKind::EntryConstruct => self.execution.stack[frame.base as usize - 1],
            // Eval code has that of the function around.
            FrameKind::Entry if self.heap.code_block(frame.code).template().kind == FunctionKind::Eval => {
                self.execution.stack[frame.base as usize - 1]
            }
            FrameKind::Call | FrameKind::Setter | FrameKind::Entry | FrameKind::Resume | FrameKind::EntryResume => {
                Value::UNDEFINED
            }
        }
    }

    /// The running function's `arguments` object, made now if necessary.
    pub(crate) fn arguments_on_demand(&mut self) -> Completion<Value> {
        if self.known_arguments().is_undefined() {
            let count = self.kept_arguments().len();
            self.work(count as u64 / ARGUMENTS_PER_TICK)?;
            self.heap.room(2 * count * size_of::<Value>())?;
            self.prepare_arguments(self.kept_arguments().to_vec())?;
        }
        Ok(self.known_arguments())
    }

    /// The running function's `arguments` object; undefined while there is none. Saved code that no compiler made may
    /// have something else in the register.
    pub(crate) fn known_arguments(&self) -> Value {
        let frame = self.frame();
        let code = self.heap.code_block(frame.code).register_code();
        let Some(arguments) = &code.arguments else { return Value::UNDEFINED };
        let known = self.execution.stack[frame.base as usize + arguments.register as usize];
        let is_made = known
            .as_object()
            .is_some_and(|object| matches!(self.heap.kind(object), Kind::UnmappedArguments | Kind::MappedArguments(_)));
        if is_made { known } else { Value::UNDEFINED }
    }

    /// Makes the `arguments` object. Record registers are undefined like all others, which means no record.
    #[inline(never)]
    pub fn prepare_arguments(&mut self, values: Vec<Value>) -> Completion<()> {
        let frame = self.frame();
        let (code, base, callee) = (self.running_code(), frame.base as usize, frame.callee);
        let Some(arguments) = &code.register_code().arguments else { return Ok(()) };
        let mapping = arguments.mapped.as_ref().map(|parameters| {
            let mut mapped = vec![None; values.len()].into_boxed_slice();
            mapped.iter_mut().zip(&parameters.bindings).for_each(|(place, binding)| *place = *binding);
            MappedArguments { record: environment::scope_record(self, parameters.scope), mapped }
        });
        let object = arguments::new_arguments_object(self, values, callee, mapping)?;
        self.execution.stack[base + arguments.register as usize] = Value::object(object);
        Ok(())
    }

    /// Ends the running frame: closes its records and gives the stack back to its caller.
    #[inline(always)]
    pub fn pop_frame(&mut self) -> Option<Frame> {
        let frame = self.execution.frames.pop()?;
        if frame.ending >= Ending::Scopes {
            unwinding::close_all_scopes(self, &frame);
            if frame.ending == Ending::OtherRealm {
                self.return_to_realm_of_frame();
            }
        }
        self.go_back_to_caller();
        Some(frame)
    }

    /// Makes the frame below the removed one the running one.
    #[inline(always)]
    fn go_back_to_caller(&mut self) {
        if let Some(caller) = self.execution.frames.last() {
            self.execution.top = caller.top as usize;
            self.execution.pc = caller.pc;
        }
    }

    /// Ends the running frame, in which nothing is open; see [`Vm::pop_frame`].
    #[inline(always)]
    pub fn pop_plain_frame(&mut self) {
        self.execution.frames.pop();
        self.go_back_to_caller();
    }

    /// Removes the running frame, which goes on later: nothing is closed.
    pub(crate) fn pop_suspended_frame(&mut self) {
        let Some(frame) = self.execution.frames.pop() else { return };
        if frame.ending == Ending::OtherRealm {
            self.return_to_realm_of_frame();
        }
        self.go_back_to_caller();
    }

    /// Makes the realm of the frame that is now running the current one.
    #[cold]
    #[inline(never)]
    fn return_to_realm_of_frame(&mut self) {
        if let Some(frame) = self.execution.frames.last() {
            let realm = self.heap.code_block(frame.code).realm;
            realm::enter_realm(self, realm);
        }
    }
}

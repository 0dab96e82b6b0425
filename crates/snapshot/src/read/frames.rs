//! Waiting frames, as their code could have left them.
//!
//! The machines rely on what the verifier has proved of the code: the registers that hold values, and the contents of
//! the stacks. So a frame may wait only behind an instruction that suspends it, at a place that control reaches. Its
//! registers match what the verifier knows of that place. Its open scopes are nested, and their records belong to no
//! other frame.

use ferrotape_bytecode::{Code, Held, Registers, SuspendedBy};
use ferrotape_heap::frame::OpenScope;

use super::super::Done;
use super::super::code_states::Known;
use super::{Reading, unreadable};
use ferrotape_runtime::code::{CodeBlock, FrameScope};
use ferrotape_runtime::environment::RecordKind;
use ferrotape_runtime::generator::Generator;
use ferrotape_runtime::heap::RecordId;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::value::Value;

const NOWHERE: &str = "a frame waits where nothing can wait";

impl Reading<'_, '_> {
    /// Reads the registers kept by a frame of register code.
    pub(super) fn read_registers(&mut self, generator: &mut Generator) -> Done<SuspendedBy> {
        let block = self.vm.heap.ready_code(generator.frame.code)?;
        let pc = self.small()?;
        let known = self.code_states.of(&mut self.vm.heap, &block)?;
        let (Known::Register(states), Code::Register(code)) = (&*known, &block.template().code) else {
            return unreadable(NOWHERE);
        };
        let at = (pc as usize).checked_sub(1);
        let suspended = at.and_then(|at| code.instructions.get(at)?.suspends());
        let registers = at.and_then(|at| states.before(code, at));
        let (Some(suspended), Some(registers)) = (suspended, registers) else { return unreadable(NOWHERE) };
        let live = suspended.live as usize;
        self.vm.heap.work(u64::from(suspended.live))?;
        self.vm.heap.room(2 * live * size_of::<Value>())?;
        let mut kept = vec![Value::UNDEFINED; live];
        generator.open_scopes = self.read_open_scopes(&block, &registers, &mut kept)?;
        for (register, place) in (0..).zip(&mut kept) {
            match registers.held(register) {
                Held::Record | Held::Nothing => {}
                held => *place = self.held_value(held)?,
            }
        }
        generator.delegate = suspended.delegate.and_then(|place| kept.get(usize::from(place))?.as_object());
        generator.frame.pc = pc;
        generator.received = suspended.received;
        generator.registers = kept;
        Ok(suspended.by)
    }

    /// Reads the open scopes, from the outside inwards. The records get the scopes of the code, through whose registers
    /// they are seen.
    pub(super) fn read_open_scopes(
        &mut self,
        block: &CodeBlock,
        registers: &Registers<'_>,
        kept: &mut [Value],
    ) -> Done<Vec<OpenScope>> {
        let count = self.reader.count(2)?;
        if count > block.scopes.len() {
            return unreadable("more scopes are open than there are");
        }
        self.vm.heap.room(count * size_of::<OpenScope>())?;
        let mut open = Vec::with_capacity(count);
        let mut around = None;
        for _ in 0..count {
            self.vm.heap.work(1)?;
            let number = self.small()?;
            let number = u16::try_from(number).ok();
            let scope = number.and_then(|number| block.scopes.get(usize::from(number)).copied());
            let (Some(scope), Some(record)) = (scope.filter(|scope| scope.parent == around), self.record()?) else {
                return unreadable("a scope is open whose outer one is not");
            };
            let Some(place) = kept.get_mut(scope.record as usize) else { return unreadable("a record is not kept") };
            *place = Value::record(record);
            self.open_again(scope, record, registers)?;
            open.push(OpenScope { slot: scope.record, depth: scope.depth });
            around = number;
        }
        Ok(open)
    }

    /// Opens a record that has the values of a scope's registers, and belongs to no other frame.
    fn open_again(&mut self, scope: FrameScope, record: RecordId, registers: &Registers<'_>) -> Done<()> {
        const OTHER: &str = "a record is of another scope";
        if !self.open_records.insert(record) {
            return unreadable("a record is open in two frames");
        }
        let heap = &self.vm.heap;
        let wanted = heap.scope(scope.id);
        let (known, values) = match &heap[record].kind {
            RecordKind::Object { .. } if wanted.kind == ferrotape_bytecode::ScopeKind::With => return Ok(()),
            RecordKind::Few { scope, values } => (*scope, &values[..]),
            RecordKind::Many { scope, values, .. } => (*scope, &values[..]),
            _ => return unreadable(OTHER),
        };
        let found = heap.scope(known);
        let is_alike = found.kind == wanted.kind
            && found.names == wanted.names
            && found.forms == wanted.forms
            && found.dynamic == wanted.dynamic
            && wanted.kind != ferrotape_bytecode::ScopeKind::With;
        if !is_alike {
            return unreadable(OTHER);
        }
        for (&register, value) in wanted.registers.iter().zip(values) {
            // The frame may empty it while closures see it.
            if !self.lacks_values && !registers.always_holds_value(register) {
                return unreadable("a variable may have no value");
            }
            let may_be_empty = matches!(registers.held(register), Held::OrEmpty | Held::Nothing);
            if value.is_empty() && !may_be_empty {
                return unreadable("a variable has no value");
            }
        }
        let ticks = wanted.registers.len() as u64;
        match &mut self.vm.heap.record_mut_light(record).kind {
            RecordKind::Few { scope: place, .. } | RecordKind::Many { scope: place, .. } => *place = scope.id,
            _ => {}
        }
        Ok(self.vm.heap.work(ticks)?)
    }

    /// Reads the value of a register. A value that nobody reads any more may have been emptied: then it is undefined.
    pub(super) fn held_value(&mut self, held: Held) -> Done<Value> {
        const OTHER: &str = "a register holds something else than it can";
        let is = |value: Value, what: fn(&Kind<'_>) -> bool, reading: &Self| {
            value.as_object().is_some_and(|object| what(&reading.vm.heap.kind(object)))
        };
        match (held, self.reader.peek()) {
            (Held::OrPlace, Some(11)) => {
                self.reader.byte()?;
                self.record()?.map_or_else(|| unreadable(OTHER), |record| Ok(Value::record(record)))
            }
            (Held::OrCompletion, Some(12)) => {
                self.reader.byte()?;
                self.room()?;
                let value = self.value()?;
                Ok(self.vm.heap.new_waiting_return(value))
            }
            (Held::OrEmpty, _) => self.stored_value(),
            (Held::Enumeration, _) => {
                let value = self.any_value()?;
                let is_one = is(value, |kind| matches!(kind, Kind::Enumeration(_)), self);
                if is_one || value.is_undefined() { Ok(value) } else { unreadable(OTHER) }
            }
            (Held::Delegate, _) => {
                let value = self.value()?;
                let is_one = is(value, |kind| matches!(kind, Kind::Array { .. }), self);
                if is_one || value.is_undefined() { Ok(value) } else { unreadable(OTHER) }
            }
            _ => self.value_of_variable(),
        }
    }
}

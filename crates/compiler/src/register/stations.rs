//! Stations, which exits must pass: `finally` blocks, and iterators that exits close.
//!
//! The code of a station exists once for all exits. An exit enters the station with a number in one register and a
//! value in another. Behind the station, control continues according to the number:
//!
//! ```text
//! 0   the end of a `finally` statement's block was reached    1   an exception (the thrown value)
//! 2…  one for each exit taken inside: return (its value), and each target of break and continue
//! ```
//!
//! An exit past several stations has one number for all of them. Only the last station on its way compares the number;
//! earlier ones pass on every number that is not theirs. So an exit takes as much code in a hundred blocks or loops as
//! in one.

use ferrotape_bytecode::Instruction;

use super::exits::{Control, Exit};
use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;
use crate::lowering::{Exits, Forms, Jumps};
use crate::meter::push;

pub(super) const COMPLETED: u32 = 0;
pub(super) const THROWN: u32 = 1;
pub(super) const FIRST_EXIT: u32 = 2;

/// Most exits that are compared one after the other; more are distinguished by tables.
const COMPARED_EXITS: usize = 16;

/// Something that exits must pass.
pub(super) struct Station {
    pub entry: Label,
    /// Register for how the station was entered. Iterators share the register of the station around them.
    pub kind: Register,
    /// The thrown or the returned value.
    pub value: Register,
    /// Exits whose last station this is, with their numbers.
    exits: Vec<(u32, Exit)>,
    /// Depth of the outermost station of the other exits through this one.
    passed_on_to: Option<u32>,
}

/// The other ways of entering and leaving a station than by exits.
#[derive(Copy, Clone)]
pub(super) struct Ways {
    pub completes: bool,
    pub throws: bool,
}

impl Station {
    pub fn new(entry: Label, kind: Register, value: Register) -> Self {
        Station { entry, kind, value, exits: Vec::new(), passed_on_to: None }
    }

    /// Returns whether any exit leads through the station.
    pub fn is_passed(&self) -> bool {
        !self.exits.is_empty() || self.passed_on_to.is_some()
    }

    /// Returns whether a returned value waits in the station's register, as far as is known here.
    pub fn carries_value(&self) -> bool {
        self.passed_on_to.is_some() || self.exits.iter().any(|(_, exit)| matches!(exit, Exit::Return(_)))
    }

    fn pass_on(&mut self, to: u32) {
        self.passed_on_to = Some(self.passed_on_to.map_or(to, |known| known.min(to)));
    }
}

/// Bytes that an exit through stations takes in the tables.
const BYTES_PER_EXIT: usize = 48;

impl FunctionCompiler<'_> {
    /// Pushes a control that is a station.
    pub(super) fn push_station(&mut self, control: Control) {
        if self.stations.is_empty() {
            self.next_exit = FIRST_EXIT;
        }
        let depth = self.depth();
        self.core.grown += push(&mut self.stations, depth);
        self.controls.push(control);
    }

    /// Pops the innermost control, a station.
    pub(super) fn pop_station(&mut self) -> Option<Station> {
        self.stations.pop();
        let control = self.controls.pop()?;
        let depth = self.depth();
        let station = control.into_station()?;
        for &(_, exit) in &station.exits {
            self.exits.remove(&(depth, exit));
        }
        Some(station)
    }

    pub(super) fn innermost_station(&self) -> Option<&Station> {
        self.controls.get(*self.stations.last()? as usize)?.station()
    }

    /// Enters the innermost station, on an exit whose last station is at that depth.
    pub(super) fn leave_through_stations(&mut self, exit: Exit, last: u32) -> Compiled {
        let Some(&innermost) = self.stations.last() else { return Ok(()) };
        self.close_scopes(innermost + 1);
        let number = self.number_of(exit, last);
        let Some(station) = self.station_at(innermost) else { return Ok(()) };
        let Station { entry, kind, value, .. } = *station;
        if innermost != last {
            station.pass_on(last);
        }
        // No stale value stays there, since the verifier does not interpret the number.
        match exit {
            Exit::Return(result) => self.mov(value, result),
            Exit::Jump(..) => self.put(Operand::Literal(Literal::Undefined), value)?,
        }
        self.enter_station(kind, number)?;
        self.jump(entry);
        Ok(())
    }

    fn station_at(&mut self, depth: u32) -> Option<&mut Station> {
        self.controls.get_mut(depth as usize)?.station_mut()
    }

    pub(super) fn enter_station(&mut self, kind: Register, number: u32) -> Compiled {
        self.put(Operand::Literal(Literal::Number(number.into())), kind)
    }

    /// Returns the number of the exit.
    fn number_of(&mut self, exit: Exit, last: u32) -> u32 {
        let Some(station) = self.controls.get_mut(last as usize).and_then(Control::station_mut) else { return THROWN };
        // Wherever the value is returned from, it waits in the register for it.
        let exit = if let Exit::Return(_) = exit { Exit::Return(station.value) } else { exit };
        let number = *self.exits.entry((last, exit)).or_insert(self.next_exit);
        if number == self.next_exit {
            self.next_exit += 1;
            self.core.grown += push(&mut station.exits, (number, exit)) + BYTES_PER_EXIT;
        }
        number
    }

    /// Continues after the station according to the number. The last remaining case needs no comparison.
    pub(super) fn go_on(&mut self, station: Station, ways: Ways) -> Compiled {
        let Station { kind, value, mut exits, passed_on_to, .. } = station;
        let done = self.core.label();
        if ways.completes {
            self.jump_if_kind(kind, COMPLETED, done)?;
        }
        let last = if ways.throws || passed_on_to.is_some() { None } else { exits.pop() };
        let mut apart = Vec::new();
        if exits.len() <= COMPARED_EXITS {
            for (number, exit) in exits {
                let other = self.core.label();
                self.jump_if_no_kind(kind, number, other)?;
                self.exit(exit)?;
                self.bind(other);
            }
        } else {
            apart = exits.into_iter().map(|(number, exit)| (number as i32, self.core.label(), exit)).collect();
            let rows = apart.iter().map(|&(number, label, _)| (number, label)).collect();
            self.dispatch(kind, rows)?;
        }
        if let Some(outermost) = passed_on_to {
            self.pass_on(kind, value, outermost, ways.throws)?;
        }
        if let Some((_, exit)) = last {
            self.exit(exit)?;
        }
        if ways.throws {
            self.emit(Instruction::Rethrow { src: value.0 });
        }
        for (_, label, exit) in apart {
            self.bind(label);
            self.exit(exit)?;
        }
        if ways.completes {
            self.bind(done);
        }
        Ok(())
    }

    /// Continues everything but exceptions in the next station outwards.
    fn pass_on(&mut self, kind: Register, value: Register, outermost: u32, throws: bool) -> Compiled {
        let throw = self.core.label();
        if throws {
            self.jump_if_kind(kind, THROWN, throw)?;
        }
        let next = self.stations.last().copied().unwrap_or_default();
        self.close_scopes(next + 1);
        if let Some(around) = self.station_at(next) {
            let Station { entry, kind: next_kind, value: next_value, .. } = *around;
            if outermost < next {
                around.pass_on(outermost);
            }
            self.mov(next_kind, kind);
            self.mov(next_value, value);
            self.jump(entry);
        }
        if throws {
            self.bind(throw);
        }
        Ok(())
    }

    fn jump_if_kind(&mut self, kind: Register, number: u32, to: Label) -> Compiled {
        let a = self.low(kind, 0);
        self.emit(Instruction::JumpIfStrictEqualInt { a, value: number as i16, to: to.0 });
        Ok(())
    }

    /// Jumps if the exit has another number. Numbers beyond 16 bits are compared in a register.
    fn jump_if_no_kind(&mut self, kind: Register, number: u32, to: Label) -> Compiled {
        let to = to.0;
        if let Ok(value) = i16::try_from(number) {
            let a = self.low(kind, 0);
            self.emit(Instruction::JumpIfStrictNotEqualInt { a, value, to });
            return Ok(());
        }
        let mark = self.mark();
        let wanted = self.temporary()?;
        self.enter_station(wanted, number)?;
        let (a, b) = (self.low(kind, 0), self.low(wanted, 1));
        self.emit(Instruction::JumpIfStrictNotEqual { a, b, to });
        self.release(mark);
        Ok(())
    }
}

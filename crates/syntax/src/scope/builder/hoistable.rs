//! Functions in blocks of sloppy code that may also become variables (ECMA-262 B.3.2). They wait until it is known
//! whether an enclosing block declares the same name.

use ferrotape_text::{Name, Span};

use crate::by_name::{ByName, NONE};
use crate::meter::Meter;
use crate::tree::StatementId;

/// Waiting functions in the order of the text, and by name, newest first. A closing block examines only the names that
/// it declares.
#[derive(Default)]
pub(super) struct HoistableFunctions {
    all: Vec<Hoistable>,
    last: ByName,
}

/// A function in a block that may become a variable of the function around it.
#[derive(Copy, Clone)]
pub(super) struct Hoistable {
    pub name: Name,
    pub span: Span,
    pub statement: StatementId,
    /// Number of open scopes around the function.
    depth: u32,
    /// The previous function of the same name that may still become a variable.
    before: u32,
    /// An enclosing block declares the name.
    is_hidden: bool,
}

impl HoistableFunctions {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn add(&mut self, meter: &mut Meter, name: Name, span: Span, statement: StatementId, depth: usize) {
        let before = self.last.replace(name, self.all.len() as u32, meter);
        let hoistable = Hoistable { name, span, statement, depth: depth as u32, before, is_hidden: false };
        meter.push(&mut self.all, hoistable);
    }

    /// Hides functions that cannot become variables, since a block at this depth declares the name: those further in
    /// that were added since `first`.
    pub fn hide(&mut self, meter: &mut Meter, name: Name, depth: usize, first: usize) {
        let (mut next, mut newest, mut kept) = (self.last.get(name), NONE, NONE);
        while next != NONE && next as usize >= first && !meter.tick(1) {
            let hoistable = &mut self.all[next as usize];
            let before = hoistable.before;
            hoistable.is_hidden = hoistable.depth as usize > depth;
            if !hoistable.is_hidden {
                match kept {
                    NONE => newest = next,
                    kept => self.all[kept as usize].before = next,
                }
                kept = next;
            }
            next = before;
        }
        match kept {
            NONE => newest = next,
            kept => self.all[kept as usize].before = next,
        }
        self.last.reset(name, newest);
    }

    pub fn get(&self, index: usize) -> Option<Hoistable> {
        self.all.get(index).copied().filter(|hoistable| !hoistable.is_hidden)
    }

    /// Removes the functions added since `first`.
    pub fn truncate(&mut self, first: usize) {
        while self.all.len() > first {
            if let Some(hoistable) = self.all.pop() {
                self.last.reset(hoistable.name, hoistable.before);
            }
        }
    }
}

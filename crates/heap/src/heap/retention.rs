//! Retention paths: the shortest path to an object from a root, for finding leaks.
//!
//! The marker knows what each kind of cell refers to, so it does the search. Whatever it finds in one cell is appended
//! to the earlier findings, with the cell that led there. So the first way that reaches an object is a shortest one.
//! Marks say what was found, and are taken away again; nothing is freed. The steps of a way get their names ([`Step`])
//! at the end, by another look into each of its cells (`naming`).
//!
//! A realm has all of the built-ins. It would be a short way to everything, and tell nothing. So only the global object
//! and the declarations of scripts are searched first, and the rest of a realm when nothing else is left.
//!
//! Memory is on loan, twelve bytes for each cell that is looked at. The work is paid for like that of a collection.

mod graph;
mod naming;

use std::fmt::{self, Display, Formatter};

use ferrotape_budget::Termination;
use ferrotape_budget::costs::TICKS_PER_MARKED_CELL;

use crate::heap::Heap;
use crate::heap::collect::Marker;
use crate::heap::cycle::{Mutator, rest};
use crate::heap::marking::{Pending, Work};
use crate::heap::sweep;
use crate::id::{CodeId, ObjectId, RealmId, RecordId, ShapeId};

pub use graph::{Edge, EdgeKind, Graph, Node, NodeKind, graph};

/// Start of a way to an object: something that is alive by itself. Earlier ones are searched first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Root {
    /// Global variables: properties of the global object, and top-level declarations of scripts.
    Global,
    /// A handle of the host.
    Handle,
    /// A variable or value of a function that is running, or of a paused execution.
    Running,
    /// A Rust function that is running.
    Native,
    /// A job of a promise that has not run.
    Job,
    /// Timers, and other events for which the host wakes a script.
    Event,
    /// A promise of `Atomics.waitAsync`.
    Waiter,
    /// A call that the host has not answered, or the program that makes such calls.
    Call,
    /// A module.
    Module,
    /// A rejection that nobody has handled or taken.
    Rejection,
    /// Values that the engine keeps for a while: targets of WeakRefs read in the running job, registries with something
    /// to do.
    Engine,
    /// A built-in object that no global variable leads to any more.
    BuiltIn,
}

impl Root {
    /// All roots that a [`Mutator`] knows of.
    pub const ALL: [Root; 11] = [
        Root::Global,
        Root::Handle,
        Root::Running,
        Root::Native,
        Root::Job,
        Root::Event,
        Root::Waiter,
        Root::Call,
        Root::Module,
        Root::Rejection,
        Root::Engine,
    ];
}

/// Step of a way.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step {
    /// Property with that name; symbols are in brackets.
    Property(String),
    /// Getter or setter of a property.
    Accessor(String),
    /// Element with that index.
    Element(u32),
    /// Variable that a function has kept.
    Variable(String),
    /// Key of a Map, or entry of a Set.
    Key,
    /// Value in a Map, with its key as far as it can be shown.
    Entry(String),
    /// Prototype.
    Prototype,
    /// Reference that scripts do not see, such as the value that a promise was fulfilled with.
    Internal(&'static str),
    /// A number of cells that are left out, as the way is long.
    Further(usize),
}

/// A way from a root to an object.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Retention {
    /// Start of the way.
    pub root: Root,
    /// Steps of the way; the last one leads to the object.
    pub path: Vec<Step>,
}

/// A cell on a way.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Cell {
    Object(ObjectId),
    Record(RecordId),
    Shape(ShapeId),
    Code(CodeId),
}

/// The place from which a cell was found.
#[derive(Copy, Clone)]
enum From {
    Root(Root),
    /// Place of the cell in which it was found.
    Cell(u32),
}

/// A breadth-first search for an object.
struct Search {
    /// The object to find. None for everything.
    target: Option<ObjectId>,
    /// Work list, lent to the marker while it looks.
    work: Option<Box<Work>>,
    /// Cells in the order in which they were found, each with where it was found.
    found: Vec<(Cell, From)>,
    /// Realms whose built-ins are searched last.
    realms: Vec<RealmId>,
}

/// Cells of a way that are shown at its beginning, and at its end.
const MOST_TOLD: usize = 64;

/// Finds the shortest way to an object from any root; none if nothing keeps it alive. Call it only at a safepoint.
pub fn why_alive(mutator: &mut impl Mutator, target: ObjectId) -> Result<Option<Retention>, Termination> {
    let on_loan = mutator.heap_mut().on_loan();
    let way = searching(mutator, Some(target), |search, heap, found| {
        found.map(|place| search.way_to(heap, place)).transpose()
    });
    mutator.heap_mut().settle_loans(on_loan);
    way
}

/// Searches for an object, and looks at what was found.
fn searching<T>(
    mutator: &mut impl Mutator,
    target: Option<ObjectId>,
    look: impl FnOnce(&Search, &mut Heap, Option<u32>) -> Result<T, Termination>,
) -> Result<T, Termination> {
    rest(mutator);
    mutator.release_dropped_handles();
    mutator.empty_dead_registers();
    let heap = mutator.heap_mut();
    heap.marking_count += 1;
    let work = Work { collection: heap.marking_count, waiting_realms: Some(vec![RealmId::FIRST]), ..Work::default() };
    let mut search = Search { target, work: Some(Box::new(work)), found: Vec::new(), realms: Vec::new() };
    let found = search.run(mutator);
    let heap = mutator.heap_mut();
    sweep::clear_marks(heap);
    look(&search, heap, found?)
}

impl Search {
    /// Searches from all roots; returns the place of the target among the findings.
    fn run(&mut self, mutator: &mut impl Mutator) -> Result<Option<u32>, Termination> {
        for root in Root::ALL {
            let mut marker = self.marker(mutator.heap());
            mutator.mark_roots(root, &mut marker);
            if root == Root::Engine {
                marker.roots_of_heap([]);
            }
            let work = marker.work;
            self.take(mutator.heap_mut(), work, From::Root(root))?;
        }
        let heap = mutator.heap_mut();
        let mut next = 0;
        if let Some(place) = self.look_into_all(heap, &mut next)? {
            return Ok(Some(place));
        }
        for realm in std::mem::take(&mut self.realms) {
            let mut marker = self.marker(heap);
            marker.what_a_realm_has(realm);
            let work = marker.work;
            self.take(heap, work, From::Root(Root::BuiltIn))?;
        }
        self.look_into_all(heap, &mut next)
    }

    fn marker<'heap>(&mut self, heap: &'heap Heap) -> Marker<'heap> {
        Marker { heap, work: self.work.take().unwrap_or_default() }
    }

    /// Looks into cells that were found but not looked into, until the target is found.
    fn look_into_all(&mut self, heap: &mut Heap, next: &mut usize) -> Result<Option<u32>, Termination> {
        while let Some(&(cell, _)) = self.found.get(*next) {
            if self.target.map(Cell::Object) == Some(cell) {
                return Ok(Some(*next as u32));
            }
            heap.work(TICKS_PER_MARKED_CELL)?;
            let mut marker = self.marker(heap);
            marker.trace(cell.pending());
            let mut work = marker.work;
            let from = From::Cell(*next as u32);
            loop {
                let further = work.wide.pop();
                self.take(heap, work, from)?;
                let Some((wide, start)) = further else { break };
                heap.work(TICKS_PER_MARKED_CELL)?;
                let mut marker = self.marker(heap);
                marker.trace_piece(wide, start);
                work = marker.work;
            }
            *next += 1;
        }
        Ok(None)
    }

    /// Takes over what the marker has found.
    fn take(&mut self, heap: &mut Heap, mut work: Box<Work>, from: From) -> Result<(), Termination> {
        let realms = work.waiting_realms.as_mut().map(std::mem::take).unwrap_or_default();
        self.put(heap, &mut work, from)?;
        for realm in realms {
            self.realms.push(realm);
            let mut marker = Marker { heap, work };
            let &crate::realm::Realm { global, lexical, .. } = heap.realm(realm);
            heap.realms.mark(realm.place());
            marker.object(global);
            marker.object(lexical);
            work = marker.work;
            self.put(heap, &mut work, From::Root(Root::Global))?;
        }
        self.work = Some(work);
        Ok(())
    }

    fn put(&mut self, heap: &mut Heap, work: &mut Work, from: From) -> Result<(), Termination> {
        heap.lend_room(&mut self.found, work.pending.len())?;
        let cells = work.pending.drain(..).filter_map(|pending| Cell::of(&pending));
        self.found.extend(cells.map(|cell| (cell, from)));
        Ok(())
    }

    /// The place from which a cell was found.
    fn before(&self, place: u32) -> From {
        self.found.get(place as usize).map_or(From::Root(Root::Engine), |&(_, from)| from)
    }

    /// Names the steps of a way; of a long one those near both ends.
    fn way_to(&self, heap: &mut Heap, target: u32) -> Result<Retention, Termination> {
        let (mut length, mut place) = (0, target);
        let root = loop {
            match self.before(place) {
                From::Root(root) => break root,
                From::Cell(before) => (length, place) = (length + 1, before),
            }
        };
        let mut steps = Vec::new();
        let (mut left, mut place) = (length, target);
        while let From::Cell(before) = self.before(place) {
            left -= 1;
            if left < MOST_TOLD || length - left <= MOST_TOLD {
                let cells = [before, place].map(|place| self.found.get(place as usize).map(|&(cell, _)| cell));
                if let [Some(from), Some(to)] = cells
                    && let Some(step) = naming::step(heap, from, to)?
                {
                    steps.push(step);
                }
            } else if left == MOST_TOLD {
                steps.push(Step::Further(length - 2 * MOST_TOLD));
            }
            place = before;
        }
        steps.reverse();
        Ok(Retention { root, path: steps })
    }
}

impl Display for Root {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Root::Global => "a global variable",
            Root::Handle => "a handle of the host",
            Root::Running => "a function that runs or has paused",
            Root::Native => "a native function that runs",
            Root::Job => "a job",
            Root::Event => "timers",
            Root::Waiter => "a promise of Atomics.waitAsync",
            Root::Call => "a call that waits for the host",
            Root::Module => "a module",
            Root::Rejection => "a rejection that nobody has handled",
            Root::Engine => "the engine",
            Root::BuiltIn => "a built-in object",
        })
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Step::Property(name) if name.starts_with('[') => f.write_str(name),
            Step::Property(name) => write!(f, ".{name}"),
            Step::Accessor(name) => write!(f, ".{name} → its accessor"),
            Step::Element(index) => write!(f, "[{index}]"),
            Step::Variable(name) => write!(f, " → variable {name}"),
            Step::Key => f.write_str(" → a key"),
            Step::Entry(key) => write!(f, ".get({key})"),
            Step::Prototype => f.write_str(" → its prototype"),
            Step::Internal(what) => write!(f, " → {what}"),
            Step::Further(count) => write!(f, " → {count} further"),
        }
    }
}

/// Formats the way, with global variables by their names only: `cache.entries[3] → variable item`.
impl Display for Retention {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut steps = self.path.iter();
        match (self.root, self.path.first()) {
            (Root::Global, Some(Step::Property(name))) => {
                steps.next();
                f.write_str(name)?;
            }
            (root, _) => write!(f, "{root}")?,
        }
        steps.try_for_each(|step| write!(f, "{step}"))
    }
}

impl Cell {
    /// The cell of a pending entry; none for strings, which lead to strings only.
    fn of(pending: &Pending) -> Option<Cell> {
        match *pending {
            Pending::Object(object) => Some(Cell::Object(object)),
            Pending::Record(record) => Some(Cell::Record(record)),
            Pending::Shape(shape) => Some(Cell::Shape(shape)),
            Pending::Code(code) => Some(Cell::Code(code)),
            Pending::String(_) => None,
        }
    }

    fn pending(self) -> Pending {
        match self {
            Cell::Object(object) => Pending::Object(object),
            Cell::Record(record) => Pending::Record(record),
            Cell::Shape(shape) => Pending::Shape(shape),
            Cell::Code(code) => Pending::Code(code),
        }
    }
}

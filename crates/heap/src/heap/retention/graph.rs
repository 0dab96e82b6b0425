//! All that is alive, as a graph for tools that show heaps.
//!
//! The search for retention visits everything, and knows for each cell one cell that leads to it. References that scripts
//! see (properties, elements, entries, variables) are listed as well. So each cell is there, and reachable; of references
//! that scripts do not see, only the first one to a cell is.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::TICKS_PER_MARKED_CELL;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Cell, From, Search, Step, naming};
use crate::environment::RecordKind;
use crate::heap::Heap;
use crate::heap::cycle::Mutator;
use crate::id::{ObjectId, StringId};
use crate::object::{Class, Elements, Kind, cell};
use crate::property_key::PropertyKey;
use crate::shape;
use crate::shown;
use crate::value::Value;

/// Kind of a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NodeKind {
    Root,
    Object,
    Function,
    Pattern,
    String,
    Code,
    Shape,
    Variables,
}

/// Kind of an edge.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// The name is an index.
    Element,
    Property,
    Variable,
    Internal,
}

/// A cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub kind: NodeKind,
    /// The place of its name among the strings.
    pub name: u32,
    /// Bytes that it takes, about.
    pub bytes: usize,
    /// Number of edges that leave it.
    pub edges: u32,
}

/// A reference.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub kind: EdgeKind,
    /// An index, or the place of the name among the strings.
    pub name: u32,
    /// The place of the node that it leads to.
    pub to: u32,
}

/// The graph. Its first node is the root. Edges are in the order of the nodes that they leave.
#[derive(Clone, Default, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub strings: Vec<String>,
    known_strings: FxHashMap<String, u32>,
    /// Nodes of strings of the script.
    texts: FxHashMap<StringId, u32>,
}

/// Bytes of a cell without what it owns, about.
const CELL_BYTES: usize = 48;
/// Bytes of an entry of a table of names.
const NAME_BYTES: usize = 64;

/// Makes the graph of everything alive. Call it only at a safepoint. It is on loan.
pub fn graph(mutator: &mut impl Mutator) -> Result<Graph, Termination> {
    super::searching(mutator, None, |search, heap, _| {
        let mut graph = Graph::default();
        graph.fill(heap, search)?;
        Ok(graph)
    })
}

impl Graph {
    /// Makes the nodes and edges of all cells that were found.
    fn fill(&mut self, heap: &mut Heap, search: &Search) -> Result<(), Termination> {
        let found = &search.found;
        heap.lend(found.len().saturating_mul(2 * (size_of::<Node>() + size_of::<(Cell, u32)>())))?;
        let places: FxHashMap<Cell, u32> = (1..).zip(found).map(|(place, &(cell, _))| (cell, place)).collect();
        let root = self.string(heap, "(root)".to_owned())?;
        self.nodes.push(Node { kind: NodeKind::Root, name: root, bytes: 0, edges: 0 });
        for &(cell, _) in found {
            heap.work(TICKS_PER_MARKED_CELL)?;
            let (kind, name) = name_of(heap, cell);
            let name = self.string(heap, name)?;
            self.nodes.push(Node { kind, name, bytes: bytes_of(heap, cell), edges: 0 });
        }
        let mut children: Vec<(u32, u32)> = Vec::new();
        for (place, &(_, from)) in (1..).zip(found) {
            match from {
                From::Root(root) => {
                    let name = self.string(heap, root.to_string())?;
                    self.edge(heap, 0, EdgeKind::Internal, name, place)?;
                }
                From::Cell(before) => {
                    heap.lend_room(&mut children, 1)?;
                    children.push((before + 1, place));
                }
            }
        }
        children.sort_unstable();
        let mut children = children.into_iter().peekable();
        for (place, &(cell, _)) in (1..).zip(found) {
            heap.work(TICKS_PER_MARKED_CELL)?;
            let first = self.edges.len();
            self.references(heap, &places, place, cell)?;
            let seen: FxHashSet<u32> = self.edges[first..].iter().map(|edge| edge.to).collect();
            while let Some((_, child)) = children.next_if(|&(parent, _)| parent <= place) {
                let cells = found.get(child as usize - 1).filter(|_| !seen.contains(&child));
                if let Some(&(to, _)) = cells {
                    let name = match naming::step(heap, cell, to)? {
                        Some(Step::Internal(name)) => name.to_owned(),
                        Some(Step::Prototype) => "prototype".to_owned(),
                        Some(step) => step.to_string(),
                        None => "internal".to_owned(),
                    };
                    let name = self.string(heap, name)?;
                    self.edge(heap, place, EdgeKind::Internal, name, child)?;
                }
            }
        }
        Ok(())
    }

    /// The place of a string, which is kept once.
    fn string(&mut self, heap: &mut Heap, text: String) -> Result<u32, Termination> {
        if let Some(&place) = self.known_strings.get(&text) {
            return Ok(place);
        }
        heap.lend(2 * text.len() + NAME_BYTES)?;
        let place = self.strings.len() as u32;
        self.strings.push(text.clone());
        self.known_strings.insert(text, place);
        Ok(place)
    }

    fn edge(&mut self, heap: &mut Heap, from: u32, kind: EdgeKind, name: u32, to: u32) -> Result<(), Termination> {
        heap.lend_room(&mut self.edges, 1)?;
        self.edges.push(Edge { kind, name, to });
        self.nodes[from as usize].edges += 1;
        Ok(())
    }

    /// The node that a value is, if it is one.
    fn node(
        &mut self,
        heap: &mut Heap,
        places: &FxHashMap<Cell, u32>,
        value: Value,
    ) -> Result<Option<u32>, Termination> {
        if let Some(object) = value.as_object() {
            return Ok(places.get(&Cell::Object(object)).copied());
        }
        let Some(text) = value.as_string() else { return Ok(None) };
        if let Some(&place) = self.texts.get(&text) {
            return Ok(Some(place));
        }
        let (name, bytes) = (shown::shown_name(heap, text), CELL_BYTES / 2 + heap.string_length(text));
        let name = self.string(heap, name)?;
        heap.lend_room(&mut self.nodes, 1)?;
        heap.lend(NAME_BYTES)?;
        let place = self.nodes.len() as u32;
        self.nodes.push(Node { kind: NodeKind::String, name, bytes, edges: 0 });
        self.texts.insert(text, place);
        Ok(Some(place))
    }

    /// Adds an edge for a reference. Values without a node, such as numbers, get none.
    fn link(
        &mut self,
        heap: &mut Heap,
        places: &FxHashMap<Cell, u32>,
        from: u32,
        (kind, name): (EdgeKind, Name),
        value: Value,
    ) -> Result<(), Termination> {
        let Some(to) = self.node(heap, places, value)? else { return Ok(()) };
        let name = match name {
            Name::Index(index) => index,
            Name::Key(key) => {
                let name = heap.describe_key(key);
                self.string(heap, name)?
            }
            Name::Word(word) => self.string(heap, word.to_owned())?,
        };
        self.edge(heap, from, kind, name, to)
    }

    /// The references of a cell that scripts see.
    fn references(
        &mut self,
        heap: &mut Heap,
        places: &FxHashMap<Cell, u32>,
        from: u32,
        cell: Cell,
    ) -> Result<(), Termination> {
        let mut links: Vec<((EdgeKind, Name), Value)> = Vec::new();
        match cell {
            Cell::Object(object) => {
                let count = naming::looks(heap, object);
                heap.work(count as u64 / 16)?;
                heap.lend(count.saturating_mul(size_of::<((EdgeKind, Name), Value)>()))?;
                links_of_object(heap, object, &mut links);
            }
            Cell::Record(record) => {
                let variables = naming::variables(heap, record);
                links.extend(variables.map(|(name, value)| ((EdgeKind::Variable, Name::Key(name)), value)));
            }
            Cell::Shape(_) | Cell::Code(_) => {}
        }
        links.into_iter().try_for_each(|(edge, value)| self.link(heap, places, from, edge, value))
    }
}

/// Name of an edge.
#[derive(Copy, Clone)]
enum Name {
    Index(u32),
    Key(PropertyKey),
    Word(&'static str),
}

/// Appends the references of an object that scripts see. Of an accessor, both functions stand under its key.
fn links_of_object(heap: &Heap, object: ObjectId, links: &mut Vec<((EdgeKind, Name), Value)>) {
    if heap.class_of(object) != Class::Unfilled {
        for (slot, entry) in shape::shape_entries(heap, heap.shape_of(object)) {
            let (value, edge) = (heap.slot(object, slot), (EdgeKind::Property, Name::Key(entry.key)));
            match value.as_accessor() {
                Some(accessor) => {
                    let accessor = &heap[accessor];
                    links.extend([(edge, accessor.getter), (edge, accessor.setter)]);
                }
                None => links.push((edge, value)),
            }
        }
    }
    let elements = heap.elements(object);
    match elements {
        Elements::Sparse(map) => {
            links.extend(map.iter().map(|(&index, element)| ((EdgeKind::Element, Name::Index(index)), element.value)));
        }
        _ => {
            let dense = elements.as_dense().unwrap_or_default();
            links.extend((0..).zip(dense).map(|(index, &value)| ((EdgeKind::Element, Name::Index(index)), value)));
        }
    }
    for entry in heap.collection(object).iter().flat_map(|collection| collection.entries()) {
        links.push(((EdgeKind::Internal, Name::Word("key")), entry.key));
        links.push(((EdgeKind::Internal, Name::Word("value")), entry.value));
    }
}

/// Kind and shown name of a cell: of objects the class without brackets or a short description, of others a word in
/// parentheses.
fn name_of(heap: &mut Heap, cell: Cell) -> (NodeKind, String) {
    match cell {
        Cell::Object(object) => {
            let kind = match heap.kind(object) {
                Kind::Closure { .. } | Kind::Native { .. } | Kind::Host(_) | Kind::Bound(_) => NodeKind::Function,
                Kind::RegExp(_) => NodeKind::Pattern,
                _ => NodeKind::Object,
            };
            let text = shown::describe_object(heap, object);
            let name = text.strip_prefix("#<").or_else(|| text.strip_prefix("[object "));
            let name = name.and_then(|name| name.strip_suffix(['>', ']']));
            (kind, name.map_or_else(|| shortened(&text), str::to_owned))
        }
        Cell::Record(record) => match heap[record].kind {
            RecordKind::Object { .. } => (NodeKind::Variables, "(with)".to_owned()),
            _ => (NodeKind::Variables, "(variables)".to_owned()),
        },
        Cell::Shape(_) => (NodeKind::Shape, "(shape)".to_owned()),
        Cell::Code(_) => (NodeKind::Code, "(code)".to_owned()),
    }
}

/// The first line of a text: functions without a name are told by theirs.
fn shortened(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(100).collect()
}

fn bytes_of(heap: &Heap, cell: Cell) -> usize {
    let values = match cell {
        Cell::Object(object) => naming::looks(heap, object) + cell::further_slots(heap, object).len(),
        Cell::Record(record) => naming::variables(heap, record).count(),
        Cell::Shape(_) | Cell::Code(_) => 0,
    };
    CELL_BYTES + values * size_of::<Value>()
}

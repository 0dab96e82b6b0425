//! The heap by itself: whoever has roots can use it, and no machine is needed.

mod layout;

use ferrotape_heap::heap::cycle::{self, Mutator};
use ferrotape_heap::heap::retention::Root;
use ferrotape_heap::heap::string;
use ferrotape_heap::heap::{Collection, Heap, Marker, ObjectId, StringView};
use ferrotape_heap::names::TEXTS;
use ferrotape_heap::object::{Class, ObjectKind};
use ferrotape_heap::realm::Realm;
use ferrotape_heap::shape;
use ferrotape_heap::shape::Attributes;
use ferrotape_heap::value::Value;

/// A heap and what is alive in it.
struct Rooted {
    heap: Heap,
    roots: Vec<Value>,
}

impl Rooted {
    fn new() -> Self {
        let mut heap = Heap::new(1, TEXTS);
        heap.insert_realm(Realm::empty());
        Rooted { heap, roots: Vec::new() }
    }

    fn object(&mut self) -> ObjectId {
        let shape = shape::root_shape(&mut self.heap, None, Class::Ordinary);
        self.heap.new_object(shape, ObjectKind::Ordinary)
    }

    /// Objects each of which has the one before under a name of its own.
    fn chain(&mut self, name: &str, length: usize) -> Value {
        let mut last = Value::UNDEFINED;
        for number in 0..length {
            let object = self.object();
            let key = self.heap.key(&format!("{name}{number}"));
            self.heap.store_property(object, key, last, Attributes::ALL).expect("there is no limit");
            last = Value::object(object);
        }
        last
    }

    fn knows(&self, name: &str) -> bool {
        string::find_interned(&self.heap, StringView::Latin1(name.as_bytes())).is_some()
    }
}

impl Mutator for Rooted {
    fn heap(&self) -> &Heap {
        &self.heap
    }

    fn heap_mut(&mut self) -> &mut Heap {
        &mut self.heap
    }

    fn mark_roots(&self, root: Root, marker: &mut Marker<'_>) {
        if root == Root::Handle {
            self.roots.iter().for_each(|&root| marker.value(root));
        }
    }

    fn release_dropped_handles(&mut self) {}

    fn empty_dead_registers(&mut self) {}

    fn forget_unmarked(&mut self) {}

    fn measures_pauses(&self) -> bool {
        false
    }

    fn collected(&mut self, _: &Collection) {}

    #[cfg(debug_assertions)]
    fn other_bytes(&self) -> usize {
        0
    }
}

#[test]
fn a_collection_keeps_what_roots_lead_to() {
    let mut rooted = Rooted::new();
    let kept = rooted.chain("kept", 1000);
    rooted.roots.push(kept);
    rooted.chain("lost", 1000);
    cycle::collect(&mut rooted, |_| false);
    assert!(["kept0", "kept500", "kept999"].iter().all(|name| rooted.knows(name)));
    assert!(!["lost0", "lost500", "lost999"].iter().any(|name| rooted.knows(name)));
    rooted.roots.clear();
    cycle::collect(&mut rooted, |_| false);
    assert!(!rooted.knows("kept0"));
}

/// A value that an object loses between two slices was reachable when the cycle began, so it stays, wherever it went.
#[test]
fn what_moves_between_two_slices_stays() {
    let mut rooted = Rooted::new();
    rooted.heap.stress_slices = true;
    let chain = rooted.chain("moved", 100);
    let (from, to) = (rooted.object(), rooted.object());
    rooted.roots.extend([Value::object(from), Value::object(to)]);
    let key = rooted.heap.key("chain");
    for object in [from, to] {
        rooted.heap.store_property(object, key, Value::UNDEFINED, Attributes::ALL).expect("there is no limit");
    }
    rooted.heap.set_slot(from, 0, chain);
    let before = rooted.heap.statistics().collections;
    while rooted.heap.statistics().collections < before + 3 {
        cycle::collect_a_slice(&mut rooted).expect("there is no limit");
        for (from, to) in [(from, to), (to, from)] {
            let value = rooted.heap.slot(from, 0);
            if !value.is_undefined() {
                rooted.heap.set_slot(to, 0, value);
                rooted.heap.set_slot(from, 0, Value::UNDEFINED);
                break;
            }
        }
    }
    assert!((0..100).all(|number| rooted.knows(&format!("moved{number}"))));
}

//! What lies as somebody says lies so afterwards, and what cannot lie so is refused.

use ferrotape_heap::collection::CollectionKind;
use ferrotape_heap::heap::StringLayout;
use ferrotape_heap::object::{ElementsLayout, SlotsLayout, SparseElement};
use ferrotape_heap::property_key::PropertyKey;

use super::*;

#[test]
fn strings_share_units_as_they_are_told_to() {
    let Rooted { mut heap, .. } = Rooted::new();
    let parent = heap.new_string(&"abcdefgh".repeat(20));
    let slice = heap.slice_of_parent(parent, 8, 100).expect("a part");
    assert_eq!(heap.layout_of_string(slice), StringLayout::Slice { parent, start: 8 });
    assert_eq!(heap.string_length(slice), 100);
    assert!(heap.slice_of_parent(slice, 0, 100).is_none(), "a part of a part");
    assert!(heap.slice_of_parent(parent, 61, 100).is_none(), "behind the end");
    assert!(
        heap.slice_of_parent(parent, u32::MAX, 100).is_none() && heap.slice_of_parent(parent, 0, u32::MAX).is_none()
    );
    assert!(heap.slice_of_parent(parent, 0, 1).is_none(), "short ones are copied");

    let rope = heap.rope_of_parts([slice, parent]).expect("a rope");
    assert_eq!(heap.layout_of_string(rope), StringLayout::Rope([slice, parent]));
    assert_eq!(heap.string_length(rope), 260);
    let nothing = heap.new_string("");
    assert!(heap.rope_of_parts([rope, nothing]).is_none());
    let mut long = rope;
    while let Some(longer) = heap.rope_of_parts([long, long]) {
        assert!(heap.string_length(longer) <= ferrotape_heap::heap::MAX_STRING_LENGTH);
        long = longer;
    }
}

#[test]
fn deleted_properties_leave_their_places() {
    let mut rooted = Rooted::new();
    let object = rooted.object();
    let heap = &mut rooted.heap;
    let [a, b, c, unknown] = ["a", "b", "c", "unknown"].map(|name| heap.key(name));
    for (key, value) in [(a, Value::TRUE), (b, Value::FALSE), (c, Value::NULL)] {
        heap.store_property(object, key, value, Attributes::ALL).expect("there is no limit");
    }
    let none = PropertyKey::NONE;
    for wrong in [&[a, b][..], &[a, b, unknown], &[a, a, b], &[a, b, c, c], &[]] {
        assert_eq!(heap.arrange_slots(object, wrong), Ok(false), "{}", wrong.len());
    }
    assert_eq!(heap.arrange_slots(object, &[none, c, none, none, a, b, none]), Ok(true));
    assert_eq!((heap.layout_of_slots(object), heap.slot_count(object)), (SlotsLayout::Own, 7));
    assert_eq!([a, b, c].map(|key| heap.own_data(object, key)), [Value::TRUE, Value::FALSE, Value::NULL].map(Some));
    assert_eq!(heap.arrange_slots(object, &[b, c, a]), Ok(true));
    assert_eq!(heap.slot_count(object), 3);
    assert_eq!([a, b, c].map(|key| heap.own_data(object, key)), [Value::TRUE, Value::FALSE, Value::NULL].map(Some));
}

#[test]
fn elements_lie_in_vectors_and_maps() {
    let mut rooted = Rooted::new();
    let (frozen, sparse) = (rooted.object(), rooted.object());
    let heap = &mut rooted.heap;
    let element = SparseElement { value: Value::TRUE, attributes: Attributes::ALL };
    assert!(!heap.put_into_map(frozen, 7, element), "it has a vector");
    for value in [Value::TRUE, Value::EMPTY, Value::NULL] {
        assert_eq!(heap.append_element(frozen, value), Ok(true));
    }
    assert_eq!(heap.layout_of_elements(frozen), ElementsLayout::Vector);
    assert!(heap.freeze_elements(frozen) && !heap.freeze_elements(frozen));
    assert_eq!(heap.layout_of_elements(frozen), ElementsLayout::Frozen);
    assert_eq!(heap.append_element(frozen, Value::TRUE), Ok(false));

    let far = PropertyKey::from_index(1 << 30).expect("an index");
    heap.store_property(sparse, far, Value::TRUE, Attributes::ALL).expect("there is no limit");
    assert!(heap.put_into_map(sparse, 7, element) && !heap.freeze_elements(sparse));
    heap.set_stores(sparse, 12);
    assert_eq!(heap.layout_of_elements(sparse), ElementsLayout::Map { stores: 12 });
    assert_eq!(heap.append_element(sparse, Value::TRUE), Ok(false));
}

#[test]
fn tables_of_maps_have_their_holes() {
    let mut rooted = Rooted::new();
    let prototype = rooted.object();
    let heap = &mut rooted.heap;
    let map = heap.new_collection(prototype, CollectionKind::Map);
    for wrong in [1, 3, 12, 1 << 31, u32::MAX] {
        assert_eq!(heap.make_table(map, wrong), Ok(false), "{wrong}");
    }
    assert_eq!(heap.fill_place(map, Some([Value::TRUE, Value::NULL])), Ok(false), "there is no table");
    assert_eq!(heap.make_table(map, 8), Ok(true));
    assert_eq!(heap.make_table(map, 16), Ok(false), "there is one");
    for entry in [None, None, Some([Value::TRUE, Value::NULL]), None] {
        assert_eq!(heap.fill_place(map, entry), Ok(true));
    }
    assert_eq!(heap.fill_place(map, Some([Value::TRUE, Value::FALSE])), Ok(false), "the key is there");
    assert!(!heap.set_first_place(map, 3) && !heap.set_first_place(map, 9) && heap.set_first_place(map, 2));
    assert_eq!(heap.collected_value(map, Value::TRUE), Ok(Some(Value::NULL)));
    let first = heap.next_collected(map, 0).expect("there is no limit").expect("an entry");
    assert_eq!(heap.next_collected(map, first.next).map(|step| step.is_some()), Ok(false));
    for number in 0..4 {
        assert_eq!(heap.fill_place(map, Some([Value::number(f64::from(number)), Value::NULL])), Ok(true));
    }
    assert_eq!(heap.fill_place(map, None), Ok(false), "there is no room");
}

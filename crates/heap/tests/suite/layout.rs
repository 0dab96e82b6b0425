//! Layouts given from outside: cells lie as they were said to, and impossible layouts are refused.

use ferrotape_heap::collection::CollectionKind;
use ferrotape_heap::collection::collections;
use ferrotape_heap::heap::StringLayout;
use ferrotape_heap::heap::string;
use ferrotape_heap::object::layout;
use ferrotape_heap::object::{ElementsLayout, SlotsLayout, SparseElement};
use ferrotape_heap::property_key::PropertyKey;
use ferrotape_heap::shown;

use super::*;

#[test]
fn strings_share_units_as_they_are_told_to() {
    let Rooted { mut heap, .. } = Rooted::new();
    let parent = heap.new_string(&"abcdefgh".repeat(20));
    let slice = string::slice_of_parent(&mut heap, parent, 8, 100).expect("a part");
    assert_eq!(string::layout_of_string(&heap, slice), StringLayout::Slice { parent, start: 8 });
    assert_eq!(heap.string_length(slice), 100);
    assert!(string::slice_of_parent(&mut heap, slice, 0, 100).is_none(), "a part of a part");
    assert!(string::slice_of_parent(&mut heap, parent, 61, 100).is_none(), "behind the end");
    assert!(
        string::slice_of_parent(&mut heap, parent, u32::MAX, 100).is_none()
            && string::slice_of_parent(&mut heap, parent, 0, u32::MAX).is_none()
    );
    assert!(string::slice_of_parent(&mut heap, parent, 0, 1).is_none(), "short ones are copied");

    let rope = string::rope_of_parts(&mut heap, [slice, parent]).expect("a rope");
    assert_eq!(string::layout_of_string(&heap, rope), StringLayout::Rope([slice, parent]));
    assert_eq!(heap.string_length(rope), 260);
    let nothing = heap.new_string("");
    assert!(string::rope_of_parts(&mut heap, [rope, nothing]).is_none());
    let mut long = rope;
    while let Some(longer) = string::rope_of_parts(&mut heap, [long, long]) {
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
        assert_eq!(layout::arrange_slots(heap, object, wrong), Ok(false), "{}", wrong.len());
    }
    assert_eq!(layout::arrange_slots(heap, object, &[none, c, none, none, a, b, none]), Ok(true));
    assert_eq!((layout::layout_of_slots(heap, object), layout::slot_count(heap, object)), (SlotsLayout::Own, 7));
    assert_eq!(
        [a, b, c].map(|key| shown::own_data(heap, object, key)),
        [Value::TRUE, Value::FALSE, Value::NULL].map(Some)
    );
    assert_eq!(layout::arrange_slots(heap, object, &[b, c, a]), Ok(true));
    assert_eq!(layout::slot_count(heap, object), 3);
    assert_eq!(
        [a, b, c].map(|key| shown::own_data(heap, object, key)),
        [Value::TRUE, Value::FALSE, Value::NULL].map(Some)
    );
}

#[test]
fn elements_lie_in_vectors_and_maps() {
    let mut rooted = Rooted::new();
    let (frozen, sparse) = (rooted.object(), rooted.object());
    let heap = &mut rooted.heap;
    let element = SparseElement { value: Value::TRUE, attributes: Attributes::ALL };
    assert!(!layout::put_into_map(heap, frozen, 7, element), "it has a vector");
    for value in [Value::TRUE, Value::EMPTY, Value::NULL] {
        assert_eq!(layout::append_element(heap, frozen, value), Ok(true));
    }
    assert_eq!(layout::layout_of_elements(heap, frozen), ElementsLayout::Vector);
    assert!(layout::freeze_elements(heap, frozen) && !layout::freeze_elements(heap, frozen));
    assert_eq!(layout::layout_of_elements(heap, frozen), ElementsLayout::Frozen);
    assert_eq!(layout::append_element(heap, frozen, Value::TRUE), Ok(false));

    let far = PropertyKey::from_index(1 << 30).expect("an index");
    heap.store_property(sparse, far, Value::TRUE, Attributes::ALL).expect("there is no limit");
    assert!(layout::put_into_map(heap, sparse, 7, element) && !layout::freeze_elements(heap, sparse));
    layout::set_stores(heap, sparse, 12);
    assert_eq!(layout::layout_of_elements(heap, sparse), ElementsLayout::Map { stores: 12 });
    assert_eq!(layout::append_element(heap, sparse, Value::TRUE), Ok(false));
}

#[test]
fn tables_of_maps_have_their_holes() {
    let mut rooted = Rooted::new();
    let prototype = rooted.object();
    let heap = &mut rooted.heap;
    let map = collections::new_collection(heap, prototype, CollectionKind::Map);
    for wrong in [1, 3, 12, 1 << 31, u32::MAX] {
        assert_eq!(collections::make_table(heap, map, wrong), Ok(false), "{wrong}");
    }
    assert_eq!(collections::fill_place(heap, map, Some([Value::TRUE, Value::NULL])), Ok(false), "there is no table");
    assert_eq!(collections::make_table(heap, map, 8), Ok(true));
    assert_eq!(collections::make_table(heap, map, 16), Ok(false), "there is one");
    for entry in [None, None, Some([Value::TRUE, Value::NULL]), None] {
        assert_eq!(collections::fill_place(heap, map, entry), Ok(true));
    }
    assert_eq!(collections::fill_place(heap, map, Some([Value::TRUE, Value::FALSE])), Ok(false), "the key is there");
    assert!(
        !collections::set_first_place(heap, map, 3)
            && !collections::set_first_place(heap, map, 9)
            && collections::set_first_place(heap, map, 2)
    );
    assert_eq!(collections::collected_value(heap, map, Value::TRUE), Ok(Some(Value::NULL)));
    let first = collections::next_collected(heap, map, 0).expect("there is no limit").expect("an entry");
    assert_eq!(collections::next_collected(heap, map, first.next).map(|step| step.is_some()), Ok(false));
    for number in 0..4 {
        assert_eq!(collections::fill_place(heap, map, Some([Value::number(f64::from(number)), Value::NULL])), Ok(true));
    }
    assert_eq!(collections::fill_place(heap, map, None), Ok(false), "there is no room");
}

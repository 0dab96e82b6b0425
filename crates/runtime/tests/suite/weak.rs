//! Weak tables and weak handles: what the collector keeps, and what it lets go.

use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::pace;
use ferrotape_runtime::symbol;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Options, Vm};
use ferrotape_runtime::weak;

fn vms() -> [Vm; 3] {
    [(false, false), (true, false), (false, true)].map(|(stress_collection, stress_slices)| {
        let options = Options { stress_collection, stress_slices, ..Options::default() };
        Vm::new(options, ferrotape_builtins::PARTS, crate::MACHINES)
            .unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"))
    })
}

fn object(vm: &mut Vm) -> Value {
    Value::object(vm.new_plain_object())
}

/// A table that is kept.
fn kept_table(vm: &mut Vm) -> ObjectId {
    let table = weak::new_weak_table(&mut vm.heap, None);
    vm.keep(Value::object(table));
    table
}

fn set(vm: &mut Vm, table: ObjectId, key: Value, value: Value) {
    weak::set_weak_value(&mut vm.heap, table, key, value).expect("there is room");
}

#[test]
fn a_value_lives_while_its_key_does() {
    for mut vm in vms() {
        let table = kept_table(&mut vm);
        let (key, value, dead) = (object(&mut vm), object(&mut vm), object(&mut vm));
        let mark = vm.kept_mark();
        vm.keep(key);
        set(&mut vm, table, key, value);
        set(&mut vm, table, dead, Value::int(1));
        let (handle, gone) = (weak::new_weak_handle(&mut vm.heap, value), weak::new_weak_handle(&mut vm.heap, dead));
        vm.collect_garbage();
        assert_eq!(weak::weak_value(&mut vm.heap, table, key), Some(value));
        assert_eq!(
            (weak::weak_target(&mut vm.heap, handle), weak::weak_target(&mut vm.heap, gone)),
            (Some(value), None)
        );
        vm.release_kept(mark);
        vm.collect_garbage();
        assert_eq!((weak::weak_value(&mut vm.heap, table, key), weak::weak_target(&mut vm.heap, handle)), (None, None));
    }
}

/// Each value is the key of the next entry: in one table and in a table each, found from the first and from the last.
#[test]
fn chains_are_followed_in_linear_time() {
    const LENGTH: usize = 100_000;
    let mut vm = vms().into_iter().next().expect("a machine");
    for in_one in [true, false] {
        let begin = vm.kept_mark();
        let one = kept_table(&mut vm);
        let keys: Vec<Value> = (0..=LENGTH).map(|_| object(&mut vm)).collect();
        for link in (0..LENGTH).rev() {
            let table = if in_one { one } else { kept_table(&mut vm) };
            set(&mut vm, table, keys[link], keys[link + 1]);
        }
        let last = weak::new_weak_handle(&mut vm.heap, keys[LENGTH]);
        let mark = vm.kept_mark();
        vm.keep(keys[0]);
        vm.collect_garbage();
        assert_eq!(weak::weak_target(&mut vm.heap, last), Some(keys[LENGTH]), "{in_one}");
        // From the middle on.
        vm.release_kept(mark);
        vm.keep(keys[LENGTH / 2]);
        let (before, after) = (
            weak::new_weak_handle(&mut vm.heap, keys[LENGTH / 2 - 1]),
            weak::new_weak_handle(&mut vm.heap, keys[LENGTH - 1]),
        );
        vm.collect_garbage();
        assert_eq!(weak::weak_target(&mut vm.heap, before), None);
        assert_eq!(weak::weak_target(&mut vm.heap, after), Some(keys[LENGTH - 1]));
        vm.release_kept(begin);
        vm.collect_garbage();
        assert_eq!(weak::weak_target(&mut vm.heap, last), None);
    }
}

#[test]
fn cycles_between_keys_and_values_are_garbage() {
    for mut vm in vms() {
        let table = kept_table(&mut vm);
        let (one, two) = (object(&mut vm), object(&mut vm));
        set(&mut vm, table, one, two);
        set(&mut vm, table, two, one);
        let itself = object(&mut vm);
        set(&mut vm, table, itself, itself);
        // A value that refers to its key by a property.
        let (key, value) = (object(&mut vm), object(&mut vm));
        let name = vm.heap.key("key");
        let holder = value.as_object().expect("an object");
        object::create_data_property(&mut vm, holder, name, key).expect("no exception");
        set(&mut vm, table, key, value);
        let handles = [one, itself, key].map(|value| weak::new_weak_handle(&mut vm.heap, value));
        vm.collect_garbage();
        assert_eq!(handles.map(|handle| weak::weak_target(&mut vm.heap, handle)), [None; 3]);
        assert_eq!([one, two, itself, key].map(|key| weak::weak_value(&mut vm.heap, table, key)), [None; 4]);
    }
}

/// A table that only another table leads to, whose key is a value of a third one.
#[test]
fn tables_may_be_in_tables() {
    for mut vm in vms() {
        let outer = kept_table(&mut vm);
        let (key, inner_key) = (object(&mut vm), object(&mut vm));
        let inner = weak::new_weak_table(&mut vm.heap, None);
        let value = object(&mut vm);
        vm.keep(key);
        set(&mut vm, inner, inner_key, value);
        set(&mut vm, inner, Value::object(inner), Value::int(7));
        set(&mut vm, outer, key, Value::object(inner));
        vm.collect_garbage();
        assert_eq!(weak::weak_value(&mut vm.heap, inner, Value::object(inner)), Some(Value::int(7)));
        assert_eq!(weak::weak_value(&mut vm.heap, inner, inner_key), None);
        let (late, found) = (object(&mut vm), object(&mut vm));
        set(&mut vm, outer, Value::object(inner), late);
        set(&mut vm, inner, late, found);
        vm.collect_garbage();
        assert_eq!(weak::weak_value(&mut vm.heap, inner, late), Some(found));
        assert!(weak::remove_weak_value(&mut vm.heap, outer, key));
        assert!(!weak::remove_weak_value(&mut vm.heap, outer, key));
        let handle = weak::new_weak_handle(&mut vm.heap, found);
        vm.collect_garbage();
        assert_eq!(
            weak::weak_target(&mut vm.heap, handle),
            None,
            "inner was the value of a key that only inner led to"
        );
    }
}

/// Symbols are keys too, and one key may be in many tables, some of them dead.
#[test]
fn keys_may_be_symbols_and_in_many_tables() {
    for mut vm in vms() {
        let symbol = Value::symbol(symbol::new_symbol(&mut vm.heap, Value::UNDEFINED));
        let table = kept_table(&mut vm);
        let value = object(&mut vm);
        set(&mut vm, table, symbol, value);
        let mark = vm.kept_mark();
        vm.keep(symbol);
        let key = object(&mut vm);
        vm.keep(key);
        let tables: Vec<ObjectId> = (0..1000).map(|_| kept_table(&mut vm)).collect();
        for (count, &table) in tables.iter().enumerate() {
            set(&mut vm, table, key, Value::int(count as i32));
            set(&mut vm, table, key, Value::int(count as i32 + 1));
        }
        vm.collect_garbage();
        assert_eq!(weak::weak_value(&mut vm.heap, table, symbol), Some(value));
        assert_eq!(weak::weak_value(&mut vm.heap, tables[999], key), Some(Value::int(1000)));
        let before = pace::live_bytes(&vm.heap);
        vm.release_kept(mark);
        vm.collect_garbage();
        assert_eq!(weak::weak_value(&mut vm.heap, table, symbol), None);
        assert!(pace::live_bytes(&vm.heap) < before);
    }
}

/// Handles are used again.
#[test]
fn places_of_weak_handles_are_used_again() {
    let mut vm = vms().into_iter().next().expect("a machine");
    let value = object(&mut vm);
    vm.keep(value);
    let first = weak::new_weak_handle(&mut vm.heap, value);
    weak::drop_weak_handle(&mut vm.heap, first);
    assert_eq!(weak::weak_target(&mut vm.heap, first), None);
    let second = weak::new_weak_handle(&mut vm.heap, value);
    assert_eq!((first, weak::weak_target(&mut vm.heap, second)), (second, Some(value)));
    vm.collect_garbage();
    assert_eq!(weak::weak_target(&mut vm.heap, second), Some(value));
}

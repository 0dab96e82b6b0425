//! The heap's face: the operations that crates above the runtime may use. What is not listed belongs to the heap and the
//! runtime, first of all what changes cells without a write barrier (`kind_mut`, `elements_mut`, `lose`, `shape_of`).

use std::collections::BTreeSet;

use super::{assert_none, sources};

/// Operations by topic: methods of `Heap`, and functions of the modules that the runtime passes on.
const FACE: &[(&str, &str)] = &[
    ("arrays", "new_array_of_names new_array_of_part"),
    ("bigints", "bigint_of_i64 bigint_to_string describe_bigint get low_bits_of_bigint"),
    (
        "buffers",
        "buffer_of detach_buffer detach_outer freeze_buffer get move_buffer owned_bytes_for_work put_in shared_bytes take_out \
         write_bytes_of",
    ),
    (
        "cell",
        "append_within_room legacy_realm new_array_of_vector objects_of_host \
         pop_element push_element replace_element set_date set_pattern vector_for_array vector_of_array",
    ),
    (
        "collections",
        "as_collection clear_collection collect_all collect_value collected_value new_collection \
         next_collected remove_collected step_at_once",
    ),
    ("definitions", "define_member look_for_copy"),
    ("dense", "append_copies fill install push replace reverse splice"),
    (
        "finalization",
        "clear_kept_objects deref hidden_target new_finalization_registry new_hidden_weak_ref new_weak_ref \
         register_for_cleanup unregister_from_cleanup",
    ),
    (
        "heap",
        "accessor_of array array_index_of atom_view captured character class_of code_block code_cell collection \
         describe_key elements elements_for_work flatten has_call has_construct has_flag insert_flag \
         intern_text is_array is_callable is_constructor is_opaque is_proxy key key_of_index key_of_string \
         kind lend lend_room length_of_array lexical_binding loaded_units lock_object make_html_dda memory_limit near_slots \
         new_latin1 new_object_with new_object_with_prototype new_string new_text nothing number_to_string \
         on_loan prototype_of realm realm_count realm_of_global replace_prototype reserve_elements resized \
         revoke_proxy room set_array_length set_captured set_internal_slots set_memory_limit set_slot settle_loans \
         slot statistics store_property stored_property string_length substring take take_back to_boolean \
         value_of_key view view_and_budget with_loans work",
    ),
    (
        "hosts",
        "change_host_data forked_host_data has_host_data host_class_of host_data keep_undefined keep_value kept_values \
         put_host_data set_kept_value shown_host_data take_host_data",
    ),
    ("iterator_helper", "change_iterator_helper iterator_helper new_iterator_helper"),
    (
        "number",
        "exponentiate number_text number_to_radix_string parse_float parse_int to_exponential to_fixed \
         to_precision trim_end trim_start",
    ),
    ("pace", "live_bytes"),
    ("pattern", "find_match pattern_cell prepare_pattern"),
    ("properties", "own_shape"),
    ("queue", "insert_front remove_front"),
    ("rope", "longest_string"),
    (
        "shape",
        "entry_in_slot expect_properties has_dictionary has_shape holes_are_absent holes_are_absent_in own_entries \
         slots_of_properties",
    ),
    ("shown", "constructor_name own_data shown_name string"),
    (
        "string",
        "copied_text copied_units copy_units find_interned key_of_view max_utf8_length new_long_string \
         new_long_utf16 new_utf16 views_and_budget",
    ),
    ("sweep", "kinds"),
    ("symbol", "new_symbol registered_symbol symbol_description symbol_kind"),
    ("views", "length_of_view raw_element set_raw_element typed_array"),
    (
        "weak",
        "as_weak_collection can_be_held_weakly drop_weak_handle new_weak_collection new_weak_handle \
         remove_weak_value set_weak_value weak_target weak_value",
    ),
];

const ABOVE: [&str; 5] = ["builtins", "ferrotape", "inspect", "web", "cli"];

/// Gives the calls of a topic's operations in a file.
fn calls<'t>(topic: &str, text: &'t str) -> Vec<&'t str> {
    let begin = if topic == "heap" { "heap.".to_owned() } else { format!("{topic}::") };
    let is_word = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let mut found = Vec::new();
    for (at, _) in text.match_indices(&begin) {
        if text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_') {
            continue;
        }
        let rest = &text[at + begin.len()..];
        let name = &rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())];
        if !name.is_empty() && rest[name.len()..].starts_with('(') {
            found.push(name);
        }
    }
    found
}

#[test]
fn crates_above_the_runtime_keep_to_the_face_of_the_heap() {
    let sources = sources();
    let is_above = |path: &str| ABOVE.iter().any(|name| path.starts_with(&format!("crates/{name}/src/")));
    let sources: Vec<_> = sources.iter().filter(|source| is_above(&source.path)).collect();
    let mut broken = Vec::new();
    for (topic, operations) in FACE {
        let listed: BTreeSet<&str> = operations.split_whitespace().collect();
        let mut used = BTreeSet::new();
        for source in &sources {
            for name in calls(topic, &source.text) {
                used.insert(name);
                if !listed.contains(name) {
                    broken.push(format!("{}: {topic} {name} is not listed", source.path));
                }
            }
        }
        broken.extend(listed.difference(&used).map(|name| format!("{topic} {name} is listed, and nobody uses it")));
    }
    assert_none(broken, "operations of the heap");
}

//! The heap's face: the operations that crates above the runtime may use. What is not listed belongs to the heap and the
//! runtime, first of all what changes cells without a write barrier (`kind_mut`, `elements_mut`, `lose`, `shape_of`).

use std::collections::BTreeSet;

use super::{assert_none, sources};

/// Operations by topic: methods of `Heap`, and functions of the modules that the runtime passes on. What looks at a number or a
/// text alone (`number`) is no operation of the heap.
const FACE: &[(&str, &[(&str, &str)])] = &[
    (
        "what an object is",
        &[(
            "heap",
            "captured class_of has_call has_construct is_array is_callable is_proxy kind lock_object make_html_dda \
                 nothing set_captured set_internal_slots",
        )],
    ),
    (
        "objects",
        &[
            (
                "heap",
                "accessor_of new_object_with_prototype prototype_of replace_prototype store_property stored_property",
            ),
            ("cell", "objects_of_host"),
            ("shape", "holes_are_absent holes_are_absent_in own_entries slots_of_properties"),
            ("definitions", "define_member"),
            ("shown", "constructor_name own_data shown_name string"),
        ],
    ),
    (
        "elements",
        &[
            ("heap", "array elements elements_for_work length_of_array reserve_elements"),
            ("arrays", "append new_array_with_properties new_array_of_part"),
            (
                "cell",
                "append_within_room new_array_of_vector pop_element push_element replace_element \
                 vector_for_array vector_of_array",
            ),
            ("dense", "append_copies fill reverse splice"),
            ("queue", "insert_front remove_front"),
        ],
    ),
    (
        "text",
        &[
            (
                "heap",
                "character flatten intern_text new_latin1 new_string new_text number_to_string string_length \
                 substring to_boolean view view_and_budget",
            ),
            (
                "string",
                "copied_text copied_units copy_units find_interned key_of_view max_utf8_length \
                 new_long_string new_long_utf16 new_utf16 views_and_budget",
            ),
            ("rope", "longest_string"),
            ("bigints", "bigint_of_i64 bigint_to_string describe_bigint get low_bits_of_bigint two_limbs"),
            ("pattern", "find_match pattern_cell prepare_pattern"),
        ],
    ),
    (
        "keys",
        &[
            ("heap", "array_index_of atom_view describe_key key key_of_index key_of_string value_of_key"),
            ("symbol", "new_symbol registered_symbol symbol_description symbol_kind"),
        ],
    ),
    (
        "collections",
        &[
            ("heap", "collection"),
            (
                "collections",
                "as_collection clear_collection collect_all collect_value collected_value new_collection \
                 next_collected remove_collected step_at_once",
            ),
            ("iterator_helper", "change_iterator_helper"),
        ],
    ),
    (
        "weak",
        &[
            (
                "weak",
                "as_weak_collection can_be_held_weakly drop_weak_handle new_weak_collection new_weak_handle \
                 remove_weak_value set_weak_value weak_target weak_value",
            ),
            (
                "finalization",
                "clear_kept_objects deref hidden_target new_finalization_registry new_weak_ref register_for_cleanup \
                 unregister_from_cleanup",
            ),
        ],
    ),
    (
        "bytes",
        &[
            (
                "buffers",
                "buffer_of detach_buffer detach_outer freeze_buffer get move_buffer owned_bytes_for_work \
                 put_in shared_bytes take_out write_bytes_of",
            ),
            ("views", "length_of_view raw_element set_raw_element typed_array"),
        ],
    ),
    (
        "data of the host",
        &[(
            "hosts",
            "change_host_data forked_host_data host_class_of host_data keep_undefined keep_value kept_values put_host_data \
                 set_kept_value shown_host_data take_host_data",
        )],
    ),
    ("realms and code", &[("heap", "code_block code_cell loaded_units realm realm_count realm_of_global")]),
    (
        "limits",
        &[
            (
                "heap",
                "lend lend_room memory_limit on_loan resized room set_memory_limit settle_loans statistics \
                 take take_back with_loans work",
            ),
            ("pace", "live_bytes"),
            ("sweep", "kinds"),
        ],
    ),
];

/// Modules that the runtime passes on to the machines and to snapshots alone.
const BELOW: [&str; 6] = ["cache", "code", "layout", "marking", "properties", "unfilled"];

const ABOVE: [&str; 7] = ["builtins", "intl", "temporal", "ferrotape", "inspect", "web", "cli"];

/// Crates that have a module of their own with the name of one of the heap's.
const NAMESAKES: [(&str, &str); 1] = [("intl", "pattern")];

/// Gives the calls of a module's operations in a file; those of `heap` are methods.
fn calls<'t>(module: &str, text: &'t str) -> Vec<&'t str> {
    let begin = if module == "heap" { "heap.".to_owned() } else { format!("{module}::") };
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
    let is_above = |path: &str| {
        !path.ends_with("tests.rs") && ABOVE.iter().any(|name| path.starts_with(&format!("crates/{name}/src/")))
    };
    let sources: Vec<_> = sources.iter().filter(|source| is_above(&source.path)).collect();
    let mut broken = Vec::new();
    let listed = FACE.iter().flat_map(|(_, rows)| rows.iter()).map(|(module, _)| *module);
    for module in listed.chain(BELOW).collect::<BTreeSet<_>>() {
        let rows = FACE.iter().flat_map(|(_, rows)| rows.iter()).filter(|(of, _)| *of == module);
        let listed: BTreeSet<&str> = rows.flat_map(|(_, operations)| operations.split_whitespace()).collect();
        let mut used = BTreeSet::new();
        let is_namesake = |path: &str| {
            NAMESAKES.iter().any(|&(name, of)| of == module && path.starts_with(&format!("crates/{name}/src/")))
        };
        for source in sources.iter().filter(|source| !is_namesake(&source.path)) {
            for name in calls(module, &source.text) {
                used.insert(name);
                if !listed.contains(name) {
                    broken.push(format!("{}: {module} {name} is not listed", source.path));
                }
            }
        }
        broken.extend(listed.difference(&used).map(|name| format!("{module} {name} is listed, and nobody uses it")));
    }
    assert_none(broken, "operations of the heap");
}

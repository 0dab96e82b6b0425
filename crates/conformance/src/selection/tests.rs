use super::set::NAMES;
use super::*;

fn suite() -> Suite {
    let test = |features: &str| format!("/*---\nfeatures: [{features}]\n---*/\n");
    Suite::from_files([
        ("harness/assert.js", String::new()),
        ("test/annexB/old.js", test("caller")),
        ("test/built-ins/Temporal/a.js", test("BigInt, Temporal")),
        ("test/harness/own.js", test("")),
        ("test/intl402/a.js", test("")),
        ("test/language/big.js", test("BigInt")),
        ("test/language/helper_FIXTURE.js", String::new()),
        ("test/language/let.js", test("let")),
        ("test/language/new.js", "/*---\nflags: [unheardOf]\n---*/".to_owned()),
        ("test/language/statements/a.js", test("")),
        ("test/language/strange.js", test("let, never-heard-of")),
        ("test/staging/sm/a.js", test("")),
    ])
}

fn selected(set: &str) -> Selection {
    select(&suite(), set.parse().expect("a set"), None, &[]).expect("a selection")
}

#[test]
fn sets_of_editions_are_decided_by_features() {
    let old = ["test/annexB/old.js", "test/language/let.js", "test/language/statements/a.js"];
    assert_eq!(selected("es2015").paths, old);
    assert_eq!(selected("es2019").paths, old);
    let core = ["test/annexB/old.js", "test/language/big.js", "test/language/let.js", "test/language/statements/a.js"];
    for set in ["es2020", "es2026", "core"] {
        assert_eq!(selected(set).paths, core, "{set}");
    }
}

#[test]
fn what_an_edition_has_not_is_counted_by_name() {
    let count = |name: &str, tests: usize| (name.to_owned(), tests);
    assert_eq!(selected("core").later, BTreeMap::from([count("Temporal", 1), count("never-heard-of", 1)]));
    assert_eq!(selected("es2015").later.get("BigInt"), Some(&2));
    assert_eq!(selected("core").unreadable, ["test/language/new.js: unknown flag 'unheardOf'"]);
}

#[test]
fn everything_else_is_next_or_staging() {
    let next = ["test/built-ins/Temporal/a.js", "test/harness/own.js", "test/intl402/a.js", "test/language/strange.js"];
    assert_eq!(selected("next").paths, next);
    assert_eq!(selected("intl402").paths, ["test/intl402/a.js"]);
    assert_eq!(selected("staging").paths, ["test/staging/sm/a.js"]);
}

#[test]
fn folders_and_lists_are_taken_whatever_set_they_are_of() {
    let below = |folders: &[&str]| {
        let folders: Vec<String> = folders.iter().map(|&folder| folder.to_owned()).collect();
        select(&suite(), Set::Es51, None, &folders).expect("a selection").paths
    };
    assert_eq!(below(&["test/staging", "test/intl402/a.js"]), ["test/intl402/a.js", "test/staging/sm/a.js"]);
    assert_eq!(below(&["test/language/statements/", "test/lang"]), ["test/language/statements/a.js"]);
    let listed = listed(&suite(), "# comment\ntest/intl402/a.js\n\ntest/gone.js\n");
    assert_eq!((listed.paths, listed.missing), (vec!["test/intl402/a.js".to_owned()], vec!["test/gone.js".to_owned()]));
}

#[test]
fn sets_have_the_names_that_are_told() {
    for name in NAMES.split([',', ' ']).filter(|name| !["", "to", "or"].contains(name)) {
        assert!(name.parse::<Set>().is_ok(), "{name}");
    }
    assert!("es5".parse::<Set>().expect_err("no set").contains("staging"));
}

#[test]
fn the_list_of_the_es51_set_is_whole() {
    let text = es51_list().expect("the list");
    assert_eq!(text.lines().count(), 12_370);
    assert!(text.lines().all(|line| line.starts_with("test/") && line.ends_with(".js")));
}

#[test]
fn filters_are_parts_or_patterns_of_paths() {
    let path = "test/language/statements/for/head.js";
    for filter in ["statements", "", "*/for/*", "test/*.js", "*", "*for*head.js*", "test/language/????ements/*"] {
        assert!(matches(filter, path), "{filter}");
    }
    for filter in ["expressions", "for/*", "*/for", "test/*.mjs", "?", "*/for/?.js"] {
        assert!(!matches(filter, path), "{filter}");
    }
}

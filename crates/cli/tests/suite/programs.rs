//! Programs from the npm registry and the Octane suite, in the bundles that `scripts/install-test-packages` makes.
//! Without them the tests say so and pass, unless FERROTAPE_REQUIRE_PACKAGES or CI is set.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use crate::runner::{Outcome, Run, failures, ferrotape, files_below, root};

const FEWEST_PROGRAMS: usize = 8;
const PATIENCE: Duration = Duration::from_secs(240);

#[test]
fn programs_print_what_node_prints() {
    let Some(bundles) = bundles(".packages/bundles") else { return };
    let drivers = of_both_kinds("tests/programs");
    assert_eq!(bundles.len(), drivers.len(), "run scripts/install-test-packages again: there are other drivers now");
    let runnable = without_missing_features(bundles);
    assert!(runnable.len() >= FEWEST_PROGRAMS, "only {} programs can run", runnable.len());
    report(failures(&runnable, |bundle| prints_what_node_prints(bundle, &[])));
}

/// On the stack machine only modules run here; `ferrotape-conformance diff --repository` compares scripts.
#[test]
fn modules_print_it_on_the_stack_machine_too() {
    let Some(bundles) = bundles(".packages/bundles") else { return };
    let modules: Vec<PathBuf> = bundles.into_iter().filter(|bundle| is_module(bundle)).collect();
    report(failures(&modules, |module| prints_what_node_prints(module, &["--backend", "stack"])));
}

/// Drivers that load their packages by name only: they run as they are, beside the installed packages.
#[rustfmt::skip]
const REQUIRING: [&str; 59] = [
    "ajv", "babel_today", "big_integer", "big_integer_text", "bintrees", "chess", "chevrotain", "clipper",
    "coffee_script", "crypto_js", "css_tree", "csslint", "d3", "date_fns", "decimal", "dijkstra", "earcut",
    "eslint", "estraverse", "fflate", "graphql", "handlebars", "immutable", "immutable_today", "jade", "js_yaml",
    "jsbi", "jsbn", "katex", "levenshtein", "liquid", "lodash", "lodash_es", "lz_string", "lz_string_uri", "md5",
    "meriyah", "micromark", "minisearch", "mobx", "moment", "mustache", "ohm", "parse5", "pathfinding", "peggy",
    "pegjs", "prettier", "ramda", "rbush", "semver", "sha256", "sucrase", "text_encoding", "typescript_today",
    "underscore", "valibot", "vue_sfc", "xregexp",
];

#[test]
fn packages_run_unchanged_from_the_folder_that_npm_has_made() {
    let Some(drivers) = bundles(".packages/commonjs") else { return };
    let chosen: Vec<PathBuf> = drivers.into_iter().filter(|driver| REQUIRING.contains(&&*name_of(driver))).collect();
    assert_eq!(chosen.len(), REQUIRING.len(), "run scripts/install-test-packages again: some drivers are not there");
    report(failures(&chosen, |driver| prints_what_node_prints(driver, &["--commonjs"])));
}

/// Packages that need Node's own modules.
#[test]
fn packages_for_node_run_with_its_modules() {
    let Some(drivers) = bundles(".packages/node") else { return };
    let written = of_both_kinds("tests/packages/programs").len();
    assert_eq!(drivers.len(), written, "run scripts/install-test-packages again: there are other drivers now");
    report(failures(&drivers, |driver| {
        let name = driver.file_name().unwrap_or_default();
        let expected = root().join("tests/packages/programs").join(name).with_extension("expected");
        let expected = fs::read_to_string(&expected).map_err(|error| format!("{expected:?}: {error}"))?;
        let outcome = ferrotape(&["--commonjs", &driver.to_string_lossy()]);
        succeeded(driver, &outcome)?;
        first_difference(&expected, &outcome.stdout).map_or(Ok(()), |line| Err(format!("{}: {line}", name_of(driver))))
    }));
}

fn prints_what_node_prints(bundle: &Path, options: &[&str]) -> Result<(), String> {
    let expected_file = root().join("tests/programs").join(name_of(bundle)).with_extension("expected");
    let expected = fs::read_to_string(&expected_file).map_err(|error| format!("{expected_file:?}: {error}"))?;
    let outcome = run(bundle, options);
    succeeded(bundle, &outcome)?;
    first_difference(&expected, &outcome.stdout).map_or(Ok(()), |line| Err(format!("{}: {line}", name_of(bundle))))
}

#[test]
fn octane_programs_find_their_own_results_right() {
    let Some(bundles) = bundles(".packages/octane/check") else { return };
    report(failures(&without_missing_features(bundles), |bundle| {
        let outcome = run(bundle, &[]);
        succeeded(bundle, &outcome)?;
        let all_ok = !outcome.stdout.is_empty() && outcome.stdout.lines().all(|line| line.starts_with("ok "));
        if all_ok { Ok(()) } else { Err(format!("{}: printed {:?}", name_of(bundle), outcome.stdout)) }
    }));
}

fn is_module(bundle: &Path) -> bool {
    bundle.extension().is_some_and(|extension| extension == "mjs")
}

/// Returns scripts and modules below a folder.
fn of_both_kinds(folder: &str) -> Vec<PathBuf> {
    ["js", "mjs"].iter().flat_map(|ending| files_below(&root().join(folder), ending)).collect()
}

/// Returns the bundles of a folder, or `None` if there are none.
pub fn bundles(folder: &str) -> Option<Vec<PathBuf>> {
    let bundles = of_both_kinds(folder);
    if bundles.is_empty() {
        let required = ["FERROTAPE_REQUIRE_PACKAGES", "CI"].iter().any(|name| std::env::var_os(name).is_some());
        assert!(!required, "{folder} is missing: run scripts/install-test-packages");
        say(&format!("skipped: {folder} is missing; scripts/install-test-packages (needs node and npm) makes it"));
        return None;
    }
    Some(bundles)
}

/// Writes to standard error directly, since the test harness shows captured output only if the test fails.
fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Leaves out programs that cannot run yet, and says why. The engine is asked for its features, so nothing here changes
/// when it gains some.
fn without_missing_features(bundles: Vec<PathBuf>) -> Vec<PathBuf> {
    let known = Mutex::new(HashMap::new());
    bundles
        .into_iter()
        .filter(|bundle| {
            let missing: Vec<String> =
                needs(bundle).into_iter().filter(|feature| !engine_has(feature, &known)).collect();
            if !missing.is_empty() {
                say(&format!("skipped: {} needs {}, which the engine lacks", name_of(bundle), missing.join(", ")));
            }
            missing.is_empty()
        })
        .collect()
}

/// Returns the features on the `// needs:` line at the top of a bundle.
fn needs(bundle: &Path) -> Vec<String> {
    let text = fs::read_to_string(bundle).unwrap_or_default();
    let line = text.lines().next().and_then(|line| line.strip_prefix("// needs: ")).unwrap_or("");
    line.split(", ").filter(|feature| !feature.is_empty()).map(str::to_string).collect()
}

fn engine_has(feature: &str, known: &Mutex<HashMap<String, bool>>) -> bool {
    let mut known = known.lock().expect("no panic");
    *known.entry(feature.to_string()).or_insert_with(|| {
        let probe = match feature {
            "RegExp" => "if (!/^a+$/.test('aa') || 'ab'.replace(/b/g, 'c') !== 'ac') throw 1",
            "Date" => "if (new Date(0).getTime() !== 0) throw 1",
            "typed arrays" => "if (new Uint8Array(2).length !== 2) throw 1",
            _ => panic!("no probe for the feature {feature}"),
        };
        ferrotape(&["-e", probe]).code == Some(0)
    })
}

/// Runs a bundle, with aliases for packages that import each other by name.
fn run(bundle: &Path, options: &[&str]) -> Outcome {
    let aliases = fs::read_to_string(bundle.with_extension("aliases")).unwrap_or_default();
    let path = bundle.to_string_lossy();
    let aliases = aliases.lines().flat_map(|alias| ["--alias", alias]);
    // Modules import packages that npm has installed beside their folder.
    let packages = if is_module(bundle) { &["--allow-read", ".packages/node_modules"][..] } else { &[] };
    let arguments = options.iter().chain(packages).copied().chain(aliases).chain([&*path]);
    let arguments: Vec<&str> = arguments.collect();
    Run { arguments: &arguments, patience: PATIENCE, ..Run::default() }.outcome()
}

fn succeeded(bundle: &Path, outcome: &Outcome) -> Result<(), String> {
    match outcome.code {
        Some(0) => Ok(()),
        code => Err(format!("{}: exit code {code:?}\n{}", name_of(bundle), outcome.stderr)),
    }
}

fn first_difference(expected: &str, printed: &str) -> Option<String> {
    let mut printed_lines = printed.lines();
    for (index, expected) in expected.lines().enumerate() {
        let printed = printed_lines.next().unwrap_or("(nothing)");
        if printed != expected {
            return Some(format!("line {}\n  expected {expected}\n  printed  {printed}", index + 1));
        }
    }
    printed_lines.next().map(|line| format!("printed {line:?} after all that was expected"))
}

fn report(failures: Vec<String>) {
    assert!(failures.is_empty(), "{} programs failed:\n{}", failures.len(), failures.join("\n"));
}

fn name_of(bundle: &Path) -> String {
    bundle.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

//! Editions of ECMAScript, with the features of the suite that each introduced.
//!
//! A test names the features that it needs. This table says which edition introduced each, so a set of tests does not
//! depend on what the suite's own list calls a proposal today. A feature missing here is newer than all editions, or
//! unknown: tests that need it are in no edition's set.

use std::fmt;
use std::str::FromStr;

/// An edition of ECMAScript by its year: `es2015` or later.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edition(u16);

impl Edition {
    pub const FIRST: Edition = Edition(2015);
    pub const LATEST: Edition = Edition(2026);

    /// Returns whether this edition or an earlier one has the feature. Features of the suite's hosts are in every
    /// edition.
    pub fn has(self, feature: &str) -> bool {
        let of_edition = FEATURES.iter().take_while(|(since, _)| *since <= self);
        of_edition.flat_map(|(_, features)| *features).chain(HOST).any(|known| *known == feature)
    }
}

impl FromStr for Edition {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let year = name.strip_prefix("es").and_then(|year| year.parse().ok()).map(Edition).ok_or(())?;
        if (Edition::FIRST..=Edition::LATEST).contains(&year) { Ok(year) } else { Err(()) }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ES{}", self.0)
    }
}

/// Features that the suite's hosts provide.
const HOST: &[&str] = &["IsHTMLDDA", "host-gc-required"];

/// Features by edition, in order. Changes without a proposal are in the edition that made them.
const FEATURES: &[(Edition, &[&str])] = &[
    (
        Edition(2015),
        &[
            "Array.prototype.values",
            "ArrayBuffer",
            "DataView",
            "DataView.prototype.getFloat32",
            "DataView.prototype.getFloat64",
            "DataView.prototype.getInt16",
            "DataView.prototype.getInt32",
            "DataView.prototype.getInt8",
            "DataView.prototype.getUint16",
            "DataView.prototype.getUint32",
            "DataView.prototype.setUint8",
            "Float32Array",
            "Float64Array",
            "Int16Array",
            "Int32Array",
            "Int8Array",
            "Map",
            "Object.is",
            "Promise",
            "Proxy",
            "Reflect",
            "Reflect.construct",
            "Reflect.set",
            "Reflect.setPrototypeOf",
            "Set",
            "String.fromCodePoint",
            "String.prototype.endsWith",
            "String.prototype.includes",
            "Symbol",
            "Symbol.hasInstance",
            "Symbol.isConcatSpreadable",
            "Symbol.iterator",
            "Symbol.match",
            "Symbol.replace",
            "Symbol.search",
            "Symbol.species",
            "Symbol.split",
            "Symbol.toPrimitive",
            "Symbol.toStringTag",
            "Symbol.unscopables",
            "TypedArray",
            "Uint16Array",
            "Uint32Array",
            "Uint8Array",
            "Uint8ClampedArray",
            "WeakMap",
            "WeakSet",
            "__proto__",
            "arrow-function",
            "caller",
            "class",
            "computed-property-names",
            "const",
            "cross-realm",
            "default-parameters",
            "destructuring-assignment",
            "destructuring-binding",
            "for-of",
            "generators",
            "let",
            "new.target",
            "rest-parameters",
            "super",
            "tail-call-optimization",
            "template",
        ],
    ),
    (Edition(2016), &["Array.prototype.includes", "exponentiation", "u180e"]),
    (Edition(2017), &["Atomics", "SharedArrayBuffer", "__getter__", "__setter__", "async-functions"]),
    (
        Edition(2018),
        &[
            "Promise.prototype.finally",
            "Symbol.asyncIterator",
            "async-iteration",
            "object-rest",
            "object-spread",
            "regexp-dotall",
            "regexp-lookbehind",
            "regexp-named-groups",
            "regexp-unicode-property-escapes",
        ],
    ),
    (
        Edition(2019),
        &[
            "Array.prototype.flat",
            "Array.prototype.flatMap",
            "Object.fromEntries",
            "String.prototype.trimEnd",
            "String.prototype.trimStart",
            "Symbol.prototype.description",
            "json-superset",
            "optional-catch-binding",
            "stable-array-sort",
            "string-trimming",
            "well-formed-json-stringify",
        ],
    ),
    (
        Edition(2020),
        &[
            "BigInt",
            "Promise.allSettled",
            "String.prototype.matchAll",
            "Symbol.matchAll",
            "coalesce-expression",
            "dynamic-import",
            "export-star-as-namespace-from-module",
            "for-in-order",
            "globalThis",
            "import.meta",
            "optional-chaining",
            "proxy-missing-checks",
            "stable-typedarray-sort",
        ],
    ),
    (
        Edition(2021),
        &[
            "AggregateError",
            "FinalizationRegistry",
            "Promise.any",
            "String.prototype.replaceAll",
            "WeakRef",
            "align-detached-buffer-semantics-with-web-reality",
            "logical-assignment-operators",
            "numeric-separator-literal",
        ],
    ),
    (
        Edition(2022),
        &[
            "Array.prototype.at",
            "Object.hasOwn",
            "String.prototype.at",
            "TypedArray.prototype.at",
            "arbitrary-module-namespace-names",
            "class-fields-private",
            "class-fields-private-in",
            "class-fields-public",
            "class-methods-private",
            "class-static-block",
            "class-static-fields-private",
            "class-static-fields-public",
            "class-static-methods-private",
            "error-cause",
            "regexp-match-indices",
            "top-level-await",
        ],
    ),
    (Edition(2023), &["array-find-from-last", "change-array-by-copy", "hashbang", "symbols-as-weakmap-keys"]),
    (
        Edition(2024),
        &[
            "Atomics.waitAsync",
            "String.prototype.isWellFormed",
            "String.prototype.toWellFormed",
            "array-grouping",
            "arraybuffer-transfer",
            "promise-with-resolvers",
            "regexp-v-flag",
            "resizable-arraybuffer",
        ],
    ),
    (
        Edition(2025),
        &[
            "Float16Array",
            "RegExp.escape",
            "import-attributes",
            "iterator-helpers",
            "json-modules",
            "promise-try",
            "regexp-duplicate-named-groups",
            "regexp-modifiers",
            "set-methods",
        ],
    ),
    (
        Edition(2026),
        &[
            "Array.fromAsync",
            "Error.isError",
            "Math.sumPrecise",
            "iterator-sequencing",
            "json-parse-with-source",
            "uint8array-base64",
            "upsert",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_has_its_features_and_those_before_it() {
        let edition = |name: &str| name.parse::<Edition>().expect("an edition");
        assert!(edition("es2015").has("let") && !edition("es2015").has("BigInt"));
        assert!(!edition("es2019").has("BigInt") && edition("es2020").has("BigInt") && edition("es2026").has("BigInt"));
        assert!(edition("es2015").has("IsHTMLDDA"));
        for unknown in ["Temporal", "joint-iteration", "never-heard-of", ""] {
            assert!(!Edition::LATEST.has(unknown), "{unknown}");
        }
    }

    #[test]
    fn the_table_is_in_order_and_names_nothing_twice() {
        let names: Vec<&str> = FEATURES.iter().flat_map(|(_, names)| *names).chain(HOST).copied().collect();
        let different: std::collections::BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(different.len(), names.len());
        assert!(FEATURES.is_sorted_by(|(a, _), (b, _)| a < b));
        assert_eq!(
            FEATURES.first().zip(FEATURES.last()).map(|(first, last)| (first.0, last.0)),
            Some((Edition::FIRST, Edition::LATEST))
        );
        assert!(FEATURES.iter().all(|(_, names)| names.is_sorted()));
    }

    #[test]
    fn names_of_editions() {
        for name in ["es2014", "es2027", "es5", "2020", "es", ""] {
            assert!(name.parse::<Edition>().is_err(), "{name}");
        }
        assert_eq!("es2026".parse(), Ok(Edition::LATEST));
        assert_eq!(Edition::LATEST.to_string(), "ES2026");
    }
}

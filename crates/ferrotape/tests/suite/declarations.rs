//! Declarations of what the host gives.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::time::SystemTime;

use ferrotape::class::Iter;
use ferrotape::convert::{Coerced, Listed, Null, Undefined};
use ferrotape::declarations::Types;
use ferrotape::handles::{BigInt, Bytes};
use ferrotape::host::{IntoFunction, Mutable, Opt, Rest, This};
use ferrotape::{
    Call, Class, ClassBuilder, Context, Engine, Error, FromJs, Function, Instance, IntoJs, Object, Script, Value,
};

/// Returns the declarations, which our own reader of TypeScript reads.
fn declarations(engine: &mut Engine) -> String {
    let text = engine.declarations().expect("they can be told");
    if let Err(error) = Script::compile("host.d.ts", &text) {
        panic!("{}\n{text}", error.report());
    }
    text
}

fn of_function<M>(function: impl IntoFunction<M>) -> String {
    let mut engine = Engine::new();
    engine.define("f", function).expect("a function");
    let text = declarations(&mut engine);
    text.strip_prefix("declare function f").and_then(|rest| rest.strip_suffix(";\n")).unwrap_or(&text).to_owned()
}

#[test]
fn each_type_has_its_text() {
    fn taken<T: FromJs>() -> String {
        <T as FromJs>::typescript(&mut Types::default())
    }
    fn given<T: IntoJs>() -> String {
        <T as IntoJs>::typescript(&mut Types::default())
    }
    for (text, expected) in [
        (taken::<()>(), "any"),
        (taken::<Null>(), "null"),
        (taken::<bool>(), "boolean"),
        (taken::<f32>(), "number"),
        (taken::<u128>(), "number"),
        (taken::<i64>(), "number"),
        (taken::<BigInt>(), "bigint"),
        (taken::<String>(), "string"),
        (taken::<char>(), "string"),
        (taken::<PathBuf>(), "string"),
        (taken::<SystemTime>(), "Date"),
        (taken::<Bytes>(), "ArrayBuffer | ArrayBufferView"),
        (taken::<Value>(), "any"),
        (taken::<Coerced<f64>>(), "any"),
        (taken::<Function>(), "Function"),
        (taken::<Object>(), "object"),
        (taken::<Option<u8>>(), "number | null | undefined"),
        (taken::<Option<Option<u8>>>(), "number | null | undefined"),
        (taken::<Vec<Option<u8>>>(), "Array<number | null | undefined>"),
        (taken::<Vec<Vec<u8>>>(), "number[][]"),
        (taken::<[bool; 2]>(), "[boolean, boolean]"),
        (taken::<[u8; 40]>(), "number[]"),
        (taken::<(String, Option<u8>)>(), "[string, number | null | undefined]"),
        (taken::<BTreeSet<u8>>(), "Set<number>"),
        (taken::<HashMap<String, bool>>(), "Record<string, boolean>"),
        (taken::<BTreeMap<u32, bool>>(), "Record<number, boolean>"),
        (given::<()>(), "undefined"),
        (given::<Undefined>(), "undefined"),
        (given::<Option<&str>>(), "string | undefined"),
        (given::<&[u8]>(), "number[]"),
        (given::<Bytes>(), "Uint8Array"),
        (given::<Listed<Vec<bool>>>(), "boolean[]"),
        (given::<Iter<std::vec::IntoIter<u8>>>(), "IterableIterator<number>"),
    ] {
        assert_eq!(text, expected);
    }
}

#[test]
fn functions_have_their_parameters_and_results() {
    assert_eq!(of_function(|| ()), "(): void");
    assert_eq!(
        of_function(|_: f64, _: Opt<bool>, _: Rest<String>| 1),
        "(a: number, b?: boolean, ...c: string[]): number"
    );
    assert_eq!(of_function(|_: Option<u8>| ()), "(a?: number | null): void");
    // What is needed may not follow what may be left out.
    assert_eq!(of_function(|_: Option<u8>, _: u8| ()), "(a: number | null | undefined, b: number): void");
    assert_eq!(of_function(|_: &mut Context<'_>, _: This<Object>, _: u8| Ok::<_, Error>("")), "(a: number): string");
    assert_eq!(of_function(|_: &str| None::<u8>), "(a: string): number | undefined");
    assert_eq!(of_function(|_: u8| async move { Ok::<_, String>(()) }), "(a: number): Promise<void>");
    assert_eq!(
        of_function(Mutable::new(|_: Rest<Option<u8>>| true)),
        "(...a: Array<number | null | undefined>): boolean"
    );
}

struct File;

impl Class for File {
    const NAME: &'static str = "File";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|_: String| File)?;
        class.constant("MOST", 7)?;
        class.static_method("temporary", |cx: &mut Context<'_>| Instance::new(cx, File))?;
        class.getter("size", |_: &File| 1_u8)?;
        class.getter("name", |_: &File| "a")?;
        class.setter("name", |_: &mut File, _: String| ())?;
        class.method("part of", |_: &File, _: u8| vec![""])?;
        class.async_method("read", |_: std::sync::Arc<File>| async { "text" })?;
        class.iterator(|_: &File| vec![1])
    }
}

#[test]
fn classes_have_their_members() {
    let mut engine = Engine::new();
    engine.register::<File>().expect("a class");
    let text = "declare class File {
    constructor(a: string);
    static readonly MOST: number;
    static temporary(): File;
    readonly size: number;
    name: string;
    \"part of\"(a: number): string[];
    read(): Promise<string>;
    [Symbol.iterator](): Iterator<any>;
}
";
    assert_eq!(declarations(&mut engine), text);
    assert_eq!(declarations(&mut engine.fork().expect("a fork")), text);
}

#[test]
fn a_class_that_is_only_mentioned_is_an_interface() {
    let mut engine = Engine::new();
    engine.define("open", |cx: &mut Context<'_>| Instance::new(cx, File)).expect("a function");
    let text = declarations(&mut engine);
    assert!(text.starts_with("interface File {\n    readonly size: number;\n    name: string;\n"), "{text}");
    assert!(text.ends_with("}\ndeclare function open(): File;\n") && !text.contains("static"), "{text}");
}

#[test]
fn names_that_are_no_identifiers_are_quoted_or_left_to_global_this() {
    let mut engine = Engine::new();
    for path in ["a.b-c.delete", "a.b-c.x\"y\n", "delete", "two words", "let", "a"] {
        engine.define(path, |_: u8| ()).ok();
        engine.describe(path, "Ends */ here.\n\nNot there.", &["let"]);
    }
    let text = declarations(&mut engine);
    for part in [
        "// globalThis[\"delete\"]: (a: number) => void\n",
        "// globalThis[\"two words\"]: ",
        "    \"b-c\": {\n        /**\n         * Ends *\\/ here.\n         *\n         * Not there.\n         */\n        delete(a: number): void;\n",
        "\"x\\\"y\\n\"(a: number): void;",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn calls_tell_what_they_are_told() {
    let mut engine = Engine::new();
    engine.define_call("ask", Call::blocking()).expect("a call");
    engine.define_call("tools.find", Call::promise().typed::<fn(String, Opt<u8>) -> ()>()).expect("a call");
    let text = "declare function ask(...a: any[]): any;
declare const tools: {
    find(a: string, b?: number): Promise<void>;
};
";
    assert_eq!(declarations(&mut engine), text);
    // It is where it was declared.
    assert!(engine.eval::<bool>("tools.find('a') instanceof Promise").expect("it is there"));
    assert_eq!(engine.calls()[0].name(), "tools.find");
}

#[test]
fn schemas_are_types() {
    for (schema, expected) in [
        ("{}", "any"),
        ("false", "never"),
        (r#"{"type": "integer"}"#, "number"),
        (r#"{"type": ["string", "null"]}"#, "string | null"),
        (r#"{"enum": ["a", 1, null, "a"]}"#, r#""a" | 1 | null"#),
        (r#"{"const": {"a": [1.5]}}"#, r#"{ "a": [1.5] }"#),
        (
            r#"{"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "boolean"}]}}"#,
            "Array<string | boolean>",
        ),
        (
            r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "number"}}"#,
            "[string, ...number[]]",
        ),
        (r#"{"type": "object", "additionalProperties": {"type": "number"}}"#, "Record<string, number>"),
        (r#"{"properties": {"a b": {"type": "string"}}, "required": ["a b"]}"#, r#"{ "a b": string }"#),
        (
            r#"{"allOf": [{"type": "object", "properties": {"a": {}}}, {"oneOf": [{"const": 1}, {"const": 2}]}]}"#,
            "{ a?: any } & (1 | 2)",
        ),
        (r#"{"const": "\u0041\ud83d\ude00\n"}"#, "\"A😀\\n\""),
    ] {
        let mut engine = Engine::new();
        let call = Call::blocking().schema(r#"{"type": "object"}"#, schema).expect(schema);
        engine.define_call("f", call).expect("a call");
        assert_eq!(declarations(&mut engine), format!("declare function f(): {expected};\n"));
    }
    for wrong in [
        "",
        "{",
        "[1,]",
        "{\"a\" 1}",
        "01x",
        "1.",
        "1.e5",
        "-.5",
        "--1",
        "+1",
        "-01",
        "\"\\ud800\"",
        "\"\n\"",
        "nul",
        "{} {}",
        &"[".repeat(100_000),
    ] {
        assert!(Call::promise().schema(wrong, "{}").is_err(), "{wrong:.9}");
    }
}

#[test]
fn schemas_refer_to_themselves() {
    let tree = r##"{"$ref": "#/$defs/tree", "$defs": {"tree": {"description": "A tree.", "type": "object", "properties": {
        "leaves": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}}}"##;
    let mut engine = Engine::new();
    engine.define_call("grow", Call::promise().schema(tree, tree).expect("schemas")).expect("a call");
    let text = "/** A tree. */\ntype tree = { leaves?: tree[] };\ndeclare function grow(input: tree): Promise<tree>;\n";
    assert_eq!(declarations(&mut engine), text);
}

/// Returns the declarations of a call with such schemas.
fn of_schemas(argument: &str, answer: &str) -> String {
    let mut engine = Engine::new();
    let call = Call::blocking().schema(argument, answer).expect("schemas");
    engine.define_call("f", call).expect("a call");
    declarations(&mut engine)
}

#[test]
fn all_words_of_a_schema_hold_at_once() {
    for (schema, expected) in [
        (
            r#"{"type": "object", "properties": {"a": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
            "{ a?: any }",
        ),
        (r#"{"type": "string", "allOf": [{"pattern": "a"}]}"#, "string"),
        (r#"{"allOf": []}"#, "any"),
        (r#"{"type": "object", "oneOf": [{"properties": {"a": {}}}, {"type": "null"}]}"#, "{ a?: any } | null"),
    ] {
        assert_eq!(of_schemas(r#"{"type": "object"}"#, schema), format!("declare function f(): {expected};\n"));
    }
    for argument in [
        r#"{"type": "object", "additionalProperties": {"type": "number"}}"#,
        r#"{"type": "object", "oneOf": [{"properties": {"a": {}}}]}"#,
        r##"{"type": "object", "$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}"##,
    ] {
        assert!(of_schemas(argument, "{}").contains("declare function f(input: "), "{argument}");
    }
    assert!(Call::promise().schema("{}", "01").is_err(), "TypeScript reads it with the base eight");
}

#[test]
fn large_schemas_are_told_in_time() {
    let mut chain: Vec<String> =
        (1..20_000).map(|n| format!(r##""d{}": {{"items": {{"$ref": "#/$defs/d{n}"}}}}"##, n - 1)).collect();
    chain.push(r#""d19999": {}"#.to_owned());
    let schema = format!(r##"{{"$ref": "#/$defs/d0", "$defs": {{{}}}}}"##, chain.join(","));
    let text = of_schemas(&schema, "{}");
    assert_eq!(text.lines().count(), 20_001);
    assert!(text.ends_with("declare function f(input: d0): any;\n"));
    // A type that is named twice is one.
    let twice =
        (0..50).fold("{}".to_owned(), |items, _| format!(r#"{{"type": ["array", "array"], "items": {items}}}"#));
    assert!(of_schemas("{}", &twice).contains("any[][][]"));
    // So is a part that is written in several ways.
    let ways = r##"{"anyOf": [{"$ref": "#/a~b"}, {"$ref": "#/a~0b"}, {"$ref": "#x/a~b"}], "a~b": {"const": 1}}"##;
    assert!(of_schemas(ways, "{}").ends_with("declare function f(input: any): any;\n"));
    let ways = ways.replace("#x", "#");
    assert_eq!(of_schemas(&ways, "{}"), "type a_b = 1;\ndeclare function f(input: a_b): any;\n");
    let many: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
    let text = of_schemas("{}", &format!("{{\"enum\": [{}]}}", many.join(",")));
    assert_eq!(text.matches(" | ").count(), 99_999);
    let long = format!("{{\"description\": \"{}\"}}", "a".repeat(1 << 20));
    assert!(Call::promise().schema(&long, "{}").is_err());
}

#[test]
fn many_types_of_one_name_are_told_in_time() {
    let mut engine = Engine::new();
    for number in 0..1_500 {
        let schema = format!(
            r##"{{"$ref": "#/$defs/Item", "title": "{number}", "$defs": {{"Item": {{"const": {}}}}}}}"##,
            number % 3
        );
        let call = Call::blocking().schema(&schema, "{}").expect("a schema");
        engine.define_call(&format!("f{number}"), call).expect("a call");
    }
    let text = declarations(&mut engine);
    assert!(text.starts_with("type Item = 0;\ntype Item2 = 1;\n") && !text.contains("Item4"), "{text:.200}");
}

#[test]
fn the_words_of_others_stay_words() {
    // Types of those names would be taken for others.
    let names = r##"{"anyOf": [{"$ref": "#/$defs/string"}, {"$ref": "#/$defs/Promise"}], "$defs": {
        "string": {"const": 1}, "Promise": {"description": "a\u0001b\u0002\u202e*/ x\u2028y\rz", "const": 2}}}"##;
    let text = of_schemas(names, "{}");
    assert!(text.contains("type string2 = 1;\n") && text.contains("type Promise2 = 2;\n"), "{text}");
    assert!(text.contains("/**\n * ab*\\/ x\n * y\n * z\n */\n"), "{text:?}");
    assert!(text.ends_with("declare function f(input: string2 | Promise2): any;\n"), "{text}");
    let mut engine = Engine::new();
    engine.define("a b", |_: u8| ()).expect("a function");
    engine.describe("a b", "One\rtwo\u{2028}three", &[]);
    let text = "// /**\n//  * One\n//  * two\n//  * three\n//  */\n// globalThis[\"a b\"]: (a: number) => void\n";
    assert_eq!(declarations(&mut engine), text);
    assert!(engine.declare("a", "'\u{1}0\u{2}'").is_err(), "it would be taken for the place of a type");
}

#[test]
fn names_of_parameters_and_of_methods_say_what_they_are() {
    let mut engine = Engine::new();
    engine.define("files.new", |_: u8, _: u8, _: u8| ()).expect("a function");
    engine.describe("files.new", "", &["b", "b"]);
    engine.describe("files", "All files.", &[]);
    engine.describe("nothing", "It is not there.", &[]);
    let text = "/** All files. */\ndeclare const files: {\n    \"new\"(b: number, b_: number, c: number): void;\n};\n";
    assert_eq!(declarations(&mut engine), text);
}

mod macros {
    use super::*;

    /// A point.
    #[derive(FromJs, IntoJs)]
    struct Point {
        /// To the right.
        x: f64,
        y: Option<f64>,
    }

    #[derive(FromJs, IntoJs)]
    #[allow(dead_code)]
    struct Tree {
        children: Vec<Tree>,
    }

    #[derive(FromJs, IntoJs)]
    #[js(tag = "kind", rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Shape {
        Circle {
            radius: f64,
            #[js(default)]
            fill: bool,
        },
        At(Point),
        Nothing,
    }

    #[derive(FromJs, IntoJs)]
    #[allow(dead_code)]
    enum Answer {
        Yes,
        No(String),
        #[js(rename = "not-now")]
        Later(u8, u8),
    }

    #[derive(FromJs)]
    #[js(untagged)]
    #[allow(dead_code)]
    enum Either {
        Text(String),
        Pair {
            a: u8,
            #[js(flatten)]
            tree: Tree,
        },
    }

    #[derive(IntoJs)]
    struct Pair<T>(T, T);

    #[test]
    fn derived_types_have_names() {
        let mut engine = Engine::new();
        let define = |engine: &mut Engine| {
            engine.define("move", |point: Point| point)?;
            engine.define("grow", |tree: Tree| tree)?;
            engine.define("draw", |_: Vec<Shape>| Shape::Nothing)?;
            engine.define("ask", |answer: Answer| answer)?;
            engine.define("either", |_: Either| Pair(1, 2))
        };
        define(&mut engine).expect("functions");
        let text = declarations(&mut engine);
        let expected = "type Answer = \"Yes\" | { No: string } | { \"not-now\": [number, number] };
/** A point. */
type Point = { /** To the right. */ x: number; y?: number | null };
type Shape = { kind: \"circle\"; radius: number; fill?: boolean } | { kind: \"at\" } & Point | { kind: \"nothing\" };
/** A point. */
type Point2 = { /** To the right. */ x: number; y?: number };
type Shape2 = { kind: \"circle\"; radius: number; fill: boolean } | { kind: \"at\" } & Point2 | { kind: \"nothing\" };
type Tree = { children: Tree[] };
type Either = string | { a: number } & Tree;
type Pair = [number, number];
declare function ask(a: Answer): Answer;
declare function draw(a: Shape[]): Shape2;
declare function either(a: Either): Pair;
declare function grow(a: Tree): Tree;
declare function move(a: Point): Point2;
";
        // Names are given in the order in which types are met.
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&text), sorted(expected), "{text}");
    }

    /// A door.
    #[ferrotape::class]
    struct Door {
        /// The angle at which it stands open.
        #[js(get, set)]
        degrees: f64,
    }

    #[ferrotape::methods]
    impl Door {
        const WIDTH: f64 = 0.9;

        /// Makes a door.
        #[js(constructor)]
        fn new(open_degrees: f64) -> Door {
            Door { degrees: open_degrees }
        }

        /// Opens it.
        fn open(&mut self, how_far: f64, _quietly: Opt<bool>) -> f64 {
            self.degrees += how_far;
            self.degrees
        }

        fn label(&self, text: &str) -> String {
            text.to_owned()
        }
    }

    #[test]
    fn macros_give_names_and_words() {
        let mut engine = Engine::new();
        engine.register::<Door>().expect("a class");
        let text = "/** A door. */
declare class Door {
    /** The angle at which it stands open. */
    degrees: number;
    static readonly WIDTH: number;
    /** Makes a door. */
    constructor(openDegrees: number);
    /** Opens it. */
    open(howFar: number, quietly?: boolean): number;
    label(text: string): string;
}
";
        assert_eq!(declarations(&mut engine), text);
    }
}

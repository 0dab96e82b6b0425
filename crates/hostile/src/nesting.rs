//! Sources × shapes of nesting: input for the scanner, the parser, the scope builder and the generators, before any
//! run.

use crate::modern;
use crate::scripts::Script;
use crate::source::Source;

/// Nested constructs: beginning, end, and depth.
const NESTS: &[(&str, &str, &str, usize)] = &[
    ("flat", "", "", 0),
    ("function expressions", "(function(){", "})", 3000),
    ("function declarations", "function f(a){", "}", 3000),
    ("functions with parameters and names", "(function g@(p@,e){var w@=p@;", "})", 3000),
    ("blocks", "{", "}", 10000),
    ("catch blocks", "try{}catch(e){", "}", 5000),
    ("try blocks", "try{", "}finally{e}", 5000),
    ("finally blocks", "try{e}finally{", "}", 2000),
    ("with", "with(o){", "}", 5000),
    ("labels", "l@:{", "}", 5000),
    ("loops", "for(;;){", "}", 5000),
    ("loops over names", "for(var e in o){", "}", 3000),
    ("switches", "switch(e){case 1:", "}", 3000),
    ("conditions", "if(e){", "}else e;", 5000),
    ("functions in with", "with(o){(function(){", "})()}", 2000),
    ("functions in catch", "try{}catch(e){(function(){", "})()}", 2000),
];

/// Bodies in the middle, repeated until there is enough text.
const BODIES: &[(&str, &str)] = &[
    ("names", "x;e;"),
    ("variables", "var v@=e;"),
    ("one variable", "var e;"),
    ("functions", "function h@(){return e}"),
    ("closures", "(function(){x;e});"),
    ("breaks", "l0:for(;;){break l0}"),
    ("properties", "o.p@=e.q;"),
    ("texts", "e='t@\\n';"),
    ("numbers", "e=@.5;"),
    ("patterns", "e=/a(b|c)*[d-f]@/;"),
    ("evals", "eval(e);x@;"),
    ("catchers", "try{e()}catch(z){z}"),
    ("cases", "switch(x){case @:e;default:x}"),
    ("assignments", "a@=b=c=e+=1;"),
];

/// Expressions that are nested or long by themselves: the text around, in the middle, and the depth.
const EXPRESSIONS: &[(&str, &str, &str, &str, usize)] = &[
    ("parentheses", "(", "1", ")", 1_000_000),
    ("arrays", "[", "1", "]", 1_000_000),
    ("objects", "({a:", "1", "})", 1_000_000),
    ("members of objects", "x={a:", "1", "}", 1_000_000),
    ("negations", "!", "1", "", 3_000_000),
    ("signs", "- ", "1", "", 3_000_000),
    ("typeof", "typeof ", "1", "", 1_000_000),
    ("new", "new ", "x", "", 1_000_000),
    ("conditional", "a?b:", "1", "", 1_000_000),
    ("conditional in the middle", "a?", "1", ":b", 1_000_000),
    ("assignment", "a=", "1", "", 2_000_000),
    ("commas", "a,", "1", "", 3_000_000),
    ("sums", "a+", "1", "", 3_000_000),
    ("sums of constants", "1+", "1", "", 3_000_000),
    ("texts added", "'abc'+", "'d'", "", 1_000_000),
    ("texts added from the inside", "'a'+(", "'bcdefghij'", ")", 5000),
    ("products", "a*", "1", "", 3_000_000),
    ("and", "a&&", "1", "", 2_000_000),
    ("or and and", "a||b&&", "1", "", 1_000_000),
    ("in", "a in ", "b", "", 1_000_000),
    ("elements", "a[", "1", "]", 1_000_000),
    ("arguments", "a(", "1", ")", 1_000_000),
    ("many arguments", "f(1", ",x", ")", 1),
    ("members", "", "a.b.c.d", "", 1),
    ("unfinished", "((([[[{{{", "", "", 1_000_000),
    ("an error at the end", "x;", "}", "", 3_000_000),
    ("statements without an end", "if(a)", ";", "", 1_000_000),
    ("else if", "if(a)b;else ", ";", "", 1_000_000),
    ("do", "do ", "x", ";while(0)", 100_000),
    ("labels", "l@:", ";", "", 400_000),
    ("vars", "var ", "x", ";", 1),
    ("getters", "({get a(){return ", "1", "}})", 100_000),
];

/// Long constructs without nesting.
const LONG: &[(&str, &str, &str, usize, &str)] = &[
    ("statements", "", "a+b;", 5_000_000, ""),
    ("variables", "var a", ",a@", 1_500_000, ";"),
    ("parameters", "(function(a", ",a@", 60_000, "){})"),
    ("array elements", "x=[", "1,", 5_000_000, "]"),
    ("holes", "x=[", ",", 10_000_000, "]"),
    ("properties", "x={", "k@:1,", 1_500_000, "}"),
    ("cases", "switch(x){", "case @:", 1_500_000, "}"),
    ("cases of texts", "switch(x){", "case 't@':", 1_000_000, "}"),
    ("functions", "", "function f@(){}", 800_000, ""),
    ("blank lines", "", "\n", 20_000_000, "x"),
    ("spaces", "", " ", 20_000_000, "x"),
    ("comments", "", "/*c*/", 4_000_000, "x"),
    ("one comment", "/*", "comment ", 2_500_000, "*/x"),
    ("one name", "a", "bcdefghi", 2_500_000, ";"),
    ("one name with escapes", "a", "\\u0061", 2_000_000, ";"),
    ("one text", "x='", "text ", 4_000_000, "'"),
    ("one text with escapes", "x='", "\\u0041", 3_000_000, "'"),
    ("one wide text", "x='", "λ", 8_000_000, "'"),
    ("one number", "x=", "12345", 4_000_000, ""),
    ("one fraction", "x=0.", "00000", 4_000_000, "1e9"),
    ("one hexadecimal number", "x=0x", "fedc", 4_000_000, ""),
    ("one pattern", "x=/", "a(b)", 4_000_000, "/"),
    ("one pattern of classes", "x=/", "[a-z]", 2_000_000, "/"),
    ("one pattern of alternatives", "x=/", "abc|", 2_000_000, "d/"),
    ("one class", "x=/[", "a-c", 4_000_000, "]/"),
    ("patterns", "", "/a@/;", 1_500_000, ""),
    ("labels one after the other", "", "l@:;", 2_000_000, ""),
    ("trys", "", "try{a()}catch(e){}", 800_000, ""),
    ("closures", "(function(a){", "(function(){a@;a});", 500_000, "})"),
    ("an unfinished text", "x='", "text ", 4_000_000, ""),
    ("an unfinished pattern", "x=/", "text ", 4_000_000, ""),
    ("an unfinished comment", "/*", "text ", 4_000_000, ""),
    ("breaks of one finally", "for(;;){try{", "if(a)break;if(b)continue;", 700_000, "}finally{x}}"),
    ("returns of one finally", "(function(){try{", "if(a)return @;", 1_000_000, "}finally{x}})"),
    ("strict functions", "'use strict';", "(function(a,b){a=b});", 800_000, ""),
    ("member chain", "x", ".p@(1)[2]", 1_000_000, ""),
    ("for in", "", "for(var i in x)y;", 1_000_000, ""),
    ("evals", "(function(){", "eval('');x@;", 800_000, "})"),
    ("with", "(function(){with(o){", "x@;", 2_000_000, "}})"),
];

const BODY_BYTES: usize = 4_000_000;

/// Returns all nests around all bodies, and the deep expressions and long things.
pub fn scripts() -> Vec<Script> {
    let bodies = || BODIES.iter().chain(modern::BODIES);
    let mut scripts = Vec::new();
    for nest in NESTS.iter().chain(modern::NESTS) {
        scripts.extend(bodies().map(|body| nested(nest, body)));
    }
    for expression in EXPRESSIONS.iter().chain(modern::EXPRESSIONS) {
        scripts.extend(deep("source", "", expression));
    }
    for long_thing in LONG.iter().chain(modern::LONG) {
        scripts.extend(long("source", long_thing));
    }
    scripts
}

fn nested((nest, open, close, depth): &(&str, &str, &str, usize), (body, text): &(&str, &str)) -> Script {
    let repeated = BODY_BYTES / (text.len() + 4);
    let source = Source::repeated(*open, *depth).then_repeated(*text, repeated).then_repeated(*close, *depth);
    Script::new(format!("source/{nest}/{body}"), in_function(source))
}

/// Makes scripts of a nested construct behind a text, of this origin.
pub fn deep(
    origin: &str,
    first: &str,
    (name, open, middle, close, depth): &(&str, &str, &str, &str, usize),
) -> [Script; 2] {
    let source = Source::text(first).then_repeated(*open, *depth).then(*middle).then_repeated(*close, *depth);
    // As deep as is accepted, many times.
    let depth = 100.min(*depth);
    let text = format!("{first}{}{middle}{};", open.repeat(depth), close.repeat(depth));
    let many = Source::repeated(text.as_str(), BODY_BYTES / text.len());
    [Script::new(format!("{origin}/deep {name}"), source), Script::new(format!("{origin}/many {name}"), many)]
}

/// Makes scripts of a long construct, of this origin: as a file, and by `eval`.
pub fn long(origin: &str, (name, first, repeated, times, last): &(&str, &str, &str, usize, &str)) -> [Script; 2] {
    let source = Source::text(*first).then_repeated(*repeated, *times).then(*last);
    // The script builds a similar text itself, so its limits apply from the beginning.
    let (doublings, piece) = ((*times).ilog2().saturating_sub(2), repeated.replace('@', "7"));
    let text = format!(
        "var t = {piece:?}; for (var i = 0; i < {doublings}; i++) t += t;\ntry {{ eval({first:?} + t + {last:?}); }} catch (e) {{ e.stack; }}"
    );
    [
        Script::new(format!("{origin}/long {name}"), source),
        Script::new(format!("{origin}/eval of long {name}"), Source::text(text)),
    ]
}

/// Puts a source into a function that is never called: only compiling counts.
fn in_function(source: Source) -> Source {
    Source::text("(function(o,a,b,c){").then_source(source).then("})")
}

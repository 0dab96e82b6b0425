//! The shape of trees beyond ES5.1.

use super::check_tree;

#[test]
fn operators_of_later_editions() {
    check_tree("a ** b ** c * d", "(Multiply (Exponentiate a (Exponentiate b c)) d)");
    check_tree("(-a) ** b; a ** -b", "(Exponentiate (Minus a) b)\n(Exponentiate a (Minus b))");
    check_tree("a ?? b ?? c | d", "(Coalesce (Coalesce a b) (BitOr c d))");
    check_tree("a ||= b &&= c ??= d **= e", "(Or= a (And= b (Coalesce= c (Exponentiate= d e))))");
}

#[test]
fn optional_chains() {
    check_tree("a?.b.c(d)?.[e]", "(chain ([] (?. (call (. (. (?. a) b) c) d)) e))");
    check_tree("a?.(b); (a?.b).c", "(chain (call (?. a) b))\n(. (chain (. (?. a) b)) c)");
    check_tree("delete a?.b; a?.5:1", "(Delete (chain (. (?. a) b)))\n(? a 0.5 1)");
}

#[test]
fn templates() {
    check_tree("`a${b}c${`${d}`}`", "(template \"a\" b \"c\" (template \"\" d \"\") \"\")");
    check_tree("a.b`\\x41\\u{42}\\\n`; a`\\u`", "(tagged (. a b) \"AB\")\n(tagged a raw \"\\\\u\")");
    check_tree("`a\r\nb\\\r\nc`; `}${ {} }{`", "(template \"a\\nbc\")\n(template \"}\" (object) \"{\")");
}

#[test]
fn literals_of_later_editions() {
    check_tree("1_000n + 0xFFn + 0b1_1 + 1_0.2_5e1_0", "(Add (Add (Add 1000n 0xffn) 3) 102500000000)");
    check_tree(
        "({ a, b() {}, [c]: d, ...e, 1n: f, __proto__, async: g, get: h })",
        "
        (object a: a b: {
          Method()
            function scope
        } [c]: d (... e) 1: f __proto__: __proto__ async: g get: h)",
    );
    check_tree("[...a, , ...b]; f(...a, b)", "(array (... a) hole (... b))\n(call f (... a) b)");
}

#[test]
fn literals_become_patterns_in_place() {
    check_tree(
        "[a, b.c = 1, , ...[d]] = e",
        "(= (array-pattern a (default (. b c) 1) hole (... (array-pattern d))) e)",
    );
    check_tree(
        "({ a, b = 1, c: { d }, [e]: f = g, ...h } = i)",
        "(= (object-pattern a: a b: (default b 1) c: (object-pattern d: d) [e]: (default f g) (... h)) i)",
    );
    check_tree(
        "for ([a] of b) ; for ({ a = 1 } in b) ;",
        "for (array-pattern a) of b\n  empty\nfor (object-pattern a: (default a 1)) in b\n  empty",
    );
    check_tree("({ __proto__: a, __proto__: b } = c)", "(= (object-pattern __proto__: a __proto__: b) c)");
    check_tree(
        "[[a] = [b = 1] = c] = d",
        "(= (array-pattern (default (array-pattern a) (= (array-pattern (default b 1)) c))) d)",
    );
}

#[test]
fn arrow_functions() {
    check_tree(
        "a => b; async (a, b) => { c }; () => ({}); async a => await a",
        "
        {
          Arrow(a#0)
            function scope [a#0 parameter 0]
            return b
        }
        {
          Arrow(a#1, b#2) async
            function scope [a#1 parameter 0] [b#2 parameter 1]
            c
        }
        {
          Arrow()
            function scope
            return (object)
        }
        {
          Arrow(a#3) async
            function scope [a#3 parameter 0]
            return (await a#3)
        }",
    );
    check_tree("async(a, ...b); (a, b); (async)(a)", "(call async a (... b))\n(, a b)\n(call async a)");
    check_tree("new async(a)(b)", "(call (new async a) b)");
}

#[test]
fn statements_of_later_editions() {
    check_tree(
        "for (const a of b) ; async function f() { for await (a of b) ; } try {} catch {}",
        "
        for const a#0 of b
          loop scope [a#0 const]
          empty
        declare
          Declaration f() async
            function scope
            for await a of b
              empty
        try
          block
        catch
          catch scope
          block",
    );
    check_tree("l: let\n{} let = 1; async\na", "l:\n  let\nblock\n(= let 1)\nasync\na");
}

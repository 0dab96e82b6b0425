//! Functions made by eval code, and the variables that they share with the code around it.

use ferrotape::{Backend, Engine};

use super::hostile;

const EVAL_CODE: &str = r#"
    const tried = f => { try { return String(f()) } catch (e) { return e.name + ': ' + e.message } };
    const made = {};
    made.plain = eval('() => 1'); made.indirect = (0, eval)('let hidden = 5; (function named() { return ++hidden + typeof named })');
    eval('var ofEval = 1; function declared() { return ofEval++ }'); made.declared = declared;
    (0, eval)('"use strict"; var own = 3; made.strict = () => own++; made.bare = function () { return this }');
    function around(a, b) {
        let local = a; const own = eval('var added = b * 2; () => [a, b, local, added, arguments.length, this === globalThis].join()');
        made.set = eval('x => { local = x; added = x; b = x }'); made.deep = eval('eval("() => [local, added, new.target].join()")');
        made.late = eval('() => later'); if (a) throw own; let later = 1; return own
    }
    try { around(1, 2) } catch (own) { made.own = own }
    class Base { #secret = 7; base() { return 'base' } static count = 0; reach() { return eval('() => this.#secret++') } }
    class Derived extends Base { reachBase() { return eval('() => super.base() + Derived.count++') } base() { return 'derived' } }
    made.secret = new Base().reach(); made.sup = new Derived().reachBase();
    made.klass = eval('(class extends Base { #more = 2; get more() { return this.#more++ + this.base() } static { this.count = 9 } })');
    const it = new made.klass;
    with ({ w: 1, made }) { made.inWith = eval('() => w++') }
    for (const turn of [1, 2]) { let step = turn * 10; made['turn' + turn] = eval('() => turn + step++') }
    made.generator = eval('(function* (n) { for (let i = 0; ; i++) { const f = () => i * n; yield f() } })')(3);
    made.generator.next(); made.tag = eval('((parts, ...rest) => parts.raw.join("|") + rest)');
    made.templates = eval('() => made.tag`a${1}b`'); made.direct = eval('text => eval(text)');
    made.dynamic = new Function('a', 'b = a', 'return eval("() => a + b")')(4);
    made.getter = eval('({ get x() { return this.y }, y: 3, m() { return super.toString === Object.prototype.toString } })');
    function tell() {
        const parts = Object.keys(made).map(key => key + ' ' + (typeof made[key] === 'function' ? tried(() => made[key]('x' in globalThis)) : ''));
        made.set(parts.length);
        parts.push(made.generator.next().value, it.more, made.klass.count, made.getter.x, made.getter.m(), made.direct('1 + 1'),
            tried(() => made.direct('absent')), made.plain.toString(), made.indirect.name, made.strict.toString(), ofEval, typeof own);
        return parts.join(' ; ');
    }"#;

fn begun(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    engine.run("eval_code.js", EVAL_CODE).expect("a script that ends");
    engine
}

#[test]
fn functions_of_eval_code_go_on_with_their_variables() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = begun(backend);
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore(&bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut restored_again = Engine::restore(&again).expect("what was written again");
        for _ in 0..3 {
            let expected = engine.eval::<String>("tell()").expect("a string");
            assert!(expected.contains("late ReferenceError"), "{expected}");
            assert_eq!(restored.eval::<String>("tell()").expect("the same"), expected);
            assert_eq!(restored_again.eval::<String>("tell()").expect("the same"), expected);
        }
    }
}

#[test]
fn any_bytes_of_eval_code_are_an_error_or_an_engine() {
    for backend in [Backend::Register, Backend::Stack] {
        let bytes = begun(backend).snapshot().expect("all of it can be written");
        hostile::any_bytes_of(&bytes, bytes.len() / 2, hostile::narrow, &["tell()", "tell()"]);
    }
}

//! An object that answers for itself, as receiver and in the middle of prototype chains.

use super::*;

/// Each script on both machines, under stress and not.
fn check(asked: AskedKeys, scripts: &[(&str, &str)]) {
    for options in all_options() {
        for (source, expected) in scripts {
            let mut vm = vm_with_tables(options.clone(), asked);
            assert_eq!(run(&mut vm, source), *expected, "{options:?}: {source}");
        }
    }
}

#[test]
fn every_walk_over_prototypes_asks_the_object() {
    check(
        AskedKeys::All,
        &[
            // get, has, in, typeof
            (
                "var t = table({ far: 3 }, { a: 1 }), o = Object.create(t);
                 [o.a, o['a'], o.far, o.none, 'a' in o, 'far' in o, 'b' in o]",
                "1,1,3,,true,true,false",
            ),
            ("var o = Object.create(table(null, { a: 1 })); with (o) { typeof a + a }", "number1"),
            // set: found above, refused above, new
            (
                "var t = table({}, { a: 1 }), o = Object.create(t); o.a = 5; o.b = 6;
                 [Object.keys(o), t.a, o.a, o.b]",
                "a,b,1,5,6",
            ),
            ("var t = table({}, { a: 1 }); t.a = 5; t.z = 7; [t.a, t.z, Object.keys(t)]", "5,7,a,z"),
            (
                "'use strict'; var t = table({}, {}); try { t.fixed = 1 } catch (e) { e.message }",
                "Cannot assign to property 'fixed' of #<Table>",
            ),
            ("var t = table({ set s(v) { this.seen = v } }, {}), o = Object.create(t); o.s = 4; o.seen", "4"),
            // delete
            (
                "var t = table({ a: 9 }, { a: 1 });
             [delete t.a, t.a, delete t['a'], delete t.none]",
                "true,9,true,true",
            ),
            // for-in: between other objects, shadowed and shadowing
            (
                "var t = table({ c: 1, a: 1 }, { a: 1, b: 2 }), o = Object.create(t), s = ''; o.b = 1;
                 for (var k in o) s += k; s",
                "bac",
            ),
            ("var s = ''; for (var k in Object.create(Object.create(table(null, { x: 1 })))) s += k; s", "x"),
            // instanceof, isPrototypeOf, the check for cycles
            (
                "function F() {} var o = Object.create(table(F.prototype, {}));
                 [o instanceof F, F.prototype.isPrototypeOf(o)]",
                "true,true",
            ),
            ("var o = {}, t = table(o, {}); try { Object.setPrototypeOf(o, t) } catch (e) { e.name }", "TypeError"),
            // lists and descriptors
            (
                "var t = table(null, { b: 1, a: 2 });
                 [Object.keys(t), Object.getOwnPropertyNames(t), Object.values(t), Object.entries(t)]",
                "b,a,b,a,1,2,b,1,a,2",
            ),
            (
                "var d = Object.getOwnPropertyDescriptor(table(null, { a: 1 }), 'a');
                 [d.value, d.writable, d.enumerable, d.configurable]",
                "1,true,true,true",
            ),
            (
                "var t = table(Object.prototype, { a: 1 });
                 [t.hasOwnProperty('a'), t.propertyIsEnumerable('a'), Object.hasOwn(t, 'b')]",
                "true,true,false",
            ),
        ],
    );
}

#[test]
fn json_and_array_methods_ask_the_object() {
    check(
        AskedKeys::All,
        &[
            (
                "JSON.stringify({ t: table({ z: 1 }, { b: 1, a: 2 }), o: Object.create(table(null, { toJSON: 1,
                 x: 3 })) })",
                r#"{"t":{"b":1,"a":2},"o":{}}"#,
            ),
            ("JSON.stringify([table(null, { '0': 7, k: 1 })])", r#"[{"0":7,"k":1}]"#),
            // As an array-like.
            (
                "var t = table(null, { length: 3, '0': 5, '2': 7 }); var a = [];
                 Array.prototype.forEach.call(t, function (v, i) { a.push(i, v) }); a",
                "0,5,2,7",
            ),
            ("Array.prototype.join.call(table(null, { length: 2, '1': 7 }), '-')", "-7"),
            (
                "var t = table(null, { length: 1, '0': 5 }); Array.prototype.push.call(t, 8); [t[0], t[1], t.length]",
                "5,8,2",
            ),
            ("Array.prototype.slice.call(table(null, { length: 2, '0': 1, '1': 2 }))", "1,2"),
            ("Math.max.apply(null, table(null, { length: 2, '0': 1, '1': 2 }))", "2"),
            // Behind the holes of an array.
            (
                "var a = [1, , 3]; Object.setPrototypeOf(a, table(Array.prototype, { '1': 2, '3': 4 }));
                 [a[1], a[3], a.join(), a.indexOf(2), a.map(function (v) { return v * 2 }), a.concat([])]",
                "2,4,1,2,3,1,2,4,6,1,2,3",
            ),
            (
                "var a = [1, , 3]; Object.setPrototypeOf(a, table(Array.prototype, { '1': 2 })); a.reverse();
                 [a[0], a[1], a[2], Object.keys(a)]",
                "3,2,1,0,2",
            ),
            // Behind the holes of all arrays, ones that are there already.
            (
                "var a = [1, , 3]; function read(i) { return a[i] } read(1);
                 Object.setPrototypeOf(Array.prototype, table(Object.prototype, { '1': 2 }));
                 [read(1), a.join(), a.pop(), a.length, a.pop(), a.length]",
                "2,1,2,3,3,2,2,1",
            ),
            (
                "var a = []; Object.setPrototypeOf(Array.prototype, table(Object.prototype, { '0': 2 })); a[0] = 1;
                 a.push(7); [Object.keys(a), a.shift(), a.length]",
                "0,1,1,1",
            ),
            (
                "var s = new String('ab'); Object.setPrototypeOf(s, table(String.prototype, { '1': 2, '2': 9 }));
                 [s[1], s[2]]",
                "b,9",
            ),
            (
                "(function (p) { Object.setPrototypeOf(arguments, table(null, { '1': 2 }));
                 return arguments[0] + arguments[1] })(40)",
                "42",
            ),
        ],
    );
}

/// A cache must not answer across the object, whether it was there when the cache learned or came later.
#[test]
fn caches_do_not_answer_across_the_object() {
    check(
        AskedKeys::All,
        &[
            // Learned before the object comes into the chain.
            (
                "var p = { x: 1 }, o = Object.create(Object.create(p)); function get() { return o.x } get(); get();
              Object.setPrototypeOf(Object.getPrototypeOf(o), table(p, { x: 2 })); get()",
                "2",
            ),
            (
                "var o = Object.create({}); function get() { return o.x } get(); get();
             Object.setPrototypeOf(Object.getPrototypeOf(o), table(null, { x: 2 })); get()",
                "2",
            ),
            // Learned while it is there: what it has comes and goes.
            (
                "var t = table({ x: 1 }, {}), o = Object.create(t);
             function get() { return o.x } var s = [get(), get()]; t.x = 5; s.push(get()); delete t.x;
             s.push(get()); s",
                "1,1,5,1",
            ),
            // Its own shape says nothing of it, nor does one that it shares.
            (
                "var t = table(null, {}), u = table(null, { x: 3 });
             function get(o) { return o.x } [get(t), get(t), get(u), get(t)]",
                ",,3,",
            ),
            // Additions by assignment below it.
            (
                "var t = table({}, {}); function C() {} C.prototype = t; function make() { var c = new C(); c.x = 1;
             return c } make(); make(); t.x = 7;
              Object.defineProperty(t, 'y', { set: function (v) { this.z = v } }); var c = make(); c.y = 3;
               [c.x, c.z, Object.keys(c)]",
                "1,3,x,z",
            ),
            // Methods of primitives, and globals.
            (
                "Object.setPrototypeOf(Number.prototype, table(Object.prototype, { extra: 4 }));
             function get(n) { return n.extra } [get(1), get(2), (5).extra]",
                "4,4,4",
            ),
            (
                "Object.setPrototypeOf(String.prototype, table(Object.prototype, { extra: 4 }));
             function get(n) { return n.extra } [get('a'), get('b')]",
                "4,4",
            ),
            // The loop's ways to elements: names that are kept as an ordinary object has them do not come first.
            (
                "var t = table(null, {}); t[0] = 'text'; t[1] = 5;
             function get(i) { return t[i] } [get(0), get(1), get(2), get(0)]",
                "text,5,,text",
            ),
            (
                "var t = table(null, {}); t.n = 'text'; Object.defineProperty(t, 'n', { value: 3 });
             [t.n, t['n']]",
                "3,3",
            ),
        ],
    );
}

/// As with typed arrays: texts of numbers are asked for, all other names are as with ordinary objects, and cached.
#[test]
fn numbers_alone_can_be_asked_for() {
    check(
        AskedKeys::Numeric,
        &[
            (
                "var t = table({ far: 3, '1.5': 8, '01': 9 }, { '0': 5, '1.5': 6, '01': 7, name: 1 });
             var o = Object.create(t);
              function get(k) { return o[k] } [get('0'), o[0], o['1.5'], get('01'), o.name, o.far, o.far,
               '1.5' in o, 'name' in o]",
                "5,5,6,9,,3,3,true,false",
            ),
            (
                "var t = table(null, {}); t.name = 1; t['-0'] = 2; t[3] = 4; t.NaN = 5; t['1e3'] = 6;
             Object.keys(t)",
                "-0,3,NaN,name,1e3",
            ),
            (
                "var a = [, 1]; Object.setPrototypeOf(a, table(Array.prototype, { '0': 2 }));
             [a[0], a.join(), a.length]",
                "2,2,1,2",
            ),
            (
                "function C() {} C.prototype = table({}, { '-0': 1, Infinity: 2 }); function make() { var c = new C();
             c.x = 1; c.Infinity = 3; return c } make(); make(); var c = make();
             [c['-0'], c.Infinity, c.x]",
                "1,3,1",
            ),
        ],
    );
}

/// Locks go by what the object says, key by key.
#[test]
fn locks_ask_the_object() {
    check(
        AskedKeys::All,
        &[
            (
                "var t = table(null, { a: 1 }); Object.preventExtensions(t);
                 [Object.isExtensible(t), Object.isSealed(t)]",
                "false,false",
            ),
            (
                "var t = table(null, {}); t.text = 'a'; Object.freeze(t); [Object.isFrozen(t), t.text = 'b', t.text]",
                "true,b,a",
            ),
        ],
    );
}

/// A long chain of such objects is no deep recursion.
#[test]
fn chains_may_be_long() {
    for backend in BACKENDS {
        let mut vm = vm_with_tables(Options { backend, ..Options::default() }, AskedKeys::Numeric);
        let long = "var t = table({ '-1': 4 }, null); for (var i = 0; i < 3000; i++) t = table(t, null);";
        assert_eq!(run(&mut vm, &format!("{long} t[-1] = 5; [t[-1], '-2' in t, t['-1']]")), "5,false,5");
    }
}

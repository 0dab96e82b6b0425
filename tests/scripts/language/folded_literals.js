// Literals are folded when they are compiled: operators and conditions give what they give for the same values at run time.
// slow: makes some 12,000 functions

{
    const literals = ["undefined", "null", "true", "0", "-0", "1", "NaN", "1 / 0", "0xb", "2147483647", "-2147483648", "4294967295",
        "0.5", "010", "''", "'0'", "' '", "'a'", "'1' + '2'", "``", "0n", "1n", "-1n", "0xbn", "0XB0n", "0xbb_bn", "0x00n", "0b0n",
        "0B10n", "0o0n", "0O7n", "0xB8n", "12345678901234567890n"];
    const unary = ["!", "!!", "-", "+", "~", "typeof ", "void ", "- -", "!-", "~~"];
    const binary = ["+", "-", "*", "/", "%", "&", "|", "^", ">>", ">>>", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||", "??"];
    const shapes = ["A ? 1 : 2", "!A ? 1 : 2", "A && 'b'", "A || 'b'", "A ?? 'b'", "(() => { if (A) return 1; return 2 })()",
        "(() => { if (!(A && A)) return 1; return 2 })()", "(() => { let n = 0; while (A) { n++; break } return n })()",
        "(() => { let n = 0; do { if (n++ > 2) break } while (A); return n })()",
        "(() => { let n = 0; for (; A;) { n++; break } return n })()",
        "(() => { switch (A) { case A: return 1; default: return 2 } })()",
        "({ [A]: 1 })[A]", "`${A}`", "(A)?.x", "(() => { const { x = 1 } = { x: A }; return x })()", "Boolean(A)"];
    const made = (names, text) => (0, eval)(`(${names}) => () => (${text})`);
    const outcome = run => {
        try {
            const value = run();
            return `${typeof value} ${Object.is(value, -0) ? "-0" : String(value)}`;
        } catch (error) {
            return String(error);
        }
    };
    let count = 0;
    const check = (form, folded, atRunTime) => {
        count++;
        const [one, other] = [outcome(folded), outcome(atRunTime)];
        if (one !== other) print(`${form}: ${one}, not ${other}`);
    };
    const plain = [...unary.map(operator => `${operator}(A)`), ...shapes].map(shape => [shape, made("v", shape.replaceAll(/\bA\b/g, "v"))]);
    const pairs = binary.flatMap(operator => [`A ${operator} B`, `(A ${operator} B) ? 1 : 2`])
        .map(shape => [shape, made("a, b", shape.replace(/\bA\b/, "a").replace(/\bB\b/, "b"))]);
    const values = literals.map(literal => (0, eval)(literal));
    literals.forEach((literal, i) => {
        for (const [shape, atRunTime] of plain) {
            const text = shape.replaceAll(/\bA\b/g, `(${literal})`);
            check(text, made("", text)(), atRunTime(values[i]));
        }
        literals.forEach((other, j) => {
            // All shapes for neighbours, one for each other pair.
            const some = Math.abs(i - j) < 2 ? pairs : [pairs[(i * 7 + j) % pairs.length]];
            for (const [shape, atRunTime] of some) {
                const text = shape.replace(/\bA\b/, `(${literal})`).replace(/\bB\b/, `(${other})`);
                check(text, made("", text)(), atRunTime(values[i], values[j]));
            }
        });
    });
    print(count > 5000); // expect: true
}

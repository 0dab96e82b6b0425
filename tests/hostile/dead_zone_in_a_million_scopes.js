// Scopes whose bindings have no value yet, entered again and again.
let caught = 0;
function early() { { try { x; } catch { caught++; } let x = 1; { try { (() => y)(); } catch { caught++; } const y = x; class Z { static z = (() => { try { Q; } catch { } })(); } let Q; } } }
for (let i = 0; i < 1e6; i++) early();
let text = ''; for (let i = 0; i < 20000; i++) text += `{ try { v${i}; } catch { } let v${i} = () => v${i}; }`;
for (;;) eval(text);

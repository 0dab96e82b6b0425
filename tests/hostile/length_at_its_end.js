var a = [1]; a.length = 4294967295; for (;;) { try { a.push(1); } catch (e) { } try { Array.prototype.push.call({ length: 9007199254740991 }, 1); } catch (e) { } a.pop(); a.length = 4294967295; }

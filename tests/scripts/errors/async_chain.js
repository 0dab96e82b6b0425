// A stack names the whole chain of what waits, whatever kind of async code it is.
function callers(error) {
    return error.stack.split("\n").slice(1).map(line => line.trim().slice(3).replace(/ ?\(?[^ ]*:\d+:\d+\)?$/, "")).join(" < ");
}
const tick = () => new Promise(go => queueMicrotask(go));
async function inner() { await tick(); throw new Error("deep"); }
const arrow = async () => { await inner(); };
class Chain {
    async method() { await arrow(); }
    static async ofClass() { await new Chain().method(); }
    async #hidden() { await Chain.ofClass(); }
    run() { return this.#hidden(); }
}
async function* generator() { yield 1; await new Chain().run(); }
async function* delegating() { yield* generator(); }
async function consuming() { for await (const value of delegating()); }
const object = { async key() { await consuming(); } };
async function all() { await Promise.all([tick(), object.key(), tick()]); }
async function returning() { return all(); }
async function afterThen() { await returning().then(value => value).finally(() => { }); }
async function caught() { try { await afterThen(); } catch (error) { await tick(); throw error; } }
(async function main() {
    await caught().catch(error => callers(error).split(" < ").forEach(caller => print(caller)));
    // expect: inner
    // expect: async arrow
    // expect: async method
    // expect: async ofClass
    // expect: async #hidden
    // expect: async generator
    // expect: async delegating
    // expect: async consuming
    // expect: async key
    // expect: async Promise.all (index 1)
    // expect: async all
    // expect: async afterThen
    // expect: async caught
    // expect: async main
    // Code that began in a reaction is awaited by who awaits the promise of that.
    async function reacting() { await tick().then(function reaction() { null.x; }); }
    await reacting().catch(error => print(callers(error))); // expect: reaction < async reacting < async main
})();

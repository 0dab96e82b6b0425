// xstate: a machine with nested, parallel and remembered states.
const { assign, createActor, createMachine, fromPromise, getNextSnapshot, initialTransition, raise, setup, transition } = require("xstate/dist/xstate.umd.min.js");
(async () => {
const machine = setup({
  types: {}, actors: { load: fromPromise(async ({ input }) => { if (input.bad) throw new Error("bad"); return [input.n, input.n * 2]; }) },
  guards: { enough: ({ context }, { least }) => context.count >= least }, actions: { note: ({ context, event }) => print("note", event.type, context.count) },
}).createMachine({
  id: "m", context: ({ input }) => ({ count: input ?? 0, list: [] }), initial: "idle",
  states: {
    idle: { on: { ADD: { actions: [assign({ count: ({ context }) => context.count + 1 }), "note"] }, GO: [{ guard: { type: "enough", params: { least: 2 } }, target: "busy" }, { actions: raise({ type: "ADD" }) }] } },
    busy: { invoke: { src: "load", input: ({ context }) => ({ n: context.count, bad: context.count > 3 }), onDone: { target: "both", actions: assign({ list: ({ event }) => event.output }) }, onError: { target: "failed" } } },
    both: { type: "parallel", states: { left: { initial: "a", states: { a: { on: { FLIP: "b" } }, b: { type: "final" } } }, right: { initial: "c", states: { c: { on: { FLIP: "d" } }, d: { on: { FLIP: "c", END: "e" } }, e: { type: "final" } } } }, onDone: "done" },
    failed: { entry: "note", type: "final" }, done: { type: "final", output: ({ context }) => context.list },
  },
  output: ({ event }) => event.output,
});
const run = async (input, events) => {
  const actor = createActor(machine, { input }), seen = [];
  actor.subscribe({ next: state => seen.push(JSON.stringify(state.value)), complete: () => seen.push("complete") });
  actor.start();
  for (const type of events) { actor.send({ type }); for (let i = 0; i < 20; i++) await null; }
  print(seen.join(" "), actor.getSnapshot().status, JSON.stringify(actor.getSnapshot().context));
};
await run(0, ["GO", "ADD", "GO", "FLIP", "FLIP", "FLIP", "END"]);
await run(5, ["GO"]);
const light = createMachine({ initial: "green", states: { green: { on: { T: "yellow" } }, yellow: { on: { T: "red" } }, red: { on: { T: "green" }, tags: "stop" } } });
let [state] = initialTransition(light);
for (let i = 0; i < 5; i++) [state] = transition(light, state, { type: "T" });
print(state.value, state.hasTag("stop"), getNextSnapshot(light, state, { type: "T" }).value);
})();

// immer: changes of drafts, which are proxies.
import { createDraft, current, enableMapSet, enablePatches, finishDraft, isDraft, original, produce, produceWithPatches, applyPatches, setAutoFreeze } from "/immer/dist/immer.production.mjs";
enableMapSet();
enablePatches();
const base = { list: [{ id: 1, done: false }, { id: 2, done: true }], byId: new Map([["a", { n: 1 }]]), tags: new Set(["x"]), deep: { er: { est: [1, 2, 3] } } };
const next = produce(base, draft => {
  draft.list.push({ id: 3, done: false });
  draft.list[0].done = true;
  draft.byId.get("a").n++;
  draft.byId.set("b", { n: 5 });
  draft.tags.add("y").delete("x");
  draft.deep.er.est.splice(1, 1, ...[7, 8]);
  print(isDraft(draft.deep), original(draft.list).length, JSON.stringify(current(draft.deep)));
});
print(JSON.stringify(next), JSON.stringify([...next.byId]), [...next.tags].join(), base.list[0].done, next.list[1] === base.list[1], Object.isFrozen(next.list[0]));
const [changed, patches, inverse] = produceWithPatches(next, draft => { draft.list.shift(); delete draft.deep.er; draft.list[0].id = 20; draft.byId.delete("a"); });
print(JSON.stringify(patches), JSON.stringify(applyPatches(changed, inverse)) === JSON.stringify(next));
try { next.list.push(1); } catch (error) { print(error.name); }
setAutoFreeze(false);
const draft = createDraft({ count: 0, self: [] });
for (let i = 0; i < 500; i++) { draft.count += i; draft.self.push({ i }); }
print(finishDraft(draft).count, produce([3, 1, 2], list => { list.sort(); list.reverse(); }).join(), produce({ a: 1 }, () => 5));
class Point { [Symbol.for("immer-draftable")] = true; constructor(x) { this.x = x; } get twice() { return this.x * 2; } }
print(produce(new Point(2), point => { point.x = 21; }).twice, produce({ a: { b: 1 } }, d => { d.a = { b: 1 }; }).a.b);

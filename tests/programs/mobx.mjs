// mobx: values that know who reads them.
import { action, autorun, computed, makeAutoObservable, observable, reaction, runInAction, toJS, when } from "mobx/dist/mobx.esm.production.min.js";
class Todo { title; done = false; constructor(title) { makeAutoObservable(this); this.title = title; } toggle() { this.done = !this.done; } }
class Store { todos = []; filter = "all"; constructor() { makeAutoObservable(this); } get left() { return this.todos.filter(todo => !todo.done).length; } add(title) { this.todos.push(new Todo(title)); } *load(list) { for (const title of list) { yield null; this.add(title); } } }
const store = new Store();
const stop = autorun(() => print("left", store.left, store.todos.map(todo => todo.title + (todo.done ? "!" : "")).join()));
reaction(() => store.filter, (value, before) => print("filter", before, value));
when(() => store.left > 3, () => print("more than three"));
store.add("a");
store.add("b");
store.todos[0].toggle();
runInAction(() => { store.filter = "done"; store.todos[1].title = "B"; store.add("c"); });
await store.load(["d", "e"]);
stop();
store.add("unseen");
const map = observable.map({ x: 1 }), set = observable.set([1]), box = observable.box(5), sum = computed(() => box.get() + map.get("x") + set.size);
autorun(() => print("sum", sum.get()));
action(() => { map.set("x", 10); set.add(2); box.set(6); })();
print(JSON.stringify(toJS(store)), [...map.entries()].join(), store.todos.slice().reverse().length);

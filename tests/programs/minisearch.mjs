// minisearch: a radix tree of words, fuzzy and ranked.
import MiniSearch from "minisearch";
const words = "apple banana cherry date elderberry fig grape hazelnut iris jasmine kiwi lemon mango nectarine orange papaya quince raspberry strawberry tangerine".split(" ");
const documents = Array.from({ length: 60 }, (_, id) => ({ id, title: words[id % 20] + " " + words[(id * 7) % 20], text: Array.from({ length: 12 }, (_, i) => words[(id * i + i * i) % 20]).join(" ") }));
const index = new MiniSearch({ fields: ["title", "text"], storeFields: ["title"], searchOptions: { boost: { title: 2 }, prefix: true } });
index.addAll(documents);
const show = results => print(results.length, results.slice(0, 4).map(r => `${r.id} ${r.title} ${r.score.toFixed(6)} ${r.terms.join("+")}`).join("; "));
show(index.search("straw lemon"));
show(index.search("bananna", { fuzzy: 0.2 }));
show(index.search({ combineWith: "AND", queries: ["kiwi", { combineWith: "OR", queries: ["fig", "date"] }] }));
print(index.autoSuggest("be ra").map(s => s.suggestion).join("; "), index.termCount);
index.removeAll(documents.slice(0, 40));
show(MiniSearch.loadJSON(JSON.stringify(index), { fields: ["title", "text"], storeFields: ["title"] }).search("orange"));

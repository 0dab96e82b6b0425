// svelte's compiler, its build in one file.
var svelte = require("svelte/compiler/index.js");
var source = "<script>\n  import Child from './Child.svelte';\n  let { name = 'world', items = [], ...rest } = $props();\n  let count = $state(0);\n  const twice = $derived(count * 2);\n  $effect(() => { console.log(count); });\n</script>\n<h1 class:big={count > 1} {...rest}>Hello {name}!</h1>\n{#each items as { id, text }, i (id)}<Child {text} on:x={() => count++} bind:value={items[i].v}/>{:else}<p>none</p>{/each}\n{#if twice > 4}{@html name}{:else if count}<b style:color=\"red\">x</b>{/if}\n{#await Promise.resolve(1) then v}{v}{/await}\n<style>h1 { color: red } .big b > i { margin: 0 }</style>";
for (var generate of ["client", "server"]) { var result = svelte.compile(source, { generate, filename: "A.svelte", name: "A" }); print(result.js.code, result.css && result.css.code, result.warnings.map(w => w.code).join()); }
print(svelte.parse("<p>{a}</p>", { modern: true }).fragment.nodes[0].fragment.nodes[0].expression.name);
try { svelte.compile("{#if a}<p>", {}); } catch (error) { print(error.code, error.message.split("\n")[0], error.position.join()); }

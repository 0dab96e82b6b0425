// React renders pages: as text, as a stream of Node with a part that comes late, as a web stream.
const React = require('react'), { renderToString, renderToStaticMarkup, renderToPipeableStream, renderToReadableStream } = require('react-dom/server'); const h = React.createElement;
function Item({ v }) { const [n] = React.useState(() => v * 2); const id = React.useId(); return h('li', { className: 'i', style: { color: 'red', marginTop: 3 }, 'data-v': v, htmlFor: id }, n, ' <&>'); }
const C = React.createContext('d'); function Ctx() { return h('b', null, React.useContext(C)); }
const App = () => h('div', null, h('ul', null, [1, 2, 3].map(v => h(Item, { key: v, v }))), h(C.Provider, { value: 'ctx' }, h(Ctx)), h('p', { dangerouslySetInnerHTML: { __html: '<i>x</i>' } }));
console.log(renderToString(h(App))); console.log(renderToStaticMarkup(h(App)));
const { PassThrough } = require('stream');
const Late = React.lazy(() => new Promise(r => setTimeout(() => r({ default: () => h('em', null, 'late') }), 5)));
const s = renderToPipeableStream(h('html', null, h('body', null, h(React.Suspense, { fallback: h('i', null, 'wait') }, h(Late)))), { onAllReady() { const p = new PassThrough(); let o = ''; p.on('data', d => o += d).on('end', () => { console.log(o); web(); }); s.pipe(p); } });
async function web() { const { renderToReadableStream } = require('react-dom/server.edge'); const st = await renderToReadableStream(h(App)); console.log(await new Response(st).text()); }

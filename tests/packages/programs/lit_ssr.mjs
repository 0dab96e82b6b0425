// Lit renders a custom element on a server.
import { render } from '@lit-labs/ssr'; import { collectResult } from '@lit-labs/ssr/lib/render-result.js'; import { html, LitElement, css } from 'lit';
class MyEl extends LitElement { static properties = { name: {} }; static styles = css`p{color:red}`; constructor() { super(); this.name = 'w'; } render() { return html`<p>Hello ${this.name}</p>`; } }
customElements.define('my-el', MyEl);
console.log(await collectResult(render(html`<div><my-el name=${'x'}></my-el>${[1, 2].map(i => html`<i>${i}</i>`)}</div>`)));

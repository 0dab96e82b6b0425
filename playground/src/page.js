// Elements of the page.

/** Makes an element with attributes and children; a property whose name begins with `on` is a listener. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** The element of the page with an id. */
export const byId = (id) => document.getElementById(id);

/** Scrolls a panel, and nothing around it, until a row can be seen. */
export function reveal(panel, row) {
  if (!row) return;
  const [outer, inner] = [panel.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top + 4 || inner.bottom > outer.bottom - 4) {
    panel.scrollTop += inner.top - outer.top - panel.clientHeight / 3;
  }
}

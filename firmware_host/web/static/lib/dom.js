/* Elements made of data. Text becomes text nodes and nothing else; no styles in attributes, no scripts in handlers. */

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("button", {class: "main", on: {click: go}}, "Go")`. False and null attributes are left out. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, heard] of Object.entries(value)) element.addEventListener(event, heard);
    else if (name === "vars") for (const [key, one] of Object.entries(value)) element.style.setProperty(`--${key}`, one);
    else if (name === "style" || name.startsWith("on")) throw new Error(`no attribute ${name}: use classes, vars, on`);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(element, children) {
  for (const child of [children].flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** The same element with other children. */
export function replace(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/** Change a text only where it is different, so that what is read aloud is not read twice. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const $ = (id) => document.getElementById(id);

/** Draw only what is different: `draw` is called where `key` is not what it was for that element. */
const drawn = new WeakMap();
export function once(element, data, draw) {
  const key = JSON.stringify(data ?? null);
  if (drawn.get(element) === key) return false;
  drawn.set(element, key);
  draw();
  return true;
}

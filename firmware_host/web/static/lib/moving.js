/* Things that move, gently, and not at all for those who asked for stillness. */

const wish = matchMedia("(prefers-reduced-motion: reduce)");
export const GLIDE_MS = 450;
export const still = () => wish.matches;

/** Lay `node` over the page where `from` is, and let it fly to where `to` is. `forever`: again and again, as a hint. */
export function fly(layer, node, from, to, { ms = 900, forever = false, fade = false } = {}) {
  const box = layer.getBoundingClientRect();
  const place = (rect) => [rect.left - box.left, rect.top - box.top];
  const [x0, y0] = place(from), [x1, y1] = place(to);
  const scale = from.width / Math.max(1, to.width);
  const top = Math.min(y0, y1) - Math.min(60, Math.hypot(x1 - x0, y1 - y0) * 0.15);
  node.style.setProperty("width", `${to.width}px`);
  node.classList.add("flyer");
  layer.append(node);
  const at = (x, y, size, offset, opacity = 1, easing = "ease-in-out") =>
    ({ transform: `translate(${x}px, ${y}px) scale(${size})`, offset, opacity, easing });
  const middle = at((x0 + x1) / 2, top + (Math.max(y0, y1) - top) * 0.35, Math.max(scale, 1) * 1.08, 0.5, 1, "ease-out");
  if (still()) {
    node.style.setProperty("transform", `translate(${x1}px, ${y1}px)`);
    if (forever) return () => node.remove();
    node.remove();
    return () => {};
  }
  const frames = forever
    ? [at(x0, y0, scale, 0, 0), at(x0, y0, scale, 0.06), { ...middle, offset: 0.26 }, at(x1, y1, 1, 0.42),
       at(x1, y1, 1, 0.92), at(x1, y1, 1, 1, 0)]
    : [at(x0, y0, scale, 0), middle, at(x1, y1, 1, 1, fade ? 0 : 1)];
  const flight = node.animate(frames, { duration: forever ? 3600 : ms, iterations: forever ? Infinity : 1, fill: "both" });
  if (!forever) flight.finished.then(() => node.remove(), () => {});
  return () => {
    flight.cancel();
    node.remove();
  };
}

/** Call `change`, which may reorder the children of `list`; those that are elsewhere then glide there. */
export function glide(list, change) {
  const before = new Map([...list.children].map((child) => [child, child.getBoundingClientRect().top]));
  change();
  if (still()) return;
  for (const child of list.children) {
    const moved = (before.get(child) ?? child.getBoundingClientRect().top) - child.getBoundingClientRect().top;
    if (Math.abs(moved) < 2) continue;
    child.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-out" });
  }
}

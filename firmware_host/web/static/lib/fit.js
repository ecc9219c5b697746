/* Text as large as its box lets it be: nothing is ever cut off, whatever language it is in. */

const kept = new Map();

const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) if (kept.has(target)) sized(target);
});

/** Keep the font of a text as large as fits its box, between two sizes; `unit` is a CSS length such as "--u" times one. */
export function fit(element, least, most) {
  const before = kept.get(element);
  kept.set(element, { least, most });
  if (before === undefined) watcher.observe(element);
  sized(element);
}

function sized(element) {
  const { least, most } = kept.get(element);
  const fits = () => element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;
  const set = (size) => element.style.setProperty("--size", size.toFixed(2));
  set(most);
  if (fits()) return;
  let low = least, high = most;
  for (let step = 0; step < 8; step++) {
    const middle = (low + high) / 2;
    set(middle);
    if (fits()) low = middle;
    else high = middle;
  }
  set(low);
}

/* What a guest would complain about, looked for in a page; `looking.py` asks for it. */
({
  clipped() {
    const found = [];
    for (const one of document.querySelectorAll("body *")) {
      const style = getComputedStyle(one), box = one.getBoundingClientRect();
      const says = [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
      if (!says || !one.checkVisibility() || one.closest("svg, .unseen, .flying, select")) continue;
      const inner = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
      const cut = style.overflow !== "visible" && inner;
      const out = box.right > innerWidth + 1 || box.left < -1;
      if (cut || out) found.push(`${one.className}: ${one.textContent.slice(0, 60)}`);
    }
    return found;
  },

  outOfSight() {
    const found = [];
    for (const one of document.querySelectorAll("body *")) {
      const box = one.getBoundingClientRect();
      if (!one.checkVisibility() || box.width < 2 || one.closest("svg, .unseen, .flying, .attract")) continue;
      if (box.bottom > innerHeight + 1 || box.top < -1) found.push(`${one.tagName}.${one.className}`);
    }
    return found;
  },

  overlaps() {
    const boxes = [...document.querySelectorAll(".top > *, .row, .seat, .notice, .own, .foot, .offer, .deck")]
      .filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]);
    const found = [];
    for (const [one, a] of boxes) for (const [other, b] of boxes) {
      if (one === other || one.contains(other) || other.contains(one) || !a.height || !b.height) continue;
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) {
        found.push(`${one.className} over ${other.className}`);
      }
    }
    for (const end of document.querySelectorAll(".row .end > *")) {
      const row = end.closest(".row");
      const slots = [...row.querySelectorAll(".slot, svg.card")].map((one) => one.getBoundingClientRect().right);
      const { left } = end.getBoundingClientRect();
      if (end.checkVisibility() && slots.some((right) => right > left + 1)) found.push(`${end.textContent} under cards`);
    }
    return found;
  },

  weakContrasts() {
    const parse = (text) => {
      const numbers = text.match(/[\d.]+/g).map(Number);
      return { rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : 1 };
    };
    const over = (top, below) => top.rgb.map((one, at) => one * top.alpha + below[at] * (1 - top.alpha));
    const light = (rgb) => {
      const [r, g, b] = rgb.map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const between = (one, other) => {
      const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    // Every colour that may lie behind an element: that of each layer down to one that nothing shines through.
    const grounds = (element) => {
      const layers = [];
      for (let one = element; one; one = one.parentElement) {
        const style = getComputedStyle(one), colour = parse(style.backgroundColor);
        const shades = style.backgroundImage.includes("gradient") ? style.backgroundImage.match(/rgba?\([^)]*\)/g) ?? [] : [];
        if (shades.length) { layers.push(shades.map(parse)); break; }
        if (colour.alpha > 0) layers.push([colour]);
        if (colour.alpha === 1) break;
      }
      return layers.reduceRight((below, layer) => below.flatMap((ground) => layer.map((one) => over(one, ground))), [[255, 255, 255]]);
    };
    const weak = [];
    for (const one of document.querySelectorAll("body *")) {
      const says = [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
      if (!says || !one.checkVisibility({ opacityProperty: true }) || one.closest(".unseen, option")) continue;
      const drawn = one.closest("svg");
      if (drawn && !drawn.classList.contains("scene")) continue;
      const style = getComputedStyle(one);
      if (drawn && (one.previousElementSibling || Number(getComputedStyle(one.closest(".piece") ?? one).opacity) < 1)) continue;
      const ink = parse(drawn ? style.fill : style.color);
      if (ink.alpha === 0 || one.closest(".mood-paused .board, .mood-fault .board, .passed")) continue;
      const worst = Math.min(...grounds(drawn ? drawn.parentElement : one).map((ground) => between(over(ink, ground), ground)));
      if (worst < 4.5) weak.push(`${one.className.baseVal ?? one.className}: ${one.textContent.slice(0, 40)} ${worst.toFixed(2)}`);
    }
    return weak;
  },

  settled() {
    return Promise.all(document.getAnimations() .filter((one) => one.effect.getComputedTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})));
  },
})

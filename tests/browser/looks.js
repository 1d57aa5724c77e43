// What a demanding eye, a finger and a keyboard find wrong with the page as it stands: sentences, none if all is well.
// Only the uppermost window is looked at.
({
  /** Wait until nothing is loaded and nothing moves any more. */
  async settled() {
    const frame = () => new Promise(requestAnimationFrame);
    const ends = performance.now() + 60_000;
    while (globalThis.openRequests || document.querySelector("[aria-busy='true']")) {
      if (performance.now() > ends) throw new Error("it loads without end");
      await frame();
    }
    await document.fonts.ready;
    await frame();
    await frame();
    const moving = document.getAnimations();
    while (moving.some((animation) => animation.playState === "running")) {
      if (performance.now() > ends) throw new Error(`moves without end: ${moving.map(({ effect }) => effect.target?.className)}`);
      await frame();
    }
    await frame();
  },

  /** What keeps people out, as axe finds it by the rules that have one of these tags, however little it hinders. */
  async barriers(tags) {
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    const small = violations.find(({ id }) => id === "target-size");
    if (small) small.nodes = await this.small(small.nodes);
    const told = ({ target, failureSummary }) => `${target.join(" ")} ${failureSummary?.split("\n").slice(1).join(" ")}`;
    return violations
      .filter(({ nodes }) => nodes.length)
      .map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(told).join(" | ")}`);
  },

  /** Those of the targets that are too small in the middle of the screen too: what stays in its place while others scroll
   * under it hides them only for now. */
  async small(nodes) {
    const found = [];
    for (const node of nodes) {
      const element = document.querySelector(node.target[0]);
      const before = [];
      for (let box = element; box; box = box.parentElement) before.push([box, box.scrollTop, box.scrollLeft]);
      element.scrollIntoView({ block: "center", inline: "center" });
      const again = await axe.run(element, { runOnly: { type: "rule", values: ["target-size"] }, resultTypes: ["violations"] });
      if (again.violations.length) found.push(node);
      for (const [box, top, left] of before) box.scrollTo(left, top);
    }
    return found;
  },

  /** How often Tab has to stop, and what no key leads to. In a popover that takes the focus Tab begins there. */
  stops() {
    const root = [...document.querySelectorAll("dialog:modal, :popover-open[tabindex]")].at(-1) ?? document.body;
    const controls = "a[href], button, input, select, textarea, summary, [role=slider], [tabindex]";
    const boxes = "[role=toolbar], [role=group], [role=radiogroup], table";
    const all = [...root.querySelectorAll(controls)].filter(
      (one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).pointerEvents !== "none",
    );
    const radios = Map.groupBy(all.filter((one) => one.type === "radio"), (one) => one.name);
    const entered = (one) => {
      const group = radios.get(one.name);
      return one.type !== "radio" || one === (group.find((other) => other.checked) ?? group[0]);
    };
    this.named = (one) => `${one.localName}.${one.className} “${one.ariaLabel ?? one.textContent.trim().slice(0, 40)}”`;
    window.stops = { due: new Set(all.filter((one) => one.tabIndex >= 0 && entered(one))), named: this.named, now: this.stop };
    const lonely = all.filter((one) => {
      const box = one.closest(boxes);
      return one.tabIndex < 0 && one.matches("a, button, input, summary") && ![...window.stops.due].some((stop) => box?.contains(stop));
    });
    document.activeElement?.blur();
    if (root.matches(":popover-open")) root.focus();
    const dates = all.filter((one) => one.type === "date").length; // in each Tab goes from part to part, and to its calendar
    return [window.stops.due.size + 3 * dates, lonely.map((one) => `no way to ${this.named(one)}`)];
  },

  /** Whether one sees where the focus is now. */
  stop() {
    const one = document.activeElement;
    if (!one || one === document.body) return "";
    window.stops.due.delete(one);
    const ringed = (element, part) => {
      const style = element && getComputedStyle(element, part);
      return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    };
    const ring = one.parentElement?.querySelector(":scope > .ring");
    const near = [one, one.closest("label"), one.nextElementSibling, one.parentElement, ring?.checkVisibility() && ring];
    if (!near.some((element) => element && [null, "::before", "::after"].some((part) => ringed(element, part))))
      return `no focus ring on ${window.stops.named(one)}`;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const seen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    if (!seen) return `focus out of sight: ${window.stops.named(one)}`;
    for (const y of [top + 2, (top + bottom) / 2, bottom - 2])
      for (let over = document.elementFromPoint((left + right) / 2, y); over && !over.contains(one); over = over.parentElement)
        if (["sticky", "fixed"].includes(getComputedStyle(over).position) && !one.contains(over))
          return `focus under ${window.stops.named(over)}: ${window.stops.named(one)}`;
    return "";
  },

  /** Where Tab did not stop. */
  missed() {
    return [...window.stops.due].map((one) => `not reached by Tab: ${window.stops.named(one)}`);
  },

  /** What lies, is cut off or covers something as it should not. `touch`: fingers use it; `keys`: message keys with
   * spaces between them, none of which a reader may ever see. */
  faults({ touch, keys }) {
    const TARGET = 43; // 44, where an edge lies between two points
    /** Earlier numbers of a box of the sheet: the last one, which is large, leads back to them. */
    const ELSEWHERE = "[data-mark]:not(.last)";
    const CONTROLS = "a[href], button, input, select, textarea, summary, [role=slider]";
    const root = [...document.querySelectorAll("dialog:modal, :popover-open")].at(-1) ?? document.body;
    const known = new Set(keys.split(" "));
    const found = new Set();
    const wrong = (what, element) => found.add(`${what}: ${named(element)}`);

    function named(element) {
      const label = element.getAttribute("aria-label") ?? element.textContent.trim().replace(/\s+/g, " ");
      const path = [element.parentElement, element].map((one) => {
        const classes = [...(one?.classList ?? [])].filter((name) => !name.startsWith("svelte-"));
        return [one?.localName, ...classes].join(".");
      });
      return `${path.join(" > ")} “${label.slice(0, 60)}”`;
    }

    const shows = (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".seen-by-readers");

    /** Whether a point is in the window; it is rounded, so that nothing is found in the last half of the last pixel. */
    const inside = ({ x, y }) => x >= 0 && y >= 0 && Math.round(x) < innerWidth && Math.round(y) < innerHeight;
    const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
    const hit = ({ x, y }) => document.elementFromPoint(x, y);
    const clear = (colour) => /^rgba\(.*, 0\)$|^transparent$/.test(colour);
    /** Whether something is drawn where an element is, and not only by what lies in it. */
    const paints = (element) => {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      if (opacity === "0") return false; // as a control over its own label
      const speaks = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      return speaks || element instanceof SVGElement || !clear(backgroundColor) || backgroundImage !== "none";
    };
    /** The uppermost element that is seen at a point. */
    const at = ({ x, y }) => document.elementsFromPoint(x, y).find(paints);
    const akin = (one, other) => one.contains(other) || other.contains(one);
    /** What stays in its place while other things scroll under it hides them only for now, and so does a hint. */
    const stuck = (element) => {
      if (element.closest("[role=tooltip]")) return true;
      for (let one = element; one; one = one.parentElement)
        if (["sticky", "fixed"].includes(getComputedStyle(one).position)) return true;
      return false;
    };
    /** Tables that no such window has room for, in boxes of their own. */
    const rolls = new Set(
      [...root.querySelectorAll("*")].filter((box) => {
        const rows = box.querySelector("table")?.rows;
        return rows?.[rows.length - 1]?.cells.length > (touch ? 8 : 16) && getComputedStyle(box).overflowX === "auto";
      }),
    );

    const clamped = (element) =>
      [element, element.parentElement].some((one) => getComputedStyle(one).webkitLineClamp !== "none");

    function texts() {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const all = [];
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        if (!node.data.trim() || /^(script|style|title|option)$/.test(element.localName)) continue;
        if (!shows(element) || element.closest(".card")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].filter((line) => line.width > 0.5);
        if (lines.length) all.push({ element, text: node.data.trim(), lines });
      }
      return all;
    }

    /** Whether a line of text is cut off by the window or by something that holds it; `seen`: whether it is in sight. */
    function cut(element, line) {
      let scrolled = false;
      let seen = true;
      for (let box = element; box && box !== root.parentElement; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        if (position === "fixed") scrolled = true;
        if (overflowX === "visible" && overflowY === "visible") continue;
        const edge = box.getBoundingClientRect();
        if (rolls.has(box)) return { seen: false };
        if (overflowX !== "visible" && (line.right > edge.right + 1.5 || line.left < edge.left - 1.5)) return { side: true };
        const over = line.bottom > edge.bottom + 2 || line.top < edge.top - 2;
        if (over && !scrolled && !["auto", "scroll"].includes(overflowY)) return { side: false };
        if (over) seen = false;
        scrolled ||= ["auto", "scroll"].includes(overflowY);
      }
      if (line.right > innerWidth + 1.5 || line.left < -1.5) return { side: true };
      const page = document.scrollingElement;
      if (!scrolled && page.scrollHeight <= innerHeight + 1 && line.bottom > innerHeight + 2) return { side: false };
      return { seen };
    }

    /** The block in which a text flows: its parts follow each other there. */
    const blockOf = (element) => {
      while (["inline", "contents"].includes(getComputedStyle(element).display)) element = element.parentElement;
      return element;
    };
    /** What is left of a line of text where boxes that do not hold the other text as well cut it off. */
    function clipped({ element, line }, other) {
      let { left, top, right, bottom } = line;
      for (let box = element; box && !box.contains(other.element); box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        if (overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, top, right, bottom, height: line.height };
    }
    /** Where two lines of text lie over each other; null where they do not. */
    function common(one, other) {
      const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
      const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)];
      const least = Math.min(one.height, other.height);
      return right - left > 2 && bottom - top > least * 0.35 ? { left, top, width: right - left, height: bottom - top } : null;
    }
    /** Whether something that is painted lies over the lower of two texts at a place in the window. */
    function veiled(one, other, { x, y }) {
      const stack = document.elementsFromPoint(x, y);
      const lower = Math.max(stack.indexOf(one.element), stack.indexOf(other.element));
      return stack.slice(0, Math.max(lower, 0)).some((each) => !clear(getComputedStyle(each).backgroundColor));
    }

    /** Text over text, wherever on the page. */
    function checkOverlaps() {
      const lines = texts()
        .flatMap(({ element, lines }) => lines.map((line) => ({ element, line, block: blockOf(element), stuck: stuck(element) })))
        .sort((one, other) => one.line.top - other.line.top);
      const pairs = [];
      lines.forEach((one, n) => {
        for (const other of lines.slice(n + 1)) {
          if (other.line.top >= one.line.bottom) break;
          if (one.block === other.block || !common(one.line, other.line)) continue;
          const both = common(clipped(one, other), clipped(other, one));
          // What scrolls under a bar that stays is judged where it is now.
          if (both && (one.stuck === other.stuck || inside(middle(both)))) pairs.push([one, other, both]);
        }
      });
      const before = [document.scrollingElement.scrollLeft, document.scrollingElement.scrollTop];
      for (const [one, other, both] of pairs) {
        const { x, y } = middle(both);
        scrollTo({ left: before[0], top: before[1] + (inside({ x, y }) ? 0 : y - innerHeight / 2), behavior: "instant" });
        const place = { x, y: y - (document.scrollingElement.scrollTop - before[1]) };
        if (!veiled(one, other, place)) wrong(`over the text of ${named(other.element)}`, one.element);
      }
      scrollTo({ left: before[0], top: before[1], behavior: "instant" });
    }

    function checkTexts() {
      for (const { element, text, lines } of texts()) {
        for (const key of text.match(/[a-z0-9]+(?:-[a-z0-9]+)+/g) ?? []) if (known.has(key)) wrong(`bare key ${key}`, element);
        if (/\{\s*\$|\bundefined\b|\bNaN\b|\[object /.test(text)) wrong("not for people", element);
        for (const line of lines) {
          const { side, seen } = cut(element, line);
          // What is less important may end with three dots: it is told in full elsewhere.
          if (side === false && element.previousElementSibling && clamped(element)) continue;
          if (side !== undefined) wrong(side ? "cut off at the side" : "cut off below", element);
          if (!seen || !inside(middle(line))) continue;
          const top = at(middle(line));
          if (top && !akin(top, element) && !stuck(top)) wrong(`under ${named(top)}`, element);
        }
      }
      for (const element of root.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
        for (const name of ["aria-label", "title", "placeholder", "alt"]) {
          const text = element.getAttribute(name) ?? "";
          const bare = text.match(/[a-z0-9]+(?:-[a-z0-9]+)+/g)?.some((key) => known.has(key));
          if (bare || /\{\s*\$|\bundefined\b|\bNaN\b|\[object /.test(text)) wrong(`${name} not for people`, element);
        }
    }

    /** Yellow is one control, the thing to do: neither a second one nor a state, of which only a dot is. */
    function checkYellow() {
      const probe = root.appendChild(document.createElement("i"));
      probe.style.color = "var(--ask)";
      const yellow = getComputedStyle(probe).color;
      probe.remove();
      const controls = [];
      for (const element of root.querySelectorAll("*")) {
        if (getComputedStyle(element).backgroundColor !== yellow || !shows(element)) continue;
        if (element.closest("a[href], button")) controls.push(element);
        else wrong("a state filled like a button", element);
      }
      for (const control of controls.slice(1)) wrong(`yellow like ${named(controls[0])}`, control);
    }

    /** A card says what it is in its upper left corner: that has to lie bare, and its rank to be large enough to read. */
    function checkCards() {
      const SMALLEST = 13;
      const scroller = "dialog, section, [tabindex]";
      for (const card of root.querySelectorAll(".card svg")) {
        const rank = card.querySelector("text");
        if (!shows(card) || !rank) continue;
        const { top, width, height } = card.getBoundingClientRect();
        const size = (parseFloat(getComputedStyle(rank).fontSize) * width) / card.viewBox.baseVal.width;
        if (size < SMALLEST) wrong(`rank of ${size.toFixed(1)} pixels`, card);
        const { left, right } = rank.getBoundingClientRect();
        for (const x of [(left + right) / 2, right - 1]) {
          const corner = { x, y: top + height * 0.16 };
          if (!inside(corner)) wrong("card outside the window", card);
          const over = inside(corner) && at(corner);
          if (over && !akin(over, card.closest("button") ?? card) && !stuck(over) && card.closest(scroller) === over.closest(scroller))
            wrong(`covered by ${named(over)}`, card);
        }
      }
    }

    function checkControls() {
      const page = document.scrollingElement;
      const before = [page, root, ...root.querySelectorAll("*")].map((one) => [one, one.scrollTop, one.scrollLeft]);
      for (const control of root.querySelectorAll(CONTROLS)) {
        const { display, opacity, pointerEvents } = getComputedStyle(control);
        if (control.disabled || pointerEvents === "none" || control.closest(".seen-by-readers")) continue;
        const labelled = opacity === "0" || /^(radio|checkbox|file)$/.test(control.type);
        const target = (labelled && control.closest("label")) || control;
        if (!shows(target)) continue;
        const point = () => {
          const { left, top, width, height } = target.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        };
        const covering = () => {
          const over = hit(point());
          return over && !akin(over, target) && over.closest("label") !== target ? over : null;
        };
        if (touch || !inside(point()) || covering()) target.scrollIntoView({ block: "center", inline: "center" });
        const inLine = control.localName === "a" && display === "inline";
        if (!inside(point())) wrong("cannot be brought into sight", control);
        else if (covering()) wrong(`covered by ${named(covering())}`, control);
        else if (touch && !inLine && !control.matches(ELSEWHERE)) checkSize(control, target, point());
      }
      for (const [one, top, left] of before) if (one.scrollTop !== top || one.scrollLeft !== left) one.scrollTo(left, top);
    }

    /** How far round a point a control can be hit; what is more than large enough is not measured to its end. */
    function checkSize(control, target, { x, y }) {
      const own = (dx, dy) => {
        const there = hit({ x: x + dx, y: y + dy });
        return there && (target.contains(there) || there.closest("label") === target);
      };
      const reach = (dx, dy, most) => {
        let far = 0;
        while (far < most && own(dx * (far + 1), dy * (far + 1))) far += 1;
        return far;
      };
      const length = (dx, dy) => {
        const back = 1 + reach(-dx, -dy, TARGET);
        return back + reach(dx, dy, TARGET - back);
      };
      if (control.matches("[data-mark]")) {
        // Round it lie other numbers: it has what is left of its box.
        const steps = Array.from({ length: 31 }, (_, n) => 4 * n - 60);
        const area = steps.flatMap((dx) => steps.filter((dy) => own(dx, dy))).length * 16;
        if (area < TARGET * TARGET) wrong(`${area} points are too few for a finger`, control);
        return;
      }
      const [wide, high] = [length(1, 0), length(0, 1)];
      if (wide < TARGET || high < TARGET) wrong(`${wide}×${high} is too small for a finger`, control);
    }

    /** A choice shows each of its answers whole: it is as wide as the browser makes it for its longest answer. */
    function checkChoices() {
      for (const select of root.querySelectorAll("select")) {
        if (!shows(select)) continue;
        const { width: given } = select.getBoundingClientRect();
        const { cssText } = select.style;
        select.style.cssText += "; flex: none; width: max-content; min-width: 0; max-width: none";
        const { width: wanted } = select.getBoundingClientRect();
        select.style.cssText = cssText;
        if (given < wanted - 0.5) wrong(`${Math.ceil(wanted - given)} points short of its longest answer`, select);
      }
    }

    function checkWidth() {
      const page = document.scrollingElement;
      if (page.scrollWidth > innerWidth) found.add(`the page is ${page.scrollWidth} wide in a window of ${innerWidth}`);
      for (const box of root.querySelectorAll("*")) {
        const { overflowX } = getComputedStyle(box);
        if (rolls.has(box)) continue;
        if (["auto", "scroll"].includes(overflowX) && box.scrollWidth > box.clientWidth + 1 && !/^(textarea|input)$/.test(box.localName))
          wrong(`scrolls sideways, ${box.scrollWidth} in ${box.clientWidth}`, box);
      }
    }

    checkWidth();
    checkChoices();
    checkYellow();
    // Everything can be hit for a while, so that a point tells what is seen there.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { pointer-events: auto !important; }");
    document.adoptedStyleSheets.push(sheet);
    checkTexts();
    checkOverlaps();
    checkCards();
    document.adoptedStyleSheets.pop();
    checkControls();
    return [...found];
  },
})

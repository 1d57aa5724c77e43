/* The tap guard: a panel of irreversible answers ignores presses that may have been meant for something else. It
 * ignores input for a moment after it has appeared or changed, presses that closely follow the one that brought it up
 * or that removed what covered it, and held-down keys. A control in it that only opens something (`data-opens`) is
 * exempt. */
import type { Attachment } from "svelte/attachments";
import { settings } from "../../settings/settings.svelte";

/** Milliseconds after drawing during which a panel ignores input. */
export const WAIT = 700;
/** Milliseconds during which a press may belong to the one that brought up the panel. */
export const SECOND = 1500;
/** Milliseconds by which an ignored press extends the wait: fast repeated taps are no answer. */
const EXTENSION_MS = 500;
/** Milliseconds within which a second press is a double tap. */
export const DOUBLE = 350;

const ANSWERS = new Set(["Enter", " "]);
/** Pixels within which two presses are at the same place. */
const NEAR_PX = 40;
const MAX_PRESSES = 8;
const SHAKE = 280;
/** The time of the last press or key, anywhere. */
let lastPress = -Infinity;
/** The last pointer presses, each with the elements at its position. */
let presses: { time: number; x: number; y: number; path: EventTarget[] }[] = [];

function press(event: Event): void {
  if (event instanceof KeyboardEvent && event.repeat) return;
  lastPress = event.timeStamp;
  if (!(event instanceof MouseEvent)) return;
  const { timeStamp: time, clientX: x, clientY: y } = event;
  presses = [...presses, { time, x, y, path: event.composedPath() }].slice(-MAX_PRESSES);
}
addEventListener("pointerdown", press, true);
addEventListener("keydown", press, true);

/** Return the guard of a panel. It is attached again, and so waits again, whenever `question` changes. */
export function guard(question: unknown, wait = WAIT, second = SECOND): Attachment<HTMLElement> {
  return (node) => {
    if (question === null) return undefined;
    const pressTime = lastPress;
    const isOn = settings.guard;
    /** Until the panel is drawn, ignore all input. */
    let until = isOn ? Infinity : 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;

    function handleDraw(): void {
      ignoreInput(Math.max(performance.now() + wait, pressTime + second));
    }

    function ignoreInput(end: number): void {
      until = end;
      clearTimeout(timer);
      if (end < Infinity) timer = setTimeout(() => delete node.dataset.guarded, end - performance.now());
    }

    /** Return whether the same place was pressed recently when another element was there. */
    function isStrayPress({ timeStamp, clientX, clientY, detail }: MouseEvent): boolean {
      const nearPresses = presses.filter(({ x, y }) => Math.hypot(x - clientX, y - clientY) < NEAR_PX);
      return (
        isOn && detail > 0 && nearPresses.some(({ time, path }) => time > timeStamp - second && !path.includes(node))
      );
    }

    function handleClick(event: MouseEvent): void {
      if ((event.target as HTMLElement).closest("[data-opens]")) return;
      if (event.timeStamp >= until && !isStrayPress(event)) return;
      stop(event);
      shake(event.target as HTMLElement);
      if (wait) ignoreInput(Math.max(until, event.timeStamp + EXTENSION_MS));
    }

    function handleKey(event: KeyboardEvent): void {
      if (event.repeat && ANSWERS.has(event.key)) stop(event);
    }

    if (isOn) {
      if (wait) node.dataset.guarded = "";
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(handleDraw)));
    }
    node.addEventListener("click", handleClick, true);
    node.addEventListener("keydown", handleKey, true);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      node.removeEventListener("click", handleClick, true);
      node.removeEventListener("keydown", handleKey, true);
    };
  };
}

/** Show that a press was ignored: the control shakes once, or fades if animations are off. */
function shake(target: HTMLElement): void {
  const isStill = document.documentElement.dataset.still === "true";
  const frames = isStill ? { opacity: [0.4, 1] } : { translate: ["0", "-4px", "4px", "-2px", "0"] };
  target.closest("button, a, label, [data-answer]")?.animate(frames, { duration: SHAKE });
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

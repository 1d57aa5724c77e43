/* A panel of answers that cannot be taken back hears nothing while it may have come under a finger that meant something else: not for a moment
after it has appeared or changed, not from a press that follows closely on the one that brought it or that has taken
away what lay over it, and never from a key that is held down. A control in it that answers nothing, because it only opens
something (`data-opens`), is always heard. */
import type { Attachment } from "svelte/attachments";
import { settings } from "../settings/settings.svelte";

/** For so many milliseconds after it was drawn a panel hears nothing. */
export const WAIT = 700;
/** A press belongs to the one that brought the panel for so many milliseconds. */
export const SECOND = 1500;
/** A press that was not heard has the panel wait on: whoever taps that fast means no answer. */
const AGAIN = 500;
/** A press so many milliseconds after another is a double tap. */
export const DOUBLE = 350;

const ANSWERS = new Set(["Enter", " "]);
/** A press so many pixels from another is in the same place. */
const NEAR = 40;
const KEPT = 8;
const SHAKE = 280;
/** When something was pressed last, anywhere. */
let pressed = -Infinity;
/** The last presses of a pointer, each with all that it lay in. */
let presses: { time: number; x: number; y: number; path: EventTarget[] }[] = [];

function press(event: Event): void {
  if (event instanceof KeyboardEvent && event.repeat) return;
  pressed = event.timeStamp;
  if (!(event instanceof MouseEvent)) return;
  const { timeStamp: time, clientX: x, clientY: y } = event;
  presses = [...presses, { time, x, y, path: event.composedPath() }].slice(-KEPT);
}
addEventListener("pointerdown", press, true);
addEventListener("keydown", press, true);

/** Return what guards a panel. It is attached anew, and so waits anew, whenever `question` is another than before. */
export function guard(question: unknown, wait = WAIT, second = SECOND): Attachment<HTMLElement> {
  return (node) => {
    if (question === null) return undefined;
    const from = pressed;
    const on = settings.guard;
    /** Until it is drawn, it hears nothing at all. */
    let until = on ? Infinity : 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;

    function drawn(): void {
      rest(Math.max(performance.now() + wait, from + second));
    }

    function rest(end: number): void {
      until = end;
      clearTimeout(timer);
      if (end < Infinity) timer = setTimeout(() => delete node.dataset.guarded, end - performance.now());
    }

    /** Whether the same place was pressed just now, when something else lay there. */
    function strays({ timeStamp, clientX, clientY, detail }: MouseEvent): boolean {
      const near = presses.filter(({ x, y }) => Math.hypot(x - clientX, y - clientY) < NEAR);
      return on && detail > 0 && near.some(({ time, path }) => time > timeStamp - second && !path.includes(node));
    }

    function clicked(event: MouseEvent): void {
      if ((event.target as HTMLElement).closest("[data-opens]")) return;
      if (event.timeStamp >= until && !strays(event)) return;
      stop(event);
      shake(event.target as HTMLElement);
      if (wait) rest(Math.max(until, event.timeStamp + AGAIN));
    }

    function typed(event: KeyboardEvent): void {
      if (event.repeat && ANSWERS.has(event.key)) stop(event);
    }

    if (on) {
      if (wait) node.dataset.guarded = "";
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(drawn)));
    }
    node.addEventListener("click", clicked, true);
    node.addEventListener("keydown", typed, true);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      node.removeEventListener("click", clicked, true);
      node.removeEventListener("keydown", typed, true);
    };
  };
}

/** Show that a press was seen and not heard: the control shakes once, or fades where nothing shall move. */
function shake(target: HTMLElement): void {
  const still = document.documentElement.dataset.still === "true";
  const frames = still ? { opacity: [0.4, 1] } : { translate: ["0", "-4px", "4px", "-2px", "0"] };
  target.closest("button, a, label, [data-answer]")?.animate(frames, { duration: SHAKE });
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

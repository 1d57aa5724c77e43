// The worker that computes what takes long, reviews and open hands, while tables go on in the one that hosts them.
import { engine } from "./engine";
import type { Solver } from "./solver";

/** `prikup.tab.page`. */
interface Module {
  assist(solver: Solver): (question: Uint8Array) => Uint8Array;
}

const answering = engine<Module>("prikup.tab.page").then(([page, solver]) => page.assist(solver));

addEventListener("message", ({ data }: MessageEvent<Uint8Array>) => {
  answering.then((answer) => postMessage(answer(data))).catch((error: unknown) => {
    console.error(error);
    postMessage(null);
  });
});

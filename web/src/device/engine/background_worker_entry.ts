// The background worker: computes reviews and open-hand analyses, so that the host worker's tables do not wait.
import { engine } from "./python_engine";
import type { Solver } from "../solver/solver";

/** The Python module `prikup.device.javascript_api`. */
interface Module {
  assist(solver: Solver): (request: Uint8Array) => Uint8Array;
}

const answerFunction = engine<Module>("prikup.device.javascript_api").then(([page, solver]) => page.assist(solver));

addEventListener("message", ({ data }: MessageEvent<Uint8Array>) => {
  answerFunction.then((answer) => postMessage(answer(data))).catch((error: unknown) => {
    console.error(error);
    postMessage(null);
  });
});

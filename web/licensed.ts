// List the third-party packages contained in the build, with their licences.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const LICENCES = path("../licenses");
const PACKAGES = path("node_modules");

/** Return the package of a module or font; null for this project's own. Vite adds modules of its own. */
export function packageOf(id: string): string | null {
  const inside = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return inside ?? (id.startsWith("\0vite/") ? "vite" : null);
}

/** Return the licence text of a package: a line with its name, version and licence, then the full text. Throw if
 * `licenses/` lacks it, or if the package now declares another licence. */
export function licence(name: string): string {
  const file = `${name.replace("@", "").replace("/", "-")}.txt`;
  if (!existsSync(join(LICENCES, file))) throw new Error(`${name} is built in, but there is no licenses/${file}`);
  const text = readFileSync(join(LICENCES, file), "utf-8").trim();
  const folder = join(PACKAGES, name);
  const licenceFile = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (licenceFile && !collapseSpaces(readFileSync(join(folder, licenceFile), "utf-8")).includes(collapseSpaces(text))) {
    throw new Error(`licenses/${file} is not what ${name} says`);
  }
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf-8")) as {
    version: string;
    license: string;
  };
  return `# ${name} ${version} (${license})\n\n${text}\n`;
}

const collapseSpaces = (text: string): string => text.replace(/\s+/g, " ");

/** The plugin that writes `licenses.txt` next to the build. */
export function licencesPlugin(): Plugin {
  return {
    name: "licensed",
    apply: "build",
    generateBundle(_, bundle) {
      const sources = Object.values(bundle).flatMap((file) =>
        file.type === "asset"
          ? file.originalFileNames
          : Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength ? [id] : [])),
      );
      const names = new Set(sources.flatMap((id) => packageOf(id) ?? []));
      const source = [...names].sort().map(licence).join("\n");
      this.emitFile({ type: "asset", fileName: "licenses.txt", source });
    },
  };
}

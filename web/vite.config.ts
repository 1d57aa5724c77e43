import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import subsetFont from "subset-font";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const server = process.env.PRIKUP_SERVER ?? "http://127.0.0.1:8000";
const built = fileURLToPath(new URL("../src/prikup/server/client", import.meta.url));
const games = fileURLToPath(new URL("../src/prikup/games", import.meta.url));

/** `virtual:games/en` holds what the lobby says of each game, `game-NAME` and `about-NAME`, without the rest of its words. */
export function introductions(): Plugin {
  const prefix = "virtual:games/";
  return {
    name: "introductions",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const said = readdirSync(games, { withFileTypes: true })
        .filter((folder) => folder.isDirectory() && !folder.name.startsWith("_"))
        .flatMap(({ name }) => {
          const file = join(games, name, `${id.slice(prefix.length + 1)}.ftl`);
          this.addWatchFile(file);
          const game = name.replaceAll("_", "-");
          return [...readFileSync(file, "utf-8").matchAll(/^(game|about)( = .*)$/gm)].map(
            ([, key, text]) => `${key}-${game}${text}\n`,
          );
        });
      return `export default ${JSON.stringify(said.join(""))};`;
    },
  };
}

const between = (first: string, last: string): string => {
  const start = first.codePointAt(0) ?? 0;
  return String.fromCodePoint(...Array.from({ length: (last.codePointAt(0) ?? 0) - start + 1 }, (_, n) => start + n));
};
/** The letters of the languages that are spoken or whose players' names are likely, and signs. */
const LETTERS = [
  between(" ", "~"),
  between("А", "я"),
  "Ёё ÄÖÅÜäöåüßÉéÈèŠšĐđČčĆćŽž",
  "«»“”„‘’–—…·•×÷−½°№",
].join("");

/** The fonts with the letters and the weights that are used, and no more. */
function lettered(): Plugin {
  return {
    name: "lettered",
    apply: "build",
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".woff2")) continue;
        file.source = await subsetFont(Buffer.from(file.source as Uint8Array), LETTERS, {
          targetFormat: "woff2",
          variationAxes: { wght: { min: 400, max: 700 } },
        });
      }
    },
  };
}

/** What is served is packed once, as well as it goes. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(built, { recursive: true }) as string[]) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue;
        const bytes = readFileSync(join(built, name));
        writeFileSync(join(built, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(built, `${name}.br`), brotliCompressSync(bytes));
      }
    },
  };
}

// The client is built into the Python package, which carries it in its wheel.
export default defineConfig({
  plugins: [svelte(), introductions(), lettered(), packed()],
  build: {
    outDir: built,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
  },
  server: {
    fs: { allow: [".."] }, // the words lie beside the games
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
});

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import subsetFont from "subset-font";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { languageFiles, letters, SITE } from "./language_files.ts";
import { licencesPlugin } from "./licensed.ts";
import { preloads } from "./preloads.ts";

const server = process.env.PRIKUP_SERVER ?? "http://127.0.0.1:8000";
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The components that pages of texts and forms are made of, and what only later parts of the lobby share with them. */
const PAGE_PARTS =
  "ui/(containers/(Cluster|Disclosure|List|Notice|RetryNotice|Row|Stack)|controls/(Check|Field|FileButton)|" +
  "helpers/(in_turn|one_at_a_time))[.]|" +
  "shell/SitePage|settings_form/SettingsSection|client/lobby_connection";
/** What pages of texts and forms are made of: neither the lobby nor a table waits for it. */
const PARTS = new RegExp(`src/(${PAGE_PARTS})`);
/** What only a table draws of its players. */
const PLATES = "players/(Clock|PlateMenu|PlayerPlate|TurnTimes|turn_times)";
/** The modules that many pages share: whole layers, except what only a table or a later click needs. */
const COMMON = new RegExp(
  `src/(?!${PAGE_PARTS})(sheet/(seat_names|sheet_numbers|sheet_source)|device/row_store|` +
    "(address|client|house_rules|language|lobby|settings|settings_form|shell|table|ui)/(?!" +
    "cards/(?!card_motion)|keyboard_focus|shortcuts|connection|message_queue|state|chat/Chat|coach|" +
    "shuffle/(?!ShufflingDeck|lazy_parts)|layouts|bidding/(?!AuctionRounds)|DealFacts|HintNote|Prompt|" +
    `${PLATES}|problem_client|remembered_name|HouseRules|labels/Tag))`,
);
const CARDS = /src\/(table\/(cards\/|keyboard_focus|shortcuts)|sheet\/(Totals|RaceLadder|box_names)|ui\/labels\/Tag)/;
const MAT = new RegExp(`src/table/(layouts|bidding|DealFacts|HintNote|Prompt|${PLATES}|coach/CoachMark)`);

/** The plugin that reduces the fonts to the characters and weights in use. */
function subsetFonts(): Plugin {
  return {
    name: "lettered",
    apply: "build",
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".woff2")) continue;
        file.source = await subsetFont(Buffer.from(file.source as Uint8Array), letters(), {
          targetFormat: "woff2",
          variationAxes: { wght: { min: 400, max: 700 } },
        });
      }
    },
  };
}

/** The plugin that compresses served files once, at the highest level. */
function compressFiles(folder: string): Plugin {
  return {
    name: "packed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
      }
    },
  };
}

// The client is built into the Python package, which ships it in its wheel.
export default defineConfig(({ mode }) => {
  const outDir = path(mode === SITE ? "../build/site" : "../src/prikup/server/client");
  return {
  base: "./", // relative, because the server of the document knows its location
  worker: { format: "es" },
  plugins: [svelte(), languageFiles(), subsetFonts(), licencesPlugin(), preloads(), compressFiles(outDir)],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    rolldownOptions: {
      // The service worker is at the root, so that its scope covers everything below.
      input: [path("index.html"), path("src/device/offline/service_worker.ts")],
      output: {
        entryFileNames: ({ name }) => (name === "service_worker" ? "[name].js" : "assets/[name]-[hash].js"),
        // Without HTTP/2 a browser loads six files at a time, so shared modules are combined into few files.
        codeSplitting: {
          groups: [
            { name: "library", test: /node_modules\/(svelte|esm-env|clsx|@fluent)\//, priority: 2 },
            { name: "common", test: COMMON, minShareCount: 2, priority: 1 },
            { name: "parts", test: PARTS, minShareCount: 2 },
            // Played cards and scores are needed on some pages only, so the lobby does not wait for them.
            { name: "cards", test: CARDS, minShareCount: 2 },
            { name: "shuffle", test: /src\/fair\/\w+(\.svelte)?\.ts|@noble/, minShareCount: 2 },
            // The same applies to the mat, used at a table and for mistakes; the table's connection is loaded before
            // it.
            { name: "table_state", test: /src\/(client\/(connection|message_queue)|table\/state)/, minShareCount: 2 },
            { name: "mat", test: MAT, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [".."] }, // the .ftl files are in the games' folders
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
  };
});

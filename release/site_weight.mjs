// Weighs a built site as it travels, by brotli: `node release/site_weight.mjs [QUALITY]`, 11 being the best that is packed
// once, and less what a server packs as it sends. The copies of the document, which nobody asks for, are left out.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const SITE = join(dirname(fileURLToPath(import.meta.url)), "..", "build", "site");
const params = { [constants.BROTLI_PARAM_QUALITY]: Number(process.argv[2] ?? 11) };
const weights = readdirSync(SITE, { recursive: true })
  .filter((name) => statSync(join(SITE, name)).isFile() && !/\.(br|gz)$|.\/index\.html$|404\.html$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(join(SITE, name)) }))
  .map(({ name, bytes }) => ({ name, plain: bytes.length, packed: brotliCompressSync(bytes, { params }).length }));
const told = (name, found) => {
  const [plain, packed] = ["plain", "packed"].map((which) => found.reduce((sum, each) => sum + each[which], 0));
  console.log(`${String(plain).padStart(10)} ${String(packed).padStart(9)}  ${name}`);
};
for (const each of weights.filter(({ packed }) => packed > 30_000)) told(each.name, [each]);
told("engine", weights.filter(({ name }) => name.startsWith("engine")));
told("everything", weights);

/* A match as a picture to send: the current scores and the entries, black on white. */
import { presetName } from "../language/display_names";
import { words } from "../language/language.svelte";
import { isWritten } from "../client/presentation";
import { heldOn } from "../sheet/box_names";
import { minus, total } from "../sheet/sheet_numbers";
import { sideName } from "../table/players/seat_names";
import { entryText } from "./entry_texts";
import type { ScoredMatch } from "./scored_match.svelte";

const WIDE = 1080;
const EDGE = 48;
const GAP = 24;
/** Line heights of the list and of the table, in pixels. */
const LINE = 38;
const ROW = 56;
const MUTED = "#555";

/** Return the contents of the picture: the rows of its table, header first, and lines of text. */
export function picturedSheet(of: ScoredMatch): { title: string; note: string; rows: string[][]; lines: string[] } {
  const [now, table] = [of.now!, of.table!];
  const { columns, sides } = now.game;
  const shown = columns.filter((column) => isWritten(now.game, column));
  const own = shown.filter((column) => heldOn(table, { column, side: 0 }) === null);
  const held = shown.filter((column) => !own.includes(column));
  const date = new Intl.DateTimeFormat(words.lang, { dateStyle: "medium" }).format(now.head.at * 1000);
  const onOthers = (side: number): string =>
    held
      .map((column) => `${table.names[heldOn(table, { column, side }) ?? 0] ?? ""} ${minus(total(now.sheet, columns, { column, side }))}`)
      .join(", ");
  const head = [
    "",
    ...own.map((column) => table.words.text(`column-${column}`)),
    ...(held.length ? [words.text("picture-held")] : []),
    words.text(now.over ? "sheet-result" : "sheet-settlement"),
  ];
  const rows = sides.map((_, side) => [
    sideName(table, side),
    ...own.map((column) => minus(total(now.sheet, columns, { column, side }))),
    ...(held.length ? [onOthers(side)] : []),
    minus(now.sheet.settlement[side] ?? "0"),
  ]);
  return {
    title: `${table.words.text("game")}, ${presetName(table.words, now.game.options.split(" ")[0] ?? "")}`,
    note: [date, now.head.place].filter(Boolean).join(" · "),
    rows: [head, ...rows],
    lines: now.entries
      .filter(({ flag }) => flag === null)
      .map((entry) => `${entry.number}. ${entryText(of.tableOf(entry), entry.told)}`),
  };
}

/** Return the picture as a file. */
export function pictureOf(of: ScoredMatch, name: string): Promise<File> {
  const { title, note, rows, lines } = picturedSheet(of);
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d")!;
  const family = getComputedStyle(document.body).fontFamily;
  const font = (size: number, weight = 400): string => `${weight} ${size}px ${family}`;
  pen.font = font(28, 650);
  const wide = rows[0]!.map((_, at) => Math.max(...rows.map((row) => pen.measureText(row[at]!).width)));
  const needed = wide.reduce((sum, one) => sum + one);
  const room = Math.max(WIDE - 2 * EDGE, needed + GAP * (wide.length - 1)); // long names make the picture wider
  const gap = (room - needed) / Math.max(1, wide.length - 1);
  const ends = wide.map((_, at) => EDGE + wide.slice(0, at + 1).reduce((sum, one) => sum + one) + gap * at);
  pen.font = font(26);
  const broken = lines.flatMap((line) => wrapped(pen, line, room));
  const top = EDGE + 110;
  canvas.width = room + 2 * EDGE;
  canvas.height = top + rows.length * ROW + (broken.length ? 30 : 0) + broken.length * LINE + EDGE;

  const write = (text: string, x: number, y: number, size: number, weight = 400, colour = "#000"): void => {
    pen.font = font(size, weight);
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  };
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = "middle";
  write(title, EDGE, EDGE + 20, 40, 650);
  write(note, EDGE, EDGE + 70, 24, 400, MUTED);
  rows.forEach((row, number) => {
    const y = top + number * ROW + ROW / 2;
    row.forEach((text, at) => {
      pen.textAlign = at ? "right" : "left";
      const outer = at === 0 || at === row.length - 1;
      write(text, at ? ends[at]! : EDGE, y, number ? 28 : 22, number && outer ? 650 : 400, number ? "#000" : MUTED);
    });
    pen.fillStyle = "#bbb";
    pen.fillRect(EDGE, y + ROW / 2 - 1, room, 1);
  });
  pen.textAlign = "left";
  broken.forEach((line, at) => write(line, EDGE, top + rows.length * ROW + 30 + at * LINE + LINE / 2, 26));
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(new File([blob], name, { type: "image/png" })) : fail(new Error("no picture")))),
  );
}

/** Return a text as lines that fit a width. */
function wrapped(pen: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Share a file with the device's share dialog, or save it if there is none. */
export async function send(file: File, save: (name: string, file: Blob) => void): Promise<void> {
  if (!navigator.canShare?.({ files: [file] })) return save(file.name, file);
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) save(file.name, file);
  });
}

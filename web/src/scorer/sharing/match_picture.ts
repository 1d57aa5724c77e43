/* A match as a picture to send: the current scores and the entries, black on white. */
import { presetName } from "../../language/display_names";
import { words } from "../../language/language.svelte";
import { isWritten } from "../../client/presentation";
import { opponentOf } from "../../sheet/box_names";
import { minus, total } from "../../sheet/sheet_numbers";
import { sideName } from "../../sheet/seat_names";
import { entryText } from "../entry_texts";
import type { ScoredMatch } from "../scored_match.svelte";

const WIDE = 1080;
const EDGE = 48;
const GAP = 24;
/** Line heights of the list and of the table, in pixels. */
const LINE = 38;
const ROW = 56;
const MUTED_COLOUR = "#555";

/** Return the contents of the picture: the rows of its table, header first, and lines of text. */
export function picturedSheet(match: ScoredMatch): { title: string; note: string; rows: string[][]; lines: string[] } {
  const [pageState, table] = [match.pageState!, match.table!];
  const { columns, sides } = pageState.game;
  const writtenColumns = columns.filter((column) => isWritten(pageState.game, column));
  const ownColumns = writtenColumns.filter((column) => opponentOf(table, { column, side: 0 }) === null);
  const columnsOnOthers = writtenColumns.filter((column) => !ownColumns.includes(column));
  const date = new Intl.DateTimeFormat(words.lang, { dateStyle: "medium" }).format(pageState.head.at * 1000);
  const numberOnOther = (column: string, side: number): string => {
    const name = table.names[opponentOf(table, { column, side }) ?? 0] ?? "";
    return `${name} ${minus(total(pageState.sheet, columns, { column, side }))}`;
  };
  const numbersOnOthers = (side: number): string =>
    columnsOnOthers.map((column) => numberOnOther(column, side)).join(", ");
  const head = [
    "",
    ...ownColumns.map((column) => table.words.text(`column-${column}`)),
    ...(columnsOnOthers.length ? [words.text("picture-held")] : []),
    words.text(pageState.over ? "sheet-result" : "sheet-settlement"),
  ];
  const rows = sides.map((_, side) => [
    sideName(table, side),
    ...ownColumns.map((column) => minus(total(pageState.sheet, columns, { column, side }))),
    ...(columnsOnOthers.length ? [numbersOnOthers(side)] : []),
    minus(pageState.sheet.settlement[side] ?? "0"),
  ]);
  return {
    title: `${table.words.text("game")}, ${presetName(table.words, pageState.game.options.split(" ")[0] ?? "")}`,
    note: [date, pageState.head.place].filter(Boolean).join(" · "),
    rows: [head, ...rows],
    lines: pageState.entries
      .filter(({ flag }) => flag === null)
      .map((entry) => `${entry.number}. ${entryText(match.tableOf(entry), entry.told)}`),
  };
}

/** Return the picture as a file. */
export function pictureOf(match: ScoredMatch, name: string): Promise<File> {
  const { title, note, rows, lines } = picturedSheet(match);
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d")!;
  const family = getComputedStyle(document.body).fontFamily;
  const font = (size: number, weight = 400): string => `${weight} ${size}px ${family}`;
  pen.font = font(28, 650);
  const wide = rows[0]!.map((_, index) => Math.max(...rows.map((row) => pen.measureText(row[index]!).width)));
  const neededWidth = wide.reduce((sum, width) => sum + width);
  const room = Math.max(WIDE - 2 * EDGE, neededWidth + GAP * (wide.length - 1)); // long names make the picture wider
  const gap = (room - neededWidth) / Math.max(1, wide.length - 1);
  const ends = wide.map(
    (_, index) => EDGE + wide.slice(0, index + 1).reduce((sum, width) => sum + width) + gap * index,
  );
  pen.font = font(26);
  const broken = lines.flatMap((line) => wrapText(pen, line, room));
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
  write(note, EDGE, EDGE + 70, 24, 400, MUTED_COLOUR);
  rows.forEach((row, number) => {
    const y = top + number * ROW + ROW / 2;
    row.forEach((text, index) => {
      pen.textAlign = index ? "right" : "left";
      const outer = index === 0 || index === row.length - 1;
      write(
        text,
        index ? ends[index]! : EDGE,
        y,
        number ? 28 : 22,
        number && outer ? 650 : 400,
        number ? "#000" : MUTED_COLOUR,
      );
    });
    pen.fillStyle = "#bbb";
    pen.fillRect(EDGE, y + ROW / 2 - 1, room, 1);
  });
  pen.textAlign = "left";
  broken.forEach((line, index) => write(line, EDGE, top + rows.length * ROW + 30 + index * LINE + LINE / 2, 26));
  return new Promise((resolve, fail) =>
    canvas.toBlob((blob) =>
      blob ? resolve(new File([blob], name, { type: "image/png" })) : fail(new Error("no picture")),
    ),
  );
}

/** Return a text as lines that fit a width. */
function wrapText(pen: CanvasRenderingContext2D, text: string, width: number): string[] {
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

/* A match as a picture to send: the current scores and the entries, black on white. */
import { presetName } from "../../language/display_names";
import { words } from "../../language/language.svelte";
import { isColumnUsed } from "../../client/presentation";
import { opponentOf } from "../../sheet/box_names";
import { minus, total } from "../../sheet/sheet_numbers";
import { sideName } from "../../sheet/seat_names";
import { entryText } from "../entry_texts";
import type { ScoredMatch } from "../scored_match.svelte";

const MIN_WIDTH = 1080;
const MARGIN = 48;
const GAP = 24;
/** Line heights of the list and of the table, in pixels. */
const LINE_HEIGHT = 38;
const ROW_HEIGHT = 56;
const MUTED_COLOUR = "#555";

/** Return the contents of the picture: the rows of its table, header first, and lines of text. */
export function pictureContents(match: ScoredMatch): {
  title: string;
  note: string;
  rows: string[][];
  lines: string[];
} {
  const [pageState, table] = [match.pageState!, match.table!];
  const { columns, sides } = pageState.game;
  const writtenColumns = columns.filter((column) => isColumnUsed(pageState.game, column));
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
export function drawPicture(match: ScoredMatch, name: string): Promise<File> {
  const { title, note, rows, lines } = pictureContents(match);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  const family = getComputedStyle(document.body).fontFamily;
  const font = (size: number, weight = 400): string => `${weight} ${size}px ${family}`;
  context.font = font(28, 650);
  const columnWidths = rows[0]!.map((_, index) =>
    Math.max(...rows.map((row) => context.measureText(row[index]!).width)),
  );
  const neededWidth = columnWidths.reduce((sum, width) => sum + width);
  // Long names make the picture wider.
  const room = Math.max(MIN_WIDTH - 2 * MARGIN, neededWidth + GAP * (columnWidths.length - 1));
  const gap = (room - neededWidth) / Math.max(1, columnWidths.length - 1);
  const columnEnds = columnWidths.map(
    (_, index) => MARGIN + columnWidths.slice(0, index + 1).reduce((sum, width) => sum + width) + gap * index,
  );
  context.font = font(26);
  const wrappedLines = lines.flatMap((line) => wrapText(context, line, room));
  const top = MARGIN + 110;
  canvas.width = room + 2 * MARGIN;
  const listTop = top + rows.length * ROW_HEIGHT + 30;
  canvas.height = listTop - (wrappedLines.length ? 0 : 30) + wrappedLines.length * LINE_HEIGHT + MARGIN;

  const write = (text: string, x: number, y: number, size: number, weight = 400, colour = "#000"): void => {
    context.font = font(size, weight);
    context.fillStyle = colour;
    context.fillText(text, x, y);
  };
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = "middle";
  write(title, MARGIN, MARGIN + 20, 40, 650);
  write(note, MARGIN, MARGIN + 70, 24, 400, MUTED_COLOUR);
  rows.forEach((row, number) => {
    const y = top + number * ROW_HEIGHT + ROW_HEIGHT / 2;
    row.forEach((text, index) => {
      context.textAlign = index ? "right" : "left";
      const isOuterColumn = index === 0 || index === row.length - 1;
      write(
        text,
        index ? columnEnds[index]! : MARGIN,
        y,
        number ? 28 : 22,
        number && isOuterColumn ? 650 : 400,
        number ? "#000" : MUTED_COLOUR,
      );
    });
    context.fillStyle = "#bbb";
    context.fillRect(MARGIN, y + ROW_HEIGHT / 2 - 1, room, 1);
  });
  context.textAlign = "left";
  wrappedLines.forEach((line, index) => write(line, MARGIN, listTop + index * LINE_HEIGHT + LINE_HEIGHT / 2, 26));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob ? resolve(new File([blob], name, { type: "image/png" })) : reject(new Error("no picture")),
    ),
  );
}

/** Return a text as lines that fit a width. */
function wrapText(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longerLine = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && context.measureText(longerLine).width <= width) lines[lines.length - 1] = longerLine;
    else lines.push(word);
  }
  return lines;
}

/** Share a file with the device's share dialog, or save it if there is none. */
export async function shareFile(file: File, save: (name: string, file: Blob) => void): Promise<void> {
  if (!navigator.canShare?.({ files: [file] })) return save(file.name, file);
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) save(file.name, file);
  });
}

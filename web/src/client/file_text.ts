/* The text of a file that came from anywhere, as src/prikup/history/file_text.py reads it. */

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];
/** The bytes at the start of a file that tell whether it is UTF-16. */
const LOOKED_AT = 4096;

export interface FileText {
  text: string;
  /** The encoding that the letters suggest; "" where the bytes leave no doubt. */
  assumed: string;
}

/** Return a text without a byte order mark and without blanks at the ends of lines; every line ends in "\n". */
export const plainText = (text: string): string =>
  text
    .replace(/^\ufeff+/, "")
    .split(/\r\n|\r|\n/)
    .map(trimmed)
    .join("\n");

/** Return the text of a file; no bytes are refused. */
export function decodeFile(data: Uint8Array): FileText {
  const [, marked] = MARKS.find(([mark]) => mark.every((byte, at) => data[at] === byte)) ?? [];
  const encoding = marked ?? unmarked(data);
  const text = decoded(data, encoding);
  if (encoding !== "utf-8" || !text.includes("\ufffd") || isMostlyUtf8(text)) return { text: plainText(text), assumed: "" };
  const assumed = codePage(decoded(data, "windows-1251"));
  return { text: plainText(decoded(data, assumed.toLowerCase())), assumed };
}

/** Return the text of a file that somebody has chosen. */
export const readFile = async (file: Blob): Promise<FileText> => decodeFile(new Uint8Array(await file.arrayBuffer()));

const decoded = (data: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(data);

/** Return a line without blanks at its end, in a time that does not grow with the square of their number. */
function trimmed(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end -= 1;
  return line.slice(0, end);
}

/** Return the encoding of a file without a mark: in UTF-16 ASCII characters have a zero beside them. */
function unmarked(data: Uint8Array): string {
  const zeros = [0, 0];
  data.subarray(0, LOOKED_AT).forEach((byte, at) => (zeros[at % 2]! += byte ? 0 : 1));
  return zeros[0] === zeros[1] ? "utf-8" : zeros[0]! > zeros[1]! ? "utf-16be" : "utf-16le";
}

/** Return whether more letters beyond ASCII read in UTF-8 than bytes that do not. */
function isMostlyUtf8(damaged: string): boolean {
  const beyond = [...damaged].filter((letter) => letter > "\u007f");
  return beyond.length > 2 * beyond.filter((letter) => letter === "\ufffd").length;
}

/** Return the code page: whole words of letters beyond ASCII are Cyrillic, single ones among Latin letters are not. */
function codePage(cyrillic: string): string {
  const words = cyrillic.match(/\p{L}{2,}/gu) ?? [];
  const whole = words.filter((word) => !/[a-z]/i.test(word)).length;
  const mixed = words.filter((word) => /[a-z]/i.test(word) && /[^a-z]/i.test(word)).length;
  return whole > mixed ? "Windows-1251" : "Windows-1250";
}

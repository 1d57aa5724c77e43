/* Decode an imported text file, with the same rules as src/prikup/history/file_text.py. */

const BYTE_ORDER_MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];
/** The number of leading bytes examined for UTF-16. */
const SAMPLE_BYTES = 4096;

export interface FileText {
  text: string;
  /** The encoding that was guessed from the letters; "" if the bytes decide it. */
  assumedEncoding: string;
}

/** Return a text without byte order mark and trailing blanks; every line ends in "\n". */
export const plainText = (text: string): string =>
  text
    .replace(/^\ufeff+/, "")
    .split(/\r\n|\r|\n/)
    .map(trimEnd)
    .join("\n");

/** Return the text of a file; no bytes are rejected. */
export function decodeFile(data: Uint8Array): FileText {
  const [, markedEncoding] = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => data[index] === byte)) ?? [];
  const encoding = markedEncoding ?? guessEncoding(data);
  const text = decode(data, encoding);
  if (encoding !== "utf-8" || !text.includes("\ufffd") || isMostlyUtf8(text))
    return { text: plainText(text), assumedEncoding: "" };
  const guessedEncoding = guessCodePage(decode(data, "windows-1251"));
  return { text: plainText(decode(data, guessedEncoding.toLowerCase())), assumedEncoding: guessedEncoding };
}

/** Return the text of a file that the user chose. */
export const readFile = async (file: Blob): Promise<FileText> => decodeFile(new Uint8Array(await file.arrayBuffer()));

const decode = (data: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(data);

/** Return a line without trailing blanks, in linear time (a regular expression would take quadratic time). */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end -= 1;
  return line.slice(0, end);
}

/** Return the encoding of a file without a byte order mark. In UTF-16 every other byte of ASCII text is zero. */
function guessEncoding(data: Uint8Array): string {
  const zeros = [0, 0];
  data.subarray(0, SAMPLE_BYTES).forEach((byte, index) => (zeros[index % 2]! += byte ? 0 : 1));
  return zeros[0] === zeros[1] ? "utf-8" : zeros[0]! > zeros[1]! ? "utf-16be" : "utf-16le";
}

/** Return whether the text decoded as UTF-8 has more non-ASCII letters than undecodable bytes. */
function isMostlyUtf8(text: string): boolean {
  const nonAsciiLetters = [...text].filter((letter) => letter > "\u007f");
  return nonAsciiLetters.length > 2 * nonAsciiLetters.filter((letter) => letter === "\ufffd").length;
}

/** Return the code page: whole words of non-ASCII letters mean Cyrillic, single ones among Latin letters do not. */
function guessCodePage(cyrillic: string): string {
  const words = cyrillic.match(/\p{L}{2,}/gu) ?? [];
  const wholeWordCount = words.filter((word) => !/[a-z]/i.test(word)).length;
  const mixedCount = words.filter((word) => /[a-z]/i.test(word) && /[^a-z]/i.test(word)).length;
  return wholeWordCount > mixedCount ? "Windows-1251" : "Windows-1250";
}

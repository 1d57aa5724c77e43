/* Entries, answers and changes as text; prikup.scorer.sentences does the same for the terminal. */
import type { EditEffect, EntryDescription, FormAnswer, FormQuestion, ListedEntry, Payment } from "../client/api_types";
import type { SheetSource } from "../sheet/sheet_source";
import { boxName } from "../sheet/box_names";
import { minus, signedNumber } from "../sheet/sheet_numbers";
import { sideName } from "../sheet/seat_names";
import { words } from "../language/language.svelte";

/** Return an answer in words. */
export function answerText(table: SheetSource, question: FormQuestion, answer: FormAnswer): string {
  if (!("answers" in question)) return String(answer);
  switch (question.kind) {
    case "seat":
      return table.names[Number(answer)] ?? "";
    case "side":
      return sideName(table, Number(answer));
    case "yes":
      return words.text(answer ? "scorer-yes" : "scorer-no");
    case "word": {
      const key = `outcome-${answer}`;
      return table.words.has(key) ? table.speech.text(key, question.ask.numbers) : String(answer);
    }
  }
}

/** Return an entry in words, without its note. */
export function entrySentence(table: SheetSource, entry: EntryDescription): string {
  switch (entry.kind) {
    case "deal":
    case "fault": {
      if (!entry.readable) return words.text("told-unreadable");
      return entry.sentences.map((sentence) => table.speech.reason(sentence)).join("; ") || words.text("told-played");
    }
    case "adjust": {
      const amounts = entry.amounts.map((amount) => `${boxName(table, amount)} ${signedNumber(amount.amount)}`);
      return words.text("told-adjust", { text: amounts.join("; ") });
    }
    case "dealer":
      return words.text("told-dealer", { text: table.names[entry.seat ?? 0] ?? "" });
    case "note":
      return entry.text;
    case "stop":
      return words.text("told-stop");
    case "join": {
      const boxes = entry.amounts.map(
        ({ column, amount }) => `${table.words.text(`column-${column}`)} ${minus(amount)}`,
      );
      return words.text("told-join", { text: entry.text, boxes: boxes.join(", ") || "–" });
    }
    case "leave": {
      const payments = paymentTexts(table.names, entry.payments, entry.decimals).join("; ");
      const key = payments ? "told-leave-paid" : "told-leave";
      return words.text(key, { text: entry.text, share: minus(entry.share) || "–", payments });
    }
  }
}

/** Return an entry in words, with its note. */
export function entryText(table: SheetSource, entry: EntryDescription): string {
  const text = entrySentence(table, entry);
  return entry.note ? `${text} (${entry.note})` : text;
}

/** Return the sheet changes of an entry: `Anna, pool +2; Vera, whists on Anna +4`. */
export function writtenText(table: SheetSource, entry: ListedEntry): string {
  const line = entry.line === null ? undefined : table.sheet?.lines[entry.line];
  const sums = new Map<string, number>();
  for (const sheetEntry of line?.row.entries ?? []) {
    const name = boxName(table, sheetEntry);
    sums.set(name, (sums.get(name) ?? 0) + sheetEntry.amount);
  }
  return [...sums].map(([name, sum]) => `${name} ${signedNumber(sum)}`).join("; ");
}

/** Return the sentence for one change caused by an edit. */
export function differenceText(table: SheetSource, difference: EditEffect): string {
  const place = { entry: difference.entry, deal: difference.deal };
  const hasBox = table.welcome?.columns.includes(difference.column) && difference.side < table.welcome.sides.length;
  const box = hasBox ? boxName(table, difference) : `${difference.column} ${difference.side + 1}`;
  const numbers = { before: minus(difference.before), after: minus(difference.after) };
  const names = { before: table.names[difference.before] ?? "", after: table.names[difference.after] ?? "" };
  switch (difference.what) {
    case "number":
      return words.text("differs-number", { ...place, box, ...numbers });
    case "total":
      return words.text("differs-total", { box, ...numbers });
    case "flag":
      if (!difference.flag) return words.text("differs-unflag", place);
      return words.text("differs-flag", { ...place, why: table.speech.reason(difference.flag) });
    case "dealer":
      return words.text("differs-dealer", { ...place, ...names });
    case "next":
      return words.text("differs-next", names);
    case "winners":
      if (!difference.winners.length) return words.text("differs-goes-on");
      return words.text("differs-winners", {
        winners: difference.winners.map((side) => sideName(table, side)).join(", "),
      });
  }
}

/** Return payments as sentences, by the names of a table; `decimals` are those of the currency. */
export function paymentTexts(names: readonly string[], payments: readonly Payment[], decimals: number): string[] {
  return payments.map(({ payer, payee, units }) =>
    words.text("pays", {
      player: names[payer] ?? "",
      other: names[payee] ?? "",
      amount: moneyText(units, decimals, words.lang),
    }),
  );
}

/** Return the payments of each player who has left, a sentence each. */
export function leavingTexts(entries: readonly ListedEntry[], tableOf: (entry: ListedEntry) => SheetSource): string[] {
  return entries
    .filter(({ told }) => told.payments.length)
    .map((entry) => {
      const { text, payments, decimals } = entry.told;
      const sentences = paymentTexts(tableOf(entry).names, payments, decimals);
      return words.text("paid-at-leaving", { text, payments: sentences.join("; ") });
    });
}

/** Return an amount of money, given in units of 10^-decimals, in a language's format. */
export function moneyText(units: number, decimals: number, lang: string): string {
  const format = new Intl.NumberFormat(lang, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return format.format(units / 10 ** decimals);
}

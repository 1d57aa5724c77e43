/* Entries, answers and changes as text; prikup.scorer.sentences does the same for the terminal. */
import type { Answer, Difference, Listed, Payment, Question, Told } from "../client/score_client";
import type { DrawnMatch } from "../client/sheet_source";
import { boxName } from "../sheet/box_names";
import { minus, signed } from "../sheet/sheet_numbers";
import { sideName } from "../table/players/seat_names";
import { words } from "../language/language.svelte";

/** Return an answer in words. */
export function answerText(table: DrawnMatch, question: Question, answer: Answer): string {
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
export function toldText(table: DrawnMatch, told: Told): string {
  switch (told.kind) {
    case "deal":
    case "fault": {
      if (!told.readable) return words.text("told-unreadable");
      return told.sentences.map((sentence) => table.speech.reason(sentence)).join("; ") || words.text("told-played");
    }
    case "adjust": {
      const amounts = told.amounts.map((one) => `${boxName(table, one)} ${signed(one.amount)}`);
      return words.text("told-adjust", { text: amounts.join("; ") });
    }
    case "dealer":
      return words.text("told-dealer", { text: table.names[told.seat ?? 0] ?? "" });
    case "note":
      return told.text;
    case "stop":
      return words.text("told-stop");
    case "join": {
      const boxes = told.amounts.map(({ column, amount }) => `${table.words.text(`column-${column}`)} ${minus(amount)}`);
      return words.text("told-join", { text: told.text, boxes: boxes.join(", ") || "–" });
    }
    case "leave": {
      const payments = paymentTexts(table.names, told.payments, told.decimals).join("; ");
      const key = payments ? "told-leave-paid" : "told-leave";
      return words.text(key, { text: told.text, share: minus(told.share) || "–", payments });
    }
  }
}

/** Return an entry in words, with its note. */
export function entryText(table: DrawnMatch, told: Told): string {
  const text = toldText(table, told);
  return told.note ? `${text} (${told.note})` : text;
}

/** Return the sheet changes of an entry: `Anna, pool +2; Vera, whists on Anna +4`. */
export function writtenText(table: DrawnMatch, entry: Listed): string {
  const line = entry.line === null ? undefined : table.sheet?.lines[entry.line];
  const sums = new Map<string, number>();
  for (const one of line?.row.entries ?? []) {
    const name = boxName(table, one);
    sums.set(name, (sums.get(name) ?? 0) + one.amount);
  }
  return [...sums].map(([name, sum]) => `${name} ${signed(sum)}`).join("; ");
}

/** Return the sentence for one change caused by an edit. */
export function differenceText(table: DrawnMatch, one: Difference): string {
  const at = { entry: one.entry, deal: one.deal };
  const known = table.welcome?.columns.includes(one.column) && one.side < table.welcome.sides.length;
  const box = known ? boxName(table, one) : `${one.column} ${one.side + 1}`;
  const numbers = { before: minus(one.before), after: minus(one.after) };
  const names = { before: table.names[one.before] ?? "", after: table.names[one.after] ?? "" };
  switch (one.what) {
    case "number":
      return words.text("differs-number", { ...at, box, ...numbers });
    case "total":
      return words.text("differs-total", { box, ...numbers });
    case "flag":
      if (!one.flag) return words.text("differs-unflag", at);
      return words.text("differs-flag", { ...at, why: table.speech.reason(one.flag) });
    case "dealer":
      return words.text("differs-dealer", { ...at, ...names });
    case "next":
      return words.text("differs-next", names);
    case "winners":
      if (!one.winners.length) return words.text("differs-goes-on");
      return words.text("differs-winners", { winners: one.winners.map((side) => sideName(table, side)).join(", ") });
  }
}

/** Return payments as sentences, by the names of a table; `decimals` are those of the currency. */
export function paymentTexts(names: readonly string[], payments: readonly Payment[], decimals: number): string[] {
  return payments.map(({ payer, payee, units }) =>
    words.text("pays", { player: names[payer] ?? "", other: names[payee] ?? "", amount: moneyText(units, decimals, words.lang) }),
  );
}

/** Return the payments of each player who has left, a sentence each. */
export function leavingTexts(entries: readonly Listed[], tableOf: (entry: Listed) => DrawnMatch): string[] {
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

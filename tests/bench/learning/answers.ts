/**
 * What the extractor without a model keeps of agents' answers, against facts that somebody else marked in them. The marks
 * are `answers-<half>.json` beside this file; the texts belong to their authors, and are read from the folder that
 * CASEBOOK_BENCH_ANSWERS names, in a file of the same name with `id` and `text`.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { wilson } from "@/lib/kernel/statistics";
import { extractLearnings } from "@/lib/sessions";
import { formatTable } from "../table";

const HALVES = ["answers-dev", "answers-aside"];
/** A statement says a fact when so much of the shorter one's words stand in the other. */
const SAME = 0.7;

const marksSchema = z.array(
  z.object({ id: z.string(), agent_type: z.string(), facts: z.array(z.object({ quote: z.string() })) }),
);
const textsSchema = z.array(z.object({ id: z.string(), text: z.string() }));

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}|\p{Lo}/gu) ?? []);

function saysTheSame(one: string, other: string): boolean {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const shorter = left.size < right.size ? left : right;
  const longer = shorter === left ? right : left;
  if (shorter.size === 0) return false;
  return [...shorter].filter((word) => longer.has(word)).length / shorter.size >= SAME;
}

/** Facts that were found, and statements that are one of the facts, for each half whose texts are at hand. */
export async function answersTable(folder: string | undefined): Promise<string> {
  const rows: string[][] = [];
  for (const half of HALVES) {
    const file = folder === undefined ? "" : join(folder, `${half}.json`);
    if (!existsSync(file)) continue;
    const marks = marksSchema.parse(
      JSON.parse(await readFile(new URL(`${half}.json`, import.meta.url), "utf8")),
    );
    const texts = new Map(
      textsSchema.parse(JSON.parse(await readFile(file, "utf8"))).map(({ id, text }) => [id, text]),
    );
    let [facts, found, statements, right] = [0, 0, 0, 0];
    for (const { id, agent_type, facts: marked } of marks) {
      const learned = extractLearnings({ text: texts.get(id) ?? "", agent_type, category: "general" });
      const quotes = marked.map(({ quote }) => quote);
      const said = learned.map(({ statement, reasoning }) => `${statement} ${reasoning ?? ""}`);
      facts += quotes.length;
      found += quotes.filter((quote) => said.some((statement) => saysTheSame(quote, statement))).length;
      statements += said.length;
      right += said.filter((statement) => quotes.some((quote) => saysTheSame(quote, statement))).length;
    }
    rows.push([half, String(facts), share(found, facts), String(statements), share(right, statements)]);
  }
  return formatTable(["half", "facts", "found", "statements", "right"], rows, new Set([1, 3]));
}

function share(right: number, of: number): string {
  const interval = wilson(right, of);
  if (interval === null) return "";
  const percent = (value: number) => Math.round(100 * value);
  return `${percent(interval.rate)} % [${percent(interval.low)}–${percent(interval.high)}]`;
}

/**
 * What the extractor without a model keeps of agents' answers, against facts that somebody else marked in them. The marks
 * are `answers-<half>.json` beside this file; the texts belong to their authors, and are read from the folder that
 * CASEBOOK_BENCH_ANSWERS names, in a file of the same name with `id` and `text`.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { extractLearnings, type Learning, learningsByRules, type Output } from "@/lib/sessions";
import { share } from "../share";
import { formatTable } from "../table";

const HALVES = ["answers-dev", "answers-aside", "answers-aside-2"];

const EXTRACTORS: readonly [name: string, extract: (output: Output) => Learning[]][] = [
  ["rules", learningsByRules],
  ["rules and the classifier", extractLearnings],
];
/** A statement says a fact when so much of the shorter one's words stand in the other. */
const SAME = 0.7;

const quoteSchema = z.object({ quote: z.string() });
const marksSchema = z.array(
  z.object({
    id: z.string(),
    agent_type: z.string(),
    facts: z.array(quoteSchema),
    // What its reader was not sure of counts neither for nor against.
    unsure: z.array(quoteSchema).default([]),
  }),
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
    for (const [name, extract] of EXTRACTORS) {
      const sums = marks.map((marked) => judge(marked, { text: texts.get(marked.id) ?? "", extract }));
      const sum = (key: keyof Judged) => sums.reduce((total, each) => total + each[key], 0);
      rows.push([
        half,
        name,
        String(sum("facts")),
        share(sum("found"), sum("facts")),
        String(sum("statements")),
        share(sum("right"), sum("statements")),
      ]);
    }
  }
  return formatTable(["half", "kept by", "facts", "found", "statements", "right"], rows, new Set([2, 4]));
}

type Judged = { facts: number; found: number; statements: number; right: number };

function judge(
  { agent_type, facts, unsure }: z.output<typeof marksSchema>[number],
  { text, extract }: { text: string; extract: (output: Output) => Learning[] },
): Judged {
  const learned = extract({ text, agent_type, category: "general" });
  const said = learned.map(({ statement, reasoning }) => `${statement} ${reasoning ?? ""}`);
  const saysOneOf = (statement: string, quotes: readonly { quote: string }[]) =>
    quotes.some(({ quote }) => saysTheSame(statement, quote));
  const right = said.filter((statement) => saysOneOf(statement, facts));
  const open = said.filter((statement) => !right.includes(statement) && saysOneOf(statement, unsure));
  return {
    facts: facts.length,
    found: facts.filter(({ quote }) => said.some((statement) => saysTheSame(quote, statement))).length,
    statements: said.length - open.length,
    right: right.length,
  };
}

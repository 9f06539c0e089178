/** What synthesis of weeks finds of causes that are labelled, and which facts it puts where they do not belong. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { createEmbedder, type Embedder } from "@/lib/ai";
import { clusterFacts, mattersOf } from "@/lib/conversations";
import { wilson } from "@/lib/kernel/statistics";
import { formatTable } from "./table";

export const WEEK_THRESHOLDS = [undefined, 0.25, 0.3, 0.35, 0.4];

const weekSchema = z.object({
  agent: z.string(),
  half: z.enum(["tune", "hold"]),
  facts: z.array(z.object({ cause: z.string().nullable(), statement: z.string() })),
});

export type LabelledWeek = z.output<typeof weekSchema>;

export const readWeeks = (): LabelledWeek[] =>
  z.array(weekSchema).parse(JSON.parse(readFileSync("tests/bench/weeks.json", "utf8")));

/** Pairs of facts: of one cause, in one pattern, and both; and facts without a cause, and those of them in a pattern. */
export type WeekFigures = {
  related: number;
  joined: number;
  right: number;
  unrelated: number;
  strayed: number;
};

export const NO_FIGURES: WeekFigures = { related: 0, joined: 0, right: 0, unrelated: 0, strayed: 0 };

export const sumOf = (one: WeekFigures, other: WeekFigures): WeekFigures => ({
  related: one.related + other.related,
  joined: one.joined + other.joined,
  right: one.right + other.right,
  unrelated: one.unrelated + other.unrelated,
  strayed: one.strayed + other.strayed,
});

/** How one week is grouped; with `embedder` null by words alone. */
export async function judgeWeek(
  { facts }: LabelledWeek,
  { embedder, threshold }: { embedder: Embedder | null; threshold?: number },
): Promise<WeekFigures> {
  const rows = facts.map(({ statement }, at) => ({ id: String(at), statement }));
  const embedded = await embedder?.embed(mattersOf(rows.map(({ statement }) => statement)));
  const vectors = embedded && new Map(embedded.map((vector, at) => [String(at), vector]));
  const patterns = clusterFacts(rows, vectors ?? null, threshold);
  const placeOf = new Map(patterns.flatMap(({ memory_ids }, place) => memory_ids.map((id) => [id, place])));
  const figures = { ...NO_FIGURES };
  for (const [at, { cause }] of facts.entries()) {
    if (cause === null) figures.unrelated += 1;
    if (cause === null && placeOf.has(String(at))) figures.strayed += 1;
    for (const [other, { cause: its_cause }] of facts.entries()) {
      if (other <= at) continue;
      const is_related = cause !== null && cause === its_cause;
      const is_joined = placeOf.has(String(at)) && placeOf.get(String(at)) === placeOf.get(String(other));
      figures.related += is_related ? 1 : 0;
      figures.joined += is_joined ? 1 : 0;
      figures.right += is_related && is_joined ? 1 : 0;
    }
  }
  return figures;
}

const share = (part: number, whole: number): string => {
  const interval = wilson(part, whole);
  if (interval === null) return "–";
  const [rate, low, high] = [interval.rate, interval.low, interval.high].map((one) => Math.round(one * 100));
  return `${rate} % [${low}–${high}] (${part}/${whole})`;
};

/** A table over thresholds, for the weeks that they were chosen on and for those left aside. */
export async function weekTable(thresholds: readonly (number | undefined)[]): Promise<string> {
  const embedder = createEmbedder({ provider: "local" });
  const weeks = readWeeks();
  const rows: string[][] = [];
  try {
    for (const by of [embedder, null])
      for (const threshold of thresholds)
        for (const half of ["tune", "hold"] as const) {
          let sum = NO_FIGURES;
          for (const week of weeks)
            if (week.half === half) sum = sumOf(sum, await judgeWeek(week, { embedder: by, threshold }));
          rows.push([
            by === null ? "words" : "meaning",
            threshold === undefined ? "as set" : String(threshold),
            half === "tune" ? "chosen on" : "left aside",
            share(sum.right, sum.joined),
            share(sum.right, sum.related),
            share(sum.strayed, sum.unrelated),
          ]);
        }
  } finally {
    await embedder.close();
  }
  const head = [
    "by",
    "threshold",
    "weeks",
    "pairs that are right",
    "pairs found",
    "unrelated facts in a pattern",
  ];
  return formatTable(head, rows);
}

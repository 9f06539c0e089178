/** How well outcomes are inferred from agents' answers, against labels: precision and recall of each class. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { inferOutcome, readAnswer } from "@/lib/sessions";
import { isAside } from "./safety-cases";
import { share } from "./share";
import { formatTable } from "./table";

const LABELS = ["follows", "contradicts", "ignores", "unknown"] as const;
type Label = (typeof LABELS)[number];

/**
 * 50 answers in our own words, in the forms of summaries that agents write under pull requests, with memories that they
 * may have been given. Labelled before the rules were written: `follows`: the answer does what the memory says, reports that
 * it was done, or asks it of others; `contradicts`: it does or recommends the opposite, or says that the memory is
 * wrong; `ignores`: it says enough, and nothing of what the memory is about; `unknown`: it is about it and does not say
 * what became of it, or says too little.
 */
const casesSchema = z.array(
  z.object({
    answer: z.string(),
    diff: z.string().optional(),
    memories: z.array(z.object({ statement: z.string(), cites: z.array(z.string()), label: z.enum(LABELS) })),
  }),
);

export type OutcomeVerdict = {
  half: "tuned" | "aside";
  label: Label;
  inferred: Label;
  statement: string;
  answer: string;
  evidence: string[];
};

/** Every triple with what was inferred; an answer is in one half with all of its memories. */
export async function measureOutcomes(): Promise<OutcomeVerdict[]> {
  const text = await readFile(new URL("outcomes.json", import.meta.url), "utf8");
  return casesSchema.parse(JSON.parse(text)).flatMap(({ answer, diff, memories }) => {
    const read = readAnswer({ text: answer, diff });
    return memories.map(({ statement, cites, label }): OutcomeVerdict => {
      const { outcome, evidence } = inferOutcome({ memory: { statement, paths: cites }, answer: read });
      const half = isAside(answer) ? "aside" : "tuned";
      return { half, label, inferred: outcome, statement, answer, evidence };
    });
  });
}

/** A table for each half: precision and recall of each class with n and Wilson's 95 % intervals. */
export function outcomeTables(verdicts: readonly OutcomeVerdict[]): string {
  return (["tuned", "aside"] as const)
    .map((half) => {
      const rows = verdicts.filter((verdict) => verdict.half === half);
      const table = LABELS.map((label) => {
        const inferred = rows.filter((row) => row.inferred === label);
        const labelled = rows.filter((row) => row.label === label);
        const right = inferred.filter((row) => row.label === label).length;
        return [
          label,
          share(right, inferred.length),
          String(inferred.length),
          share(right, labelled.length),
          String(labelled.length),
        ];
      });
      const columns = ["class", "precision", "inferred", "recall", "labelled"];
      return `${half}, ${rows.length} triples\n${formatTable(columns, table, new Set([1, 2, 3, 4]))}`;
    })
    .join("\n\n");
}

/** What a language model adds to the extractor's learnings, through the gates of the product. */
import { type LanguageModel, mostTokens } from "@/lib/ai";
import {
  acceptLearnings,
  extractionRequest,
  type Learning,
  learningsByRules,
  type Output,
} from "@/lib/sessions";
import { type ExtractionRow, measureExtraction } from "./extraction";
import { judgeCorpus } from "./extraction-corpus";
import { type CorpusRow, corpusRows } from "./extraction-figures";
import { formatTable } from "./table";

export type Extract = (output: Output) => Learning[];

/** Of answers read by rules alone, or by rules and a model; counts as in the tables without a model. */
export type ModelRow = {
  texts: string;
  by: string;
  right: number;
  kept: number;
  found: number;
  wanted: number;
};
export type ModelFigures = { rows: ModelRow[]; asked: number; failed: number; tokens: number };

/** The same labelled answers and, where their repositories are in the folder, sections, with what a model adds. */
export async function measureWithModel(
  model: LanguageModel,
  folder: string | undefined,
  say: (line: string) => void,
): Promise<ModelFigures> {
  const measure = (by: string, extract: Extract): ModelRow[] => [
    ...partsOf(measureExtraction(extract).rows).map((row) => ({ ...row, by })),
    ...(folder === undefined ? [] : sectionsOf(corpusRows(judgeCorpus(folder, extract).sections))).map(
      (row) => ({
        ...row,
        by,
      }),
    ),
  ];
  const outputs = new Map<string, Output>();
  const keyOf = (output: Output) => JSON.stringify(output);
  const rules = measure("rules", (output) => {
    outputs.set(keyOf(output), output);
    return learningsByRules(output);
  });
  const added = new Map<string, Learning[]>();
  const figures = { asked: outputs.size, failed: 0, tokens: 0 };
  for (const [key, output] of outputs) {
    const request = extractionRequest(output);
    try {
      const { value, usage } = await model.generate(request);
      figures.tokens += usage.input_tokens + usage.output_tokens;
      added.set(
        key,
        acceptLearnings(value.learnings, output).accepted.map(({ learning }) => learning),
      );
    } catch (error) {
      figures.failed += 1;
      const most = mostTokens(request);
      say(
        `${error instanceof Error ? error.message : error} (at most ${most.input_tokens} tokens were asked)`,
      );
    }
  }
  const both = measure(`rules and ${model.id}`, (output) => [
    ...learningsByRules(output),
    ...(added.get(keyOf(output)) ?? []),
  ]);
  return { rows: [...rules, ...both], ...figures };
}

function partsOf(rows: readonly ExtractionRow[]): Omit<ModelRow, "by">[] {
  return (["tuned", "aside"] as const).map((half) => {
    const own = rows.filter((row) => row.by === "family" && row.half === half);
    const sum = (key: "right" | "kept" | "wanted") => own.reduce((total, row) => total + row[key], 0);
    const right = sum("right");
    return { texts: `made up, ${half}`, right, kept: sum("kept"), found: right, wanted: sum("wanted") };
  });
}

const sectionsOf = (rows: readonly CorpusRow[]): Omit<ModelRow, "by">[] =>
  rows
    .filter(({ name }) => name === "all")
    .map(({ part, right, kept, found, wanted }) => ({
      texts: `sections, ${part}`,
      right,
      kept,
      found,
      wanted,
    }));

const percent = (part: number, all: number) => (all === 0 ? "" : ((100 * part) / all).toFixed(1));

export function modelTable({ rows }: ModelFigures): string {
  return formatTable(
    ["texts", "read by", "precision", "recall", "kept", "wanted"],
    rows.map(({ texts, by, right, kept, found, wanted }) => [
      texts,
      by,
      percent(right, kept),
      percent(found, wanted),
      String(kept),
      String(wanted),
    ]),
    new Set([2, 3, 4, 5]),
  );
}

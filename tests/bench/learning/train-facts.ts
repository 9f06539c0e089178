/**
 * Trains the classifier of facts (`lib/sessions/learning/fact-model.json`) on texts whose parts somebody marked (README.md):
 * logistic regression by AdaGrad (Duchi, Hazan and Singer, 2011). The texts are their authors' and not kept here.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foundIn, learningsByRules, probabilityOfTerms, readText, termsOf } from "@/lib/sessions";
import { formatTable } from "../table";
import { quantized } from "./quantized";
import { shuffled } from "./shuffled";

const MODEL = new URL("../../../lib/sessions/learning/fact-model.json", import.meta.url);

const PASSES = 8;
const RATE = 0.1;
/** Keeps weights small: a term that was seen five times says little. */
const DECAY = 1e-4;
/** Parts in which a term must stand. */
const LEAST_PARTS = 5;
const FOLDS = 5;

/** A part of a text; `is_fact` null: its reader was not sure. */
type Example = { repository: string; terms: string[]; found: boolean; is_fact: boolean | null };
type Trained = { bias: number; weights: Map<string, number> };

/** The marked texts of a folder: in each folder below it `labels.tsv` (text, source, marked parts) and the texts. */
export function readExamples(folder: string): Example[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const labels = join(folder, name, "labels.tsv");
      if (!existsSync(labels)) return [];
      return readFileSync(labels, "utf8")
        .trimEnd()
        .split("\n")
        .flatMap((line) => {
          const [id = "", source = "", marks = ""] = line.split("\t");
          const text = readFileSync(join(folder, name, `${id}.md`), "utf8");
          return examplesOf(text, { repository: source.split(":")[0] ?? "", marks: marks.split(" ") });
        });
    });
}

function examplesOf(text: string, { repository, marks }: { repository: string; marks: string[] }): Example[] {
  const learnings = learningsByRules({ text, agent_type: "main", category: "general" });
  return readText(text, learnings).map((read, at) => {
    const found = foundIn(read);
    const is_fact = marks.includes(`${at}?`) ? null : marks.includes(String(at));
    return {
      repository,
      is_fact,
      found: found.length > 0,
      terms: termsOf(read.unit, { place: read.place, found }),
    };
  });
}

export function train(examples: readonly Example[]): Trained {
  const sure = examples.filter(({ is_fact }) => is_fact !== null);
  const counts = new Map<string, number>();
  for (const { terms } of sure) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= LEAST_PARTS).map(([term]) => term);
  const weights = new Map(known.sort().map((term) => [term, 0]));
  const squares = new Map(known.map((term) => [term, 1e-6]));
  let bias = -2;
  let bias_squares = 1e-6;
  for (let pass = 1; pass <= PASSES; pass += 1)
    for (const { terms, is_fact } of shuffled(sure, pass)) {
      const own = terms.filter((term) => weights.has(term));
      const error = probabilityOfTerms(own, bias, (term) => weights.get(term)) - (is_fact ? 1 : 0);
      const value = error / Math.sqrt(Math.max(1, own.length));
      for (const term of own) {
        const weight = weights.get(term) ?? 0;
        const gradient = value + DECAY * weight;
        const square = (squares.get(term) ?? 0) + gradient * gradient;
        squares.set(term, square);
        weights.set(term, weight - (RATE * gradient) / Math.sqrt(square));
      }
      bias_squares += error * error;
      bias -= (RATE * error) / Math.sqrt(bias_squares);
    }
  return { bias, weights };
}

type Scored = { probability: number; is_fact: boolean; found: boolean };

/** Each part judged by what was trained on the other repositories. */
function crossValidate(examples: readonly Example[]): Scored[] {
  const repositories = shuffled([...new Set(examples.map(({ repository }) => repository))].sort(), 1);
  return Array.from({ length: FOLDS }, (_, fold) => {
    const held = new Set(repositories.filter((_each, at) => at % FOLDS === fold));
    const { bias, weights } = train(examples.filter(({ repository }) => !held.has(repository)));
    return examples.flatMap(({ repository, terms, found, is_fact }) => {
      if (!held.has(repository) || is_fact === null) return [];
      return [{ probability: probabilityOfTerms(terms, bias, (term) => weights.get(term)), is_fact, found }];
    });
  }).flat();
}

const percent = (part: number, whole: number) => (whole === 0 ? "" : `${Math.round((100 * part) / whole)} %`);

/** Precision and recall of parts from each probability on, of those that rules found and of the others. */
function thresholdTable(scored: readonly Scored[]): string {
  const facts = scored.filter(({ is_fact }) => is_fact).length;
  const rows = [0, 0.1, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8].map((from) => {
    const cells = [true, false].flatMap((found) => {
      const kept = scored.filter((each) => each.found === found && each.probability >= from);
      const right = kept.filter(({ is_fact }) => is_fact).length;
      return [String(kept.length), percent(right, kept.length), percent(right, facts)];
    });
    return [String(from), ...cells];
  });
  const header = ["from", "found by rules", "right", "of all facts", "not found", "right", "of all facts"];
  return formatTable(header, rows, new Set([1, 2, 3, 4, 5, 6]));
}

/** Trains on all texts, writes the model, and says how right it is on repositories that it was not trained on. */
export function trainFactModel(folder: string | undefined): string {
  if (folder === undefined)
    throw new Error(
      "CASEBOOK_BENCH_FACTS is not set: it names the folder of marked texts (tests/bench/learning/README.md).",
    );
  const examples = readExamples(folder);
  const table = thresholdTable(crossValidate(examples));
  const { bias, weights } = train(examples);
  const { step, steps } = quantized([...weights.values()]);
  const kept = [...weights.keys()]
    .map((term, at) => ({ term, weight: steps[at] ?? 0 }))
    .filter(({ weight }) => weight !== 0);
  const model = {
    bias,
    step,
    terms: kept.map(({ term }) => term).join("\n"),
    weights: Buffer.from(Int8Array.from(kept, ({ weight }) => weight).buffer).toString("base64"),
  };
  writeFileSync(MODEL, `${JSON.stringify(model, null, 2)}\n`);
  const facts = examples.filter(({ is_fact }) => is_fact).length;
  return `${examples.length} parts, ${facts} facts, ${kept.length} terms\n\n${table}`;
}

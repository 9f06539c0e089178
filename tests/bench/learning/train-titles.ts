/**
 * Trains the classifier of titles (`lib/reviews/rules/title-model.json`) on labelled titles (README.md):
 * multinomial logistic regression by AdaGrad (Duchi, Hazan and Singer, 2011), each title once with its vector and once
 * without, so that one table of weights serves servers with this embedder and those without.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createEmbedder } from "@/lib/ai";
import { type Features, featuresOf, type Layout, probabilitiesOf, termsOf } from "@/lib/reviews";
import { quantized } from "./quantized";
import { shuffled } from "./shuffled";

const WRITTEN = new URL("train-titles-written.tsv", import.meta.url);
const MODEL = new URL("../../../lib/reviews/rules/title-model.json", import.meta.url);

const PASSES = 12;
const RATE = 0.1;
/** Keeps weights small: a term that was seen twice says little. */
const DECAY = 2e-4;
/** Titles in which a term must stand. */
const LEAST_TITLES = 3;
/** Share of a title's target that its first label gets where it has several. */
const FIRST_LABEL = 0.65;

export type Labelled = { title: string; labels: string[]; vector: Float32Array };

export type Trained = { layout: Layout; weights: Float32Array };

type Example = { features: Features; target: Float64Array };

function layoutOf(titles: readonly Labelled[]): Layout {
  const counts = new Map<string, number>();
  for (const { title } of titles)
    for (const term of termsOf(title)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= LEAST_TITLES).map(([term]) => term);
  return {
    rules: [...new Set(titles.flatMap(({ labels }) => labels))].sort(),
    terms: new Map(known.sort().map((term, at) => [term, at])),
  };
}

function targetOf(labels: readonly string[], rules: readonly string[]): Float64Array {
  const target = new Float64Array(rules.length);
  const [first = "", ...others] = labels;
  const share = others.length === 0 ? 1 : FIRST_LABEL;
  target[rules.indexOf(first)] = share;
  for (const label of others) target[rules.indexOf(label)] = (1 - share) / others.length;
  return target;
}

export function trainTitles(titles: readonly Labelled[]): Trained {
  const layout = layoutOf(titles);
  const count = layout.rules.length;
  const [
    {
      vector: { length: dimensions },
    } = { vector: { length: 0 } },
  ] = titles;
  const rows = 1 + count + layout.terms.size + dimensions;
  const weights = new Float32Array(rows * count);
  const gradients = new Float32Array(rows * count).fill(1e-6);
  const examples = titles.flatMap(({ title, labels, vector }): Example[] => {
    const target = targetOf(labels, layout.rules);
    return [vector, null].map((of) => ({ features: featuresOf(title, of, layout), target }));
  });
  const weightOf = (row: number, rule: number) => weights[row * count + rule] ?? 0;
  for (let pass = 1; pass <= PASSES; pass += 1)
    for (const { features, target } of shuffled(examples, pass)) {
      const errors = probabilitiesOf(features, count, weightOf).map(
        (found, rule) => found - (target[rule] ?? 0),
      );
      for (const [row, value] of features)
        for (let rule = 0; rule < count; rule += 1) {
          const at = row * count + rule;
          const gradient = (errors[rule] ?? 0) * value + DECAY * (weights[at] ?? 0);
          gradients[at] = (gradients[at] ?? 0) + gradient * gradient;
          weights[at] = (weights[at] ?? 0) - (RATE * gradient) / Math.sqrt(gradients[at] ?? 1);
        }
    }
  return { layout, weights };
}

const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));

/** The titles to train on, each with its vector; found ones where `CASEBOOK_BENCH_TITLES` names their file. */
async function trainingTitles(): Promise<{ embedder_id: string; titles: Labelled[] }> {
  const found = process.env.CASEBOOK_BENCH_TITLES;
  if (found === undefined)
    throw new Error(
      "CASEBOOK_BENCH_TITLES is not set: it names the file of found titles (title, rule and source by tabs); without them the model would be worse than the one in use.",
    );
  const texts = await Promise.all([readFile(WRITTEN, "utf8"), readFile(found, "utf8")]);
  const rows = texts.flatMap(rowsOf);
  const embedder = createEmbedder({ provider: "local" });
  const vectors = await embedder.embed(rows.map(([title = ""]) => title));
  await embedder.close();
  const titles = rows.map(([title = "", labels = ""], at) => ({
    title,
    labels: labels.split("|"),
    vector: vectors[at] ?? new Float32Array(),
  }));
  return { embedder_id: embedder.id, titles };
}

/** Trains on all titles and writes the model. @returns what was trained, in a sentence. */
export async function trainTitleModel(): Promise<string> {
  const { embedder_id, titles } = await trainingTitles();
  return writeTitleModel(embedder_id, trainTitles(titles));
}

export async function writeTitleModel(embedder_id: string, { layout, weights }: Trained): Promise<string> {
  const { step, steps } = quantized(weights);
  const model = {
    embedder: embedder_id.split("@")[0],
    rules: layout.rules,
    terms: [...layout.terms.keys()].join("\n"),
    step,
    weights: Buffer.from(steps.buffer).toString("base64"),
  };
  await writeFile(MODEL, `${JSON.stringify(model, null, 2)}\n`);
  return `${layout.rules.length} rules, ${layout.terms.size} terms`;
}

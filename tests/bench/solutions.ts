/** From which cosine patterns and failures are found by meaning: what it finds, and what it gives that was not asked for. */
import { readFileSync } from "node:fs";
import { createEmbedder, type Embedder } from "@/lib/ai";
import { wilson } from "@/lib/kernel/statistics";
import { readError } from "@/lib/tasks";
import { readFailureCases } from "./failures";
import { formatTable } from "./table";

const THRESHOLDS = [0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

type Pair = { similarity: number; wanted: boolean };

const cosine = (one: Float32Array, other: Float32Array): number => {
  let dot = 0;
  let length = 0;
  let other_length = 0;
  for (const [index, value] of one.entries()) {
    const beside = other[index] ?? 0;
    dot += value * beside;
    length += value * value;
    other_length += beside * beside;
  }
  return dot / Math.sqrt(length * other_length);
};

async function patternPairs(embedder: Embedder): Promise<Pair[]> {
  const lines = readFileSync("tests/bench/solutions.tsv", "utf8").split("\n");
  const rows = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t"));
  const documents = await embedder.embed(rows.map(([pattern = ""]) => pattern));
  const queries = await embedder.embed(rows.map(([, query = ""]) => query));
  return queries.flatMap((query, at) =>
    documents.map((document, index) => ({ similarity: cosine(query, document), wanted: at === index })),
  );
}

/** Errors whose signatures differ: those with the same are found without vectors. */
async function failurePairs(embedder: Embedder): Promise<Pair[]> {
  const { seen, aside } = readFailureCases();
  const cases = [...seen, ...aside].map(({ cause, output }) => ({ cause, ...readError({ output }) }));
  const vectors = await embedder.embed(
    cases.map(({ error_type, message, signature }) => `${error_type}: ${message}\n${signature}`),
  );
  return cases.flatMap((one, at) =>
    cases.slice(at + 1).flatMap((other, offset) => {
      const [first, second] = [vectors[at], vectors[at + 1 + offset]];
      if (!first || !second || one.signature === other.signature) return [];
      return [{ similarity: cosine(first, second), wanted: one.cause === other.cause }];
    }),
  );
}

const share = (successes: number, n: number): string => {
  const found = wilson(successes, n);
  if (!found) return "–";
  const [rate, low, high] = [found.rate, found.low, found.high].map((part) => (100 * part).toFixed(1));
  return `${rate} % (${successes}/${n}) [${low}–${high}]`;
};

function tableOf(name: string, pairs: readonly Pair[]): string {
  const wanted = pairs.filter((pair) => pair.wanted);
  const others = pairs.filter((pair) => !pair.wanted);
  const from = (some: readonly Pair[], least: number) =>
    some.filter(({ similarity }) => similarity >= least).length;
  return formatTable(
    [name, "found", "given though not meant"],
    THRESHOLDS.map((least) => [
      least.toFixed(2),
      share(from(wanted, least), wanted.length),
      share(from(others, least), others.length),
    ]),
  );
}

/** A table for each embedder's patterns and failures; the local one alone is measured. */
export async function solutionTables(): Promise<string> {
  const embedder = createEmbedder({ provider: "local" });
  try {
    const [patterns, failures] = [await patternPairs(embedder), await failurePairs(embedder)];
    return [embedder.id, tableOf("patterns from", patterns), tableOf("failures from", failures)].join("\n\n");
  } finally {
    await embedder.close();
  }
}

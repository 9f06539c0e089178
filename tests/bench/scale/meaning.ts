import { type Embedder, normalizeText } from "@/lib/ai";
import { normalFrom, randomFrom } from "../statistics";
import { makeNotes, makeQuestions } from "../texts";

const MIXED = 4;
const NOISE = 0.01;
/** Four digits are as exact as half precision is. */
const DIGITS = 10_000;
const EMBEDDED_AT_ONCE = 50;

export type Meaning = {
  /** The vector of the memory at this place, as SQL reads it. */
  vectorOf(index: number, subject: number): string;
};

/**
 * Vectors in the space of the real model: the first `real` memories have their own; each further one lies between four
 * of these that are about the same subject. So a question's real vector meets clusters as it would in a real memory, and
 * a hundred thousand need no hour of the model.
 */
export async function learnMeaning(embedder: Embedder, real: number): Promise<Meaning> {
  const notes = makeNotes(real);
  const vectors = await embedAll(
    embedder,
    notes.map(({ statement }) => statement),
  );
  const bySubject = new Map<number, Float32Array[]>();
  for (const [index, { subject }] of notes.entries()) {
    const vector = vectors[index];
    if (vector) bySubject.set(subject, [...(bySubject.get(subject) ?? []), vector]);
  }
  const random = randomFrom(81);
  return {
    vectorOf(index, subject) {
      const own = vectors[index];
      if (own) return literalOf(own);
      return literalOf(
        between(bySubject.get(subject) ?? vectors, { random, dimensions: embedder.dimensions }),
      );
    },
  };
}

export async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += EMBEDDED_AT_ONCE)
    vectors.push(...(await embedder.embed(texts.slice(start, start + EMBEDDED_AT_ONCE))));
  return vectors;
}

/** A random place between some of the vectors, at length 1. */
function between(
  vectors: readonly Float32Array[],
  { random, dimensions }: { random: () => number; dimensions: number },
): Float32Array {
  const mixed = new Float32Array(dimensions);
  for (let part = 0; part < MIXED; part++) {
    const vector = vectors[Math.floor(random() * vectors.length)];
    const weight = -Math.log(1 - random());
    for (let at = 0; at < dimensions; at++) mixed[at] = (mixed[at] ?? 0) + weight * (vector?.[at] ?? 0);
  }
  const length = Math.hypot(...mixed);
  return mixed.map((value) => value / length + NOISE * normalFrom(random));
}

export const literalOf = (vector: Float32Array) =>
  `[${Array.from(vector, (value) => Math.round(value * DIGITS) / DIGITS).join(",")}]`;

/** What the model says of the data, asked once for all sizes. */
export type Known = { embedder: Embedder; meaning: Meaning; questions: readonly ScaleQuestion[] };

export type ScaleQuestion = { text: string; normalized: string; vector: Float32Array; literal: string };

/** Questions with the vectors that the model gives them. */
export async function makeScaleQuestions(embedder: Embedder, count: number): Promise<ScaleQuestion[]> {
  const texts = makeQuestions(count).map(({ statement }) => statement);
  const vectors = await embedAll(embedder, texts);
  return texts.map((text, index) => {
    const vector = vectors[index];
    if (!vector) throw new Error("a question was not embedded");
    return { text, vector, literal: literalOf(vector), normalized: normalizeText(text) };
  });
}

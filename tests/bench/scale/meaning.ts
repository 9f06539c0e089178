import { type Embedder, normalizeText } from "@/lib/ai";
import { normalFrom, randomFrom } from "../statistics";
import { makeNotes, makeQuestions } from "../texts";

/** Of what sets a made-up memory apart from its subject's middle, the part that is one real memory's; the rest is a mixture. */
const LIKE_ONE = 0.85;
const MIXED = 6;
/** Four digits are as exact as half precision is. */
const DIGITS = 10_000;
const EMBEDDED_AT_ONCE = 50;

export type Meaning = {
  /** The vector of the memory at this place, as SQL reads it. */
  vectorOf(index: number, subject: number): string;
};

/**
 * Vectors in the space of the real model: the first `real` memories have their own; each further one differs from the
 * middle of its subject mostly as one of these differs from its own, as what is phrased alike does. Among 100,000 of them
 * a scan of 100, 200 and 400 neighbours finds .962, .986 and .990 of the ten nearest; among as many notes that the model
 * embedded itself .971, .989 and .996. Mixing memories of one subject would draw all of them into a ball that no text
 * fills: the index then loses its way between forty of these, and finds .757.
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
  const middles = new Map([...bySubject].map(([subject, own]) => [subject, middleOf(own)]));
  const everywhere = middleOf(vectors);
  const deviations = vectors.map((vector, index) => {
    const middle = middles.get(notes[index]?.subject ?? -1) ?? everywhere;
    return vector.map((value, at) => value - (middle[at] ?? 0));
  });
  const random = randomFrom(81);
  return {
    vectorOf(index, subject) {
      const own = vectors[index];
      if (own) return literalOf(own);
      const middle = middles.get(subject) ?? everywhere;
      return literalOf(about(middle, { deviations, random }));
    },
  };
}

export async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += EMBEDDED_AT_ONCE)
    vectors.push(...(await embedder.embed(texts.slice(start, start + EMBEDDED_AT_ONCE))));
  return vectors;
}

function middleOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + value;
  return sum.map((value) => value / vectors.length);
}

/** Deviations are added in weights whose squares add up to 1: the spread stays what it is. */
function about(
  middle: Float32Array,
  { deviations, random }: { deviations: readonly Float32Array[]; random: () => number },
): Float32Array {
  const weights = Array.from({ length: MIXED }, () => normalFrom(random));
  const scale = Math.sqrt(1 - LIKE_ONE ** 2) / Math.hypot(...weights);
  const vector = Float32Array.from(middle);
  for (const weight of [LIKE_ONE, ...weights.map((each) => each * scale)]) {
    const deviation = deviations[Math.floor(random() * deviations.length)];
    for (let at = 0; at < vector.length; at++)
      vector[at] = (vector[at] ?? 0) + weight * (deviation?.[at] ?? 0);
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
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

import { createHash } from "node:crypto";
import { z } from "zod";
import { probabilityOfLogOdds } from "@/lib/kernel/statistics";
import { RELEVANCE_SIGNALS, type RelevanceSignal } from "../contract";
import type { RelevanceSignals } from "./signals";
import fitted from "./weights.json";

const modelSchema = z.strictObject({
  /** Log-odds of relevance without any evidence. */
  intercept: z.number(),
  /** Log-odds that a signal of 1 adds. */
  weights: z.strictObject({
    meaning: z.number(),
    words: z.number(),
    coverage: z.number(),
    rare_words: z.number(),
    cited_file: z.number(),
    cited_lines: z.number(),
    changed_glob: z.number(),
    kind_of_change: z.number(),
    agent_type: z.number(),
    category: z.number(),
  }),
  /** Probability from which a memory opens a pack, and from which others come along. */
  floors: z.strictObject({ open: z.number(), join: z.number() }),
});

/**
 * A logistic regression over few signals: the probability that a memory matters for a task. Fitted on labelled tasks of
 * real projects by `npm run bench -- --only packs --fit`, for each embedder by itself because cosines of different models
 * do not compare, and once without vectors.
 */
export type RelevanceModel = z.output<typeof modelSchema>;

const MODELS = z.record(z.string(), modelSchema).parse(fitted.models);

/** The name of the model that judges by words, files and roles alone. */
export const WORDS_ONLY = "words";

/** Whose cosines the floor is calibrated for; every other embedder's packs are chosen by words, files and roles alone. */
export function isCalibrated(embedder_id: string): boolean {
  return Object.hasOwn(MODELS, embedder_id);
}

/** The name of the model that judges the packs of an embedder. */
const nameOf = (embedder_id: string | null): string => {
  if (embedder_id !== null && isCalibrated(embedder_id)) return embedder_id;
  return WORDS_ONLY;
};

/**
 * What outcomes are kept under: the model's name and a fingerprint of its weights, since the probabilities of other weights
 * do not compare.
 */
export function relevanceModelKey(embedder_id: string | null): string {
  const weights = JSON.stringify(relevanceModel(embedder_id));
  return `${nameOf(embedder_id)}#${createHash("sha256").update(weights).digest("hex").slice(0, 8)}`;
}

/** Names of the measured embedders, and of words alone. */
export const modelNames = (): string[] => Object.keys(MODELS);

/** The model of an embedder; of words alone without one (null), and for an embedder that was not measured. */
export function relevanceModel(embedder_id: string | null): RelevanceModel {
  const model = MODELS[nameOf(embedder_id)];
  if (!model) throw new Error("weights.json has no model of words alone");
  return model;
}

/** What each signal adds to the log-odds, the strongest first; signals that add nothing are left out. */
export type Contribution = { signal: RelevanceSignal; adds: number };

/** A model whose probabilities are lowered by what an organization's outcomes taught. */
export type LearnedModel = RelevanceModel & { key: string; shift: number };

export type Relevance = { probability: number; contributions: Contribution[] };

/** The probability, 0 to 1, that a memory with these signals matters for the task, and what it is made of. */
export function relevanceOf(
  signals: RelevanceSignals,
  model: RelevanceModel & { shift?: number },
): Relevance {
  const contributions = RELEVANCE_SIGNALS.map((signal) => ({
    signal,
    adds: model.weights[signal] * signals[signal],
  })).filter(({ adds }) => adds !== 0);
  const logit = contributions.reduce((sum, { adds }) => sum + adds, model.intercept + (model.shift ?? 0));
  return {
    probability: probabilityOfLogOdds(logit),
    contributions: contributions.sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds)),
  };
}

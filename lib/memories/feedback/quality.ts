import type { MemoryKind } from "../kinds";

export type QualityInput = {
  kind: MemoryKind;
  statement: string;
  reasoning: string | null;
  outcome: string | null;
  metadata: Record<string, unknown>;
  votes: Votes;
};

/** What use and checks said about a memory, as counts of events. */
export type Votes = {
  recalled: number;
  applied: number;
  verified_valid: number;
  verified_invalid: number;
  /** Sums over the ratings that count: of their usefulness, and of what each lacks to 1. */
  helpful: number;
  unhelpful: number;
};

export const NO_VOTES: Votes = {
  recalled: 0,
  applied: 0,
  verified_valid: 0,
  verified_invalid: 0,
  helpful: 0,
  unhelpful: 0,
};

export type QualityPart = { label: string; value: number };

export const HIGH_QUALITY = 0.7;
export const LOW_QUALITY = 0.5;

const EXAMPLE = /\bexamples?:|\be\.g\.|\bfor instance\b|`[^`\n]+`/i;

/** How far use and checks may move the quality, up or down. */
const USE_REACH = 0.3;
/** Votes the neutral opinion is worth at the start: with few votes the quality hardly moves. */
const PRIOR = 4;
const RECALLED_EACH = 0.005;
const RECALLED_MOST = 0.05;
/** A check repeats itself every night; beyond so many it says nothing new. */
const CHECKS_COUNTED = 4;

const has = (value: unknown) => typeof value === "string" && value.trim() !== "";

/**
 * The terms a quality is made of, those that are not zero, the base first. Their sum held between 0 and 1 is the
 * quality, see `qualityOf`. What use adds is the mean of a Beta posterior of applied, valid and helpful against invalid
 * and unhelpful, with a neutral prior.
 */
export function qualityParts(memory: QualityInput): QualityPart[] {
  const { kind, statement, reasoning, outcome, metadata, votes } = memory;
  const reasons = [reasoning, metadata.reasoning, metadata.reason, metadata.rejection_reason];
  const texts = [statement, reasoning, outcome, ...Object.values(metadata)];
  const parts: QualityPart[] = [{ label: "Base", value: 0.5 }];
  const add = (label: string, value: number, holds = true) => {
    if (holds && value !== 0) parts.push({ label, value });
  };
  add("Has reasoning", 0.2, reasons.some(has));
  add("Has an outcome", 0.15, has(outcome));
  add(
    "Has a concrete example",
    0.1,
    texts.some((text) => typeof text === "string" && EXAMPLE.test(text)),
  );
  add("Is an anti-pattern", 0.2, kind === "anti_pattern");
  add("Its task succeeded", 0.1, metadata.success === true);
  add("Was recalled", Math.min(votes.recalled * RECALLED_EACH, RECALLED_MOST));
  add("Use and checks", termOfVotes(votes));
  return parts;
}

function termOfVotes(votes: Votes): number {
  const good = votes.applied + votes.helpful + Math.min(votes.verified_valid, CHECKS_COUNTED);
  const bad = votes.unhelpful + Math.min(votes.verified_invalid, CHECKS_COUNTED);
  return (USE_REACH * (good - bad)) / (good + bad + PRIOR);
}

/** The quality that parts add up to, 0–1. */
export function qualityOf(parts: readonly QualityPart[]): number {
  const sum = parts.reduce((total, part) => total + part.value, 0);
  return Math.round(Math.min(Math.max(sum, 0), 1) * 1000) / 1000;
}

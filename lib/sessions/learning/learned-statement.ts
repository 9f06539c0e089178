import { passes } from "../hooks/ephemeral";
import { cut, isRepeated, tidy } from "./repeats";

/**
 * What an agent's answer teaches, found without a language model: by the forms in which agents write down what they
 * decided, recommend, warn of, built on and mended, and by a classifier of what lasts. Precision comes first: a memory that
 * says nothing is worse than none, so text must be long enough to say something, and be none of what passes with the day.
 */

export const LEARNING_TYPES = [
  "decision",
  "recommendation",
  "warning",
  "approach",
  "error_solution",
] as const;

/** `fact`: what lasts and has none of the forms, which the classifier of facts found. */
export type LearningType = (typeof LEARNING_TYPES)[number] | "fact";

export type Learning = {
  type: LearningType;
  kind: "decision" | "procedure" | "anti_pattern" | "error_solution" | "fact";
  /** One statement without markup; inline code keeps its backticks. */
  statement: string;
  /** Why, in the author's words; null when nothing says so. */
  reasoning: string | null;
  /** The typed metadata of the kind. */
  metadata: { error?: string; solution?: string; instead?: string; trade_offs?: string };
  category: string;
  /** 0–1: how surely the form, or the classifier of facts, tells a learning. */
  confidence: number;
};

export const CONFIDENCE: Record<LearningType, number> = {
  decision: 0.8,
  recommendation: 0.7,
  warning: 0.85,
  approach: 0.75,
  error_solution: 0.9,
  fact: 0.8,
};

const KIND = {
  decision: "decision",
  recommendation: "procedure",
  warning: "anti_pattern",
  approach: "procedure",
  error_solution: "error_solution",
  fact: "fact",
} as const satisfies Record<LearningType, Learning["kind"]>;

export const ERROR_AUTHORS: ReadonlySet<string> = new Set(["fix-agent", "reviewer", "tester"]);

/** Of what its place or its sentence tells, without a label of its own. */
export const BY_PLACE = 0.7;

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Latin letters that a Chinese or Japanese character says as much as, about. */
const PER_IDEOGRAPH = 2.5;

/** The length of a text in Latin letters, whatever it is written in. */
export const weightOf = (text: string): number =>
  text.length + (PER_IDEOGRAPH - 1) * (text.match(IDEOGRAPH)?.length ?? 0);

const MIN_CHARACTERS: Record<LearningType, number> = {
  decision: 12,
  recommendation: 21,
  warning: 20,
  approach: 30,
  error_solution: 20,
  fact: 25,
};

/**
 * A learning, found by rules or a model; null for what is too short, passes with the day, or only repeats what the agent was given
 * (`shingles` of each text). The confidence is at most that of the type.
 */
export function learningOf(
  type: LearningType,
  parts: Parts,
  params: { category: string; injectedShingles: readonly ReadonlySet<string>[]; confidence: number },
): Learning | null {
  const statement = tidy(parts.statement);
  if (weightOf(statement) < MIN_CHARACTERS[type] || passes(statement)) return null;
  if (params.injectedShingles.some((set) => isRepeated(statement, set))) return null;
  const confidence = Math.min(params.confidence, CONFIDENCE[type]);
  return {
    type,
    kind: KIND[type],
    statement: cut(statement),
    reasoning: parts.reasoning ? cut(tidy(parts.reasoning)) : null,
    metadata: metadataOf(parts),
    category: type === "error_solution" ? "error_handling" : params.category,
    confidence,
  };
}

export type Parts = {
  statement: string;
  reasoning?: string;
  instead?: string;
  trade_offs?: string;
  error?: string;
  solution?: string;
};

export type Add = (type: LearningType, parts: Parts, confidence?: number) => void;

export const MIN_TRAP = 50;

/** What is learned for its place alone says at least this much. */
export const MIN_PLACED = 25;

function metadataOf({ error, solution, instead, trade_offs }: Parts): Learning["metadata"] {
  const fields = { error, solution, instead, trade_offs };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value) return [[name, cut(tidy(value))]];
      return [];
    }),
  );
}

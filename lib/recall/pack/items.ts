import type { Memory } from "@/lib/memories/contract";
import type { ContextMemory } from "../contract";
import { GENERAL } from "./category";
import type { Judged } from "./choose";
import { type CheckItem, flat, type PackItem, type Part } from "./pack";
import { outcomeText, rejectionText } from "./review-candidates";

const string = (value: unknown): string | null => {
  if (typeof value === "string" && value !== "") return value;
  return null;
};

/** A memory as a pack has it, under the heading of its part. */
export function toItem({
  memory,
  part,
  disputed = false,
  violated = null,
}: {
  memory: Memory;
  part: Part;
  disputed?: boolean;
  violated?: string | null;
}): PackItem {
  const item = {
    memory_id: memory.id,
    part,
    statement: statementOf(memory),
    outcome: outcomeOf(memory),
    places: placesOf(memory),
    violated: violated && `violated at ${violated}`,
  };
  const { title, aside } = titleOf(memory, part);
  return {
    ...item,
    title,
    aside: disputed ? `${aside} (disputed: another memory here says otherwise)` : aside,
  };
}

function statementOf(memory: Memory): string {
  const { kind, statement, metadata } = memory;
  if (kind === "rejection_pattern") return rejectionText(memory);
  if (kind === "review_outcome") return outcomeText(memory);
  const instead = kind === "anti_pattern" ? string(metadata.instead) : null;
  if (instead === null) return statement;
  return `${statement} Instead: ${instead}`;
}

function outcomeOf({ kind, outcome, metadata }: Memory): string | null {
  if (kind === "rejection_pattern" || kind === "review_outcome") return null;
  if (kind === "framework_knowledge") return string(metadata.correct_usage);
  return outcome;
}

function titleOf(memory: Memory, part: Part): { title: string; aside: string } {
  const { metadata, category, quality, agent_type } = memory;
  switch (part) {
    case "own":
      return { title: category, aside: ` (quality: ${quality.toFixed(2)})` };
    case "others":
      return { title: `From ${agent_type ?? "another agent"}`, aside: `: ${flat(category)}` };
    case "reviews":
      return reviewTitleOf(memory);
    case "conventions":
      return { title: string(metadata.subject) ?? category, aside: "" };
    case "frameworks":
      return {
        title: string(metadata.framework) ?? "framework",
        aside: `: ${flat(string(metadata.pattern_name) ?? category)}`,
      };
    case "preferences":
      return { title: string(metadata.preference_type) ?? category, aside: "" };
  }
}

function reviewTitleOf({ kind, metadata }: Memory): { title: string; aside: string } {
  if (kind !== "rejection_pattern") return { title: string(metadata.verdict) ?? "review", aside: "" };
  const pattern = string(metadata.file_pattern);
  return {
    title: string(metadata.rule_category) ?? GENERAL,
    aside: pattern === null ? ": rejected" : `: rejected in \`${flat(pattern)}\``,
  };
}

function placesOf({ citations }: Memory): string {
  const [first, ...rest] = citations.map(
    ({ path, line_start, line_end, inferred }) =>
      `\`${flat(path)}:${line_start === line_end ? line_start : `${line_start}–${line_end}`}\`${inferred ? " (inferred)" : ""}`,
  );
  if (rest.length > 0) return `${first} and ${rest.length} more`;
  return first ?? "";
}

/** A memory that could not be checked in time, with the places to read first. */
export function toCheck({ memory, violated }: Judged): CheckItem {
  const places = [placesOf(memory), violated && `violated at ${violated}`].filter(Boolean).join("; ");
  return { memory_id: memory.id, statement: memory.statement, places };
}

/** A memory that is in a pack only because changed files violate its probe, with where they do. */
export function toViolation({ memory, violated }: Judged): CheckItem {
  return { memory_id: memory.id, statement: statementOf(memory), places: violated ?? "" };
}

/** A memory of a pack as data, with its scores and why it is in. */
export function toContextMemory({ memory, part, score, scores, reason }: Judged): ContextMemory {
  return {
    memory_id: memory.id,
    part,
    kind: memory.kind,
    category: memory.category,
    agent_type: memory.agent_type,
    quality: memory.quality,
    statement: memory.statement,
    outcome: memory.outcome,
    citations: memory.citations,
    score,
    scores,
    why: `It ${reason}.`,
  };
}

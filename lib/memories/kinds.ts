import { z } from "zod";
import { wrongInWords } from "@/lib/kernel/issue-words";
import { text } from "@/lib/kernel/text";

export const MEMORY_KINDS = [
  "convention",
  "decision",
  "procedure",
  "anti_pattern",
  "error_solution",
  "rejection_pattern",
  "framework_knowledge",
  "developer_preference",
  "review_outcome",
  "fact",
] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** The kinds in the order in which a team reads them: what it agreed on first, what single reviews left behind last. */
export const KINDS_AS_READ = [
  "convention",
  "decision",
  "procedure",
  "anti_pattern",
  "error_solution",
  "framework_knowledge",
  "fact",
  "developer_preference",
  "rejection_pattern",
  "review_outcome",
] as const satisfies readonly MemoryKind[];

const words = (max = 4_000) => text({ max });
const list = (max = 50) => z.array(words(1_000)).max(max);

/**
 * What each kind carries in `metadata`. Further keys are free. `content`, where a kind has it, is another name for the
 * statement and is stored as that.
 */
export const kindMetadataSchemas = {
  convention: z.looseObject({ subject: words(200), fact: words(), reason: words().optional() }),
  decision: z.looseObject({
    content: words().optional(),
    reasoning: words().optional(),
    trade_offs: z.union([words(), list()]).optional(),
  }),
  procedure: z.looseObject({ content: words().optional() }),
  anti_pattern: z.looseObject({ content: words().optional(), instead: words().optional() }),
  error_solution: z.looseObject({ error: words(), solution: words() }),
  rejection_pattern: z.looseObject({
    pattern_description: words(),
    file_pattern: words(500).default("*"),
    rule_category: words(100).default("general"),
    rejection_reason: words().optional(),
    evidence: words().optional(),
    file_path: words(1_000).optional(),
    line: z.int().min(1).optional(),
    original_issue: words().optional(),
  }),
  framework_knowledge: z.looseObject({
    framework: words(200),
    pattern_name: words(200),
    description: words(),
    correct_usage: words().optional(),
    common_mistakes: list().default([]),
    source: words(1_000).optional(),
  }),
  developer_preference: z.looseObject({
    developer_id: words(200),
    preference_type: words(200),
    preference_value: words(1_000),
    confidence: z.number().min(0).max(1).optional(),
    observation_count: z.int().min(1).optional(),
  }),
  review_outcome: z.looseObject({
    code_summary: words(),
    issue_summary: words().optional(),
    key_findings: list().default([]),
    verdict: z.enum(["approved", "needs_fixes", "blocked"]),
    workflow_id: words(200).optional(),
  }),
  fact: z.looseObject({
    content: words().optional(),
    agent: words(100).optional(),
    date: z.iso
      .date()
      .or(z.iso.datetime({ offset: true }))
      .optional(),
    source: words(200).optional(),
  }),
} as const satisfies Record<MemoryKind, z.ZodObject>;

/** Metadata that belong to their kind, for code that knows which kind it makes. */
export type KindMetadata<K extends MemoryKind> = z.input<(typeof kindMetadataSchemas)[K]>;

/** Keys whose values identify someone or something; redaction leaves them as they are. */
export const IDENTIFIER_KEYS: ReadonlySet<string> = new Set([
  "developer_id",
  "workflow_id",
  "file_path",
  "file_pattern",
  "created_by",
]);

/** Kinds that cannot be stored without a citation. */
export const CITED_KINDS: ReadonlySet<MemoryKind> = new Set(["convention"]);

const string = (value: unknown): string | null => {
  if (typeof value === "string" && value !== "") return value;
  return null;
};

/** The statement a memory has when none is written, made from what its kind carries; null when that says nothing. */
export function defaultStatement(kind: MemoryKind, metadata: Record<string, unknown>): string | null {
  switch (kind) {
    case "convention":
      return string(metadata.fact);
    case "error_solution":
      if (string(metadata.error) && string(metadata.solution))
        return `${metadata.error} → ${metadata.solution}`;
      return null;
    case "rejection_pattern":
      return string(metadata.pattern_description);
    case "framework_knowledge":
      return string(metadata.description);
    case "developer_preference":
      if (string(metadata.preference_type) && string(metadata.preference_value))
        return `${metadata.preference_type}: ${metadata.preference_value}`;
      return null;
    case "review_outcome":
      return string(metadata.issue_summary) ?? string(metadata.code_summary);
    default:
      return string(metadata.content);
  }
}

/** The fields of a convention, and who says so, as agents know them from other memories: beside `metadata`, not in it. */
export type ShortForm = {
  kind?: MemoryKind;
  statement?: string;
  metadata: Record<string, unknown>;
  reasoning?: string;
  subject?: string;
  fact?: string;
  reason?: string;
  created_by?: string;
};

/**
 * A memory with its short form put where its kind keeps it. With a fact and no kind it is a convention, and the statement of
 * one is its fact where it names none; in any other kind the fact is the statement and the reason its reasoning.
 */
export function fromShortForm<T extends ShortForm>(params: T) {
  const { subject, fact, reason, created_by, ...rest } = params;
  const kind = params.kind ?? (fact === undefined ? undefined : ("convention" as const));
  const metadata: Record<string, unknown> = { ...params.metadata };
  if (subject !== undefined) metadata.subject = subject;
  if (created_by !== undefined) metadata.created_by = created_by;
  if (kind !== "convention")
    return {
      ...rest,
      kind,
      metadata,
      statement: params.statement ?? fact,
      reasoning: params.reasoning ?? reason,
    };
  const said = fact ?? metadata.fact ?? params.statement;
  if (said !== undefined) metadata.fact = said;
  if (reason !== undefined) metadata.reason = reason;
  return { ...rest, kind, metadata };
}

type KindIssue = { path: (string | number)[]; message: string };
type OfKind = {
  kind: MemoryKind;
  statement?: string;
  metadata: Record<string, unknown>;
  citations: readonly unknown[];
};

/** What is wrong with a memory as one of its kind: each wrong field with its path below the memory. */
export function kindIssues({ kind, statement, metadata, citations }: OfKind): KindIssue[] {
  const one = `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
  const parsed = kindMetadataSchemas[kind].safeParse(metadata);
  const issues: KindIssue[] = (parsed.error?.issues ?? []).map((issue) => {
    const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
    const [field = ""] = path;
    const isMissing = path.length === 1 && metadata[field] === undefined;
    return {
      path: ["metadata", ...path],
      message: isMissing ? `is missing; ${one} needs it` : wrongInWords(issue),
    };
  });
  if (CITED_KINDS.has(kind) && citations.length === 0)
    issues.push({ path: ["citations"], message: `is empty; ${one} needs at least one citation` });
  if (statement === undefined && issues.length === 0 && defaultStatement(kind, metadata) === null)
    issues.push({ path: ["statement"], message: "is missing; write what was learned in one statement" });
  return issues;
}

/**
 * The statement and the metadata as they are stored: the kind's defaults filled in, `content` become the statement.
 * The memory must have no `kindIssues`.
 */
export function asStored(ofKind: OfKind): { statement: string; metadata: Record<string, unknown> } {
  const { kind, statement } = ofKind;
  const metadata: Record<string, unknown> = kindMetadataSchemas[kind].parse(ofKind.metadata);
  const written = statement ?? defaultStatement(kind, metadata);
  if (written === null) throw new Error(`a ${kind} without a statement was not refused`);
  if (metadata.content === written) delete metadata.content;
  return { statement: written, metadata };
}

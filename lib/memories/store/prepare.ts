import { normalizeText } from "@/lib/ai";
import { type PreparedCitation, withoutText } from "@/lib/citations";
import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import type { AppliesTo, AppliesToInput, Memory, MemoryScope, Redaction } from "../contract";
import { NO_VOTES, qualityOf, qualityParts, type Votes } from "../feedback/quality";
import { IDENTIFIER_KEYS, type MemoryKind } from "../kinds";
import { SAFETY_VERSION } from "../safety/injection-rule-ids";
import { redactTexts, type TextToRedact } from "../safety/redaction";
import { isLong } from "../safety/scan-thread";
import { type KeyedSuspicion, suspicionsIn, textsIn } from "../safety/suspicions";
import { judgeTexts } from "../taint/judge";
import { NO_FACTS, type ReadFacts } from "../taint/read-facts";
import { decideAppliesTo } from "../triggers/infer";
import { clientIdsOf, duplicateHash } from "./duplicate";

/** A memory that passed its schema, `asStored`: what reaches it and says where it comes from is decided. */
export type NewMemory = {
  kind: MemoryKind;
  statement: string;
  metadata: Record<string, unknown>;
  scope: MemoryScope;
  repository_id: string | null;
  /** Name of the repository that is not registered, for which it is kept. */
  pending_repository?: string | null;
  session_id?: string | null;
  category?: string;
  tags?: readonly string[];
  agent?: string | null;
  agent_type?: string | null;
  user?: string | null;
  reasoning?: string | null;
  outcome?: string | null;
  confidence?: number | null;
  source: { kind: string; id: string | null };
  citations?: readonly PreparedCitation[];
  /** As its caller stated it. Default: inferred from its text and citations. */
  applies_to?: AppliesToInput | null;
};

/** A memory without secrets, scanned and scored, ready for `storeMemories`. */
export type PreparedMemory = Required<Omit<NewMemory, "tags" | "applies_to">> & {
  tags: string[];
  applies_to: AppliesTo;
  redactions: Redaction[];
  /** What addresses the reading model in it; it is quarantined unless a lead released each. */
  suspicions: KeyedSuspicion[];
  /** What it asks for that a person decides on before other agents are given it, unless a person stores it. */
  taints: KeyedSuspicion[];
  safety_version: number;
  quality: number;
  duplicate_sha256: string;
  search_text: string;
};

const DEFAULT_CATEGORY = "general";

/**
 * What is left to do before a memory is written: secrets and personal data are replaced, the text is scanned for
 * instructions to the model, and quality, search text and the duplicates' hash are computed from what remains. A cited
 * text that holds a secret keeps its hashes only. What it asks an agent to do is judged by its repository, which is read:
 * call it outside the transaction.
 */
export function prepareMemories(
  memories: readonly NewMemory[],
  readFacts: ReadFacts = NO_FACTS,
): Promise<PreparedMemory[]> {
  // Many short ones together take as long as a long one.
  const in_thread = isLong(memories.flatMap((memory) => textsIn(memory).map(({ text }) => text)));
  return Promise.all(memories.map((memory) => prepareMemory(memory, { in_thread, readFacts })));
}

async function prepareMemory(
  memory: NewMemory,
  { in_thread, readFacts }: { in_thread: boolean; readFacts: ReadFacts },
): Promise<PreparedMemory> {
  const filled = {
    ...memory,
    pending_repository: memory.pending_repository ?? null,
    session_id: memory.session_id ?? null,
    category: memory.category ?? DEFAULT_CATEGORY,
    tags: [...new Set(memory.tags ?? [])],
    agent: memory.agent ?? null,
    agent_type: memory.agent_type ?? null,
    user: memory.user ?? null,
    reasoning: memory.reasoning ?? null,
    outcome: memory.outcome ?? null,
    confidence: memory.confidence ?? null,
  };
  const texts = await prepareTexts(filled, { in_thread });
  const citations = memory.citations ?? [];
  const { repository_id } = memory;
  const { taints, unjudged } = await judgeTexts(judgedTexts(texts), { repository_id, readFacts });
  return {
    ...filled,
    ...texts,
    taints,
    safety_version: unjudged ? UNJUDGED : SAFETY_VERSION,
    citations: await withoutSecrets(citations),
    applies_to: decideAppliesTo({
      stated: memory.applies_to ?? null,
      statement: texts.statement,
      reasoning: texts.reasoning,
      kind: memory.kind,
      metadata: texts.metadata,
      paths: citations.map(({ path }) => path),
    }),
  };
}

/** The version of what is judged again before it is served. */
export const UNJUDGED = 0;

/** The texts that tell a reader what to do. */
export const judgedTexts = ({
  statement,
  metadata,
  reasoning,
  outcome,
  tags,
}: Pick<Memory, "statement" | "metadata" | "reasoning" | "outcome" | "tags">) => ({
  statement,
  metadata,
  reasoning,
  outcome,
  tags,
});

/** The fields of a memory that hold text, and whom it reaches. */
export type MemoryTexts = Pick<
  PreparedMemory,
  | "kind"
  | "statement"
  | "metadata"
  | "category"
  | "tags"
  | "user"
  | "reasoning"
  | "outcome"
  | "scope"
  | "repository_id"
  | "pending_repository"
  | "agent"
  | "session_id"
>;

/** The texts of a memory made fit to be stored, and everything that is computed from them. */
export async function prepareTexts(
  memory: MemoryTexts,
  { votes = NO_VOTES, in_thread = false }: { votes?: Votes; in_thread?: boolean } = {},
) {
  const { kind, scope, repository_id, pending_repository, agent, session_id } = memory;
  const { texts, redactions } = await redactMemory(memory, { in_thread });
  const developer_id = typeof texts.metadata.developer_id === "string" ? texts.metadata.developer_id : null;
  return {
    ...texts,
    redactions,
    suspicions: await suspicionsIn(texts, { in_thread }),
    safety_version: SAFETY_VERSION,
    quality: qualityOf(qualityParts({ kind, ...texts, votes })),
    duplicate_sha256: duplicateHash({
      kind,
      scope,
      repository_id,
      pending_repository,
      agent,
      session_id,
      developer_id,
      client_ids: clientIdsOf({ ...texts, session_id }),
      statement: texts.statement,
    }),
    search_text: normalizeText(documentOf(texts)),
  };
}

/** Placeholders that stand from before still say what was taken out, beside those that were put in now. */
export function withEarlier(
  earlier: readonly Redaction[],
  now: Awaited<ReturnType<typeof prepareTexts>>,
): Redaction[] {
  const stands = ({ type, field, start }: Redaction) =>
    textAt(now, field)?.startsWith(`[${type}]`, start) === true;
  return [...earlier.filter(stands), ...now.redactions];
}

/** The text at an RFC 6901 pointer. */
function textAt(value: unknown, pointer: string): string | null {
  const parts = pointer.split("/").slice(1);
  const found = parts.reduce<unknown>((inner, part) => {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (inner !== null && typeof inner === "object") return Reflect.get(inner, key);
    return undefined;
  }, value);
  if (typeof found === "string") return found;
  return null;
}

/** A value under such a name is a secret whatever it looks like. */
const SECRET_KEY =
  /(?:^|[_-])(?:password|passwd|pwd|secret|api_?key|access_?token|auth_?token|private_?key)$/i;

type Texts = Pick<
  MemoryTexts,
  "statement" | "metadata" | "category" | "tags" | "user" | "reasoning" | "outcome"
>;

/**
 * What search and embedding see of a memory, as written: the statement first (a model may look at the beginning only),
 * then its reasoning, outcome, metadata and tags.
 */
export function documentOf(
  memory: Pick<Texts, "statement" | "metadata" | "tags" | "reasoning" | "outcome">,
): string {
  const { statement, reasoning, outcome, tags } = memory;
  // Who said it, and who read it out of what was said, is not what it says.
  const { created_by: _, extracted_by: __, prompt_version: ___, ...rest } = memory.metadata;
  const { [CLIENT_IDS]: ____, ...metadata } = rest;
  const parts = [statement, ...stringsIn(metadata), reasoning, outcome, tags.join(" ")];
  return [...new Set(parts.filter((part) => part !== null && part !== ""))].join("\n");
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (value !== null && typeof value === "object") return Object.values(value).flatMap(stringsIn);
  return [];
}

/** Every text with where it stands (RFC 6901), keys of metadata among them. */
async function redactMemory(
  memory: Texts,
  options: { in_thread: boolean },
): Promise<{ texts: Texts; redactions: Redaction[] }> {
  const { statement, metadata, category, tags, user, reasoning, outcome } = memory;
  const original: Texts = { statement, metadata, category, tags, user, reasoning, outcome };
  const found: TextToRedact[] = [];
  collect(original, "", (text, key) =>
    found.push({
      text,
      identifier: key === "user" || IDENTIFIER_KEYS.has(key),
      secret: SECRET_KEY.test(key),
    }),
  );
  const redacted = (await redactTexts(found, options)).values();
  const redactions: Redaction[] = [];
  const texts = replace(original, "", (field) => {
    const { value } = redacted.next();
    if (!value) throw new Error("every text that was collected is replaced once");
    for (const { type, start } of value.redactions) redactions.push({ type, field, start });
    return value.text;
  }) as Texts;
  return { texts, redactions };
}

function collect(value: unknown, key: string, take: (text: string, key: string) => void): void {
  if (typeof value === "string") take(value, key);
  else if (Array.isArray(value)) for (const item of value) collect(item, key, take);
  else if (value !== null && typeof value === "object")
    for (const [name, item] of Object.entries(value)) {
      take(name, "");
      collect(item, name, take);
    }
}

// Walks in the order of `collect`.
function replace(value: unknown, pointer: string, next: (pointer: string) => string): unknown {
  if (typeof value === "string") return next(pointer);
  if (Array.isArray(value)) return value.map((item, index) => replace(item, `${pointer}/${index}`, next));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([_, item]) => {
      const kept = next(pointer);
      const escaped = kept.replaceAll("~", "~0").replaceAll("/", "~1");
      return [kept, replace(item, `${pointer}/${escaped}`, next)];
    }),
  );
}

/** A cited text that holds a secret keeps its hashes only. */
export async function withoutSecrets(citations: readonly PreparedCitation[]): Promise<PreparedCitation[]> {
  const texts = citations.map(({ text, anchor }) => ({
    text: [...anchor.context_before, text, ...anchor.context_after].join("\n"),
    // A cited text may name people; only secrets keep it out.
    identifier: true,
  }));
  const redacted = texts.length > 0 ? await redactTexts(texts) : [];
  return citations.map((citation, index) => {
    if ((redacted[index]?.redactions.length ?? 0) > 0) return withoutText(citation);
    return citation;
  });
}

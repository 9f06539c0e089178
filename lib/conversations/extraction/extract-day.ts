import { jobActor, recordWork, settingsOf } from "@/lib/access";
import type { LanguageModel } from "@/lib/ai";
import { type Database, transaction } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { normalizeMemories, storeNormalized } from "@/lib/memories";
import { memoryInputSchema } from "@/lib/memories/contract";
import { learningsByRules } from "@/lib/sessions";
import { generateWithinBudget } from "@/lib/skills";
import { log } from "@/lib/telemetry/log";
import { type Stated, statedIn } from "./dialogue";
import { EXTRACT_DAY } from "./job-schema";
import { acceptFacts, factsRequest } from "./model-facts";
import * as extraction from "./queries";

/** What language models are asked here, in the counts of their use. */
const CONVERSATIONS = "conversations";
const LINES_AT_ONCE = 100;
const MODEL_LIMIT_MS = 90_000;
const MAX_STATEMENT = 2_000;
const GENERIC = /^(?:user|assistant|agent|human|system|bot|caller|customer|me|you)$/i;

type Parts = { model: LanguageModel | null; now: () => Date; signal: AbortSignal };

type Work = Parts & { organization_id: string; day_id: string };

/**
 * Learns the facts of a log's lines that were not read yet. Each batch of lines is read, stored and marked in one
 * transaction, so that work that is cut off goes on where it was, and no line is learned from twice. Only the worker that
 * took the log works on it; another finds it taken and leaves.
 * @throws what made it fail, after it was noted at the log.
 */
export async function extractDay(db: Database, work: Work): Promise<void> {
  const { organization_id, day_id, now } = work;
  const claimed = await extraction.claimDay(db, { organization_id, day_id, now: now() });
  if (!claimed) return;
  const { claim } = claimed;
  try {
    const done = await readToItsEnd(db, work, claimed);
    if (done) log().info({ organization_id, day_id, ...done }, "facts learned from a day's log");
  } catch (error) {
    const problem = error instanceof Error ? error.message : "It could not be read.";
    await extraction.failDay(db, { organization_id, day_id, claim, problem: problem.slice(0, 500) });
    throw error;
  }
}

type Done = { lines: number; learned: number; extractor: string };

/** Null: another worker has taken it over. */
async function readToItsEnd(db: Database, work: Work, claimed: extraction.ClaimedDay): Promise<Done | null> {
  const { organization_id, day_id, signal } = work;
  const { claim } = claimed;
  const actor = jobActor(organization_id, EXTRACT_DAY.name);
  const { enabled } = await settingsOf(db, { organization_id });
  if (!enabled) throw new Error("Memory is switched off, so nothing was learned from this log.");
  const done: Done = { lines: 0, learned: 0, extractor: "rules" };
  for (;;) {
    signal.throwIfAborted();
    const lines = await extraction.findUnread(db, { organization_id, day_id, limit: LINES_AT_ONCE });
    if (lines.length === 0) {
      const ended = await finish(db, { work, claim, done });
      if (ended === "finished") return done;
      if (ended === "lost") return null;
      continue;
    }
    const { facts, extractor } = await factsOf(db, { work, lines });
    done.extractor = extractor;
    const learned = await storeFacts(db, { actor, work, claimed, lines, facts });
    if (learned === null) return null;
    done.lines += lines.length;
    done.learned += learned;
  }
}

function finish(db: Database, { work, claim, done }: { work: Work; claim: string; done: Done }) {
  const { organization_id, day_id } = work;
  const now = work.now();
  return transaction(db, async (tx) => {
    const { extractor } = done;
    const ended = await extraction.finishDay(tx, { organization_id, day_id, claim, extractor, now });
    if (ended === "finished")
      await recordWork(tx, { organization_id, job: EXTRACT_DAY.name, subject_id: day_id, detail: done, now });
    return ended;
  });
}

type Facts = { facts: Map<number, Stated[]>; extractor: string };

/** What lines state: by the language model within its budget, else by the rules. */
async function factsOf(
  db: Database,
  { work, lines }: { work: Work; lines: readonly extraction.UnreadLine[] },
): Promise<Facts> {
  const { organization_id, model, now, signal } = work;
  const rules = () => ({
    facts: new Map(lines.map((line) => [line.number, byRules(line)])),
    extractor: "rules",
  });
  if (model === null) return rules();
  const settings = await settingsOf(db, { organization_id });
  if (settings.extraction_daily_tokens === 0 || settings.language_model_daily_tokens === 0) return rules();
  const asked = await generateWithinBudget(db, {
    organization_id,
    model,
    signal,
    purpose: CONVERSATIONS,
    limit_ms: MODEL_LIMIT_MS,
    now: now(),
    request: factsRequest(lines),
    daily_tokens: settings.language_model_daily_tokens,
    purpose_tokens: settings.extraction_daily_tokens,
  });
  if ("value" in asked) return { facts: acceptFacts(asked.value.facts, lines), extractor: model.id };
  if (asked.code === "budget") return rules();
  throw new Error(asked.problem);
}

/** The forms that answers of agents have, and what dialogue states. */
export function byRules({ text, speaker }: Pick<extraction.UnreadLine, "text" | "speaker">): Stated[] {
  const stated = statedIn(text, speaker);
  const said = new Set(stated.map(({ quote }) => quote.toLowerCase()));
  const learned = learningsByRules({ text, agent_type: "main", category: "general" })
    .filter(({ statement }) => ![...said].some((one) => one.includes(statement.toLowerCase())))
    .map(({ statement, confidence }) => ({ statement, quote: statement, confidence }));
  return [...stated, ...learned];
}

/** Null: another worker has taken the log over. */
async function storeFacts(
  db: Database,
  {
    actor,
    work,
    claimed,
    lines,
    facts,
  }: {
    actor: Actor;
    work: Work;
    claimed: extraction.ClaimedDay;
    lines: readonly extraction.UnreadLine[];
    facts: ReadonlyMap<number, Stated[]>;
  },
): Promise<number | null> {
  const { organization_id, day_id, now } = work;
  const { claim, agent, day } = claimed;
  const stated = lines.flatMap((line) => (facts.get(line.number) ?? []).map((fact) => ({ line, fact })));
  const inputs = stated.flatMap(({ line, fact }) => {
    const parsed = memoryInputSchema.safeParse({
      kind: "fact",
      statement: fact.statement.slice(0, MAX_STATEMENT),
      scope: "agent",
      agent,
      confidence: fact.confidence,
      source: { kind: "conversation", id: day_id },
      tags: ["conversation"],
      metadata: { agent, date: day, source: line.source, line: line.number },
      ...(line.speaker !== null && !GENERIC.test(line.speaker) && { user: line.speaker }),
    });
    return parsed.success ? [{ line, memory: parsed.data }] : [];
  });
  const normalized = await normalizeMemories(db, {
    actor,
    memories: inputs.map(({ memory }) => memory),
    pointer_of: (index) => `/facts/${index}`,
  });
  return transaction(db, async (tx) => {
    if (!(await extraction.extendClaim(tx, { organization_id, day_id, claim, now: now() }))) return null;
    const read = await extraction.markRead(tx, { organization_id, lines, now: now() });
    const places = inputs.flatMap(({ line }, index) => {
      const memory = normalized[index];
      return memory && read.has(line.id) ? [{ line, memory }] : [];
    });
    const stored = await storeNormalized(tx, {
      actor,
      taken: places.map(({ memory }) => memory),
      now: now(),
    });
    const links = stored.flatMap(({ memory }, index) => {
      const place = places[index];
      return place ? [{ line_id: place.line.id, memory_id: memory.id }] : [];
    });
    await extraction.insertFacts(tx, { organization_id, facts: links, now: now() });
    return stored.filter(({ duplicate_of }) => duplicate_of === null).length;
  });
}

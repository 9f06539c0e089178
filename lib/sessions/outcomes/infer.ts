import type { Database, Db } from "@/lib/db/client";
import { findServings, type NewInference, upsertInferences } from "@/lib/db/sql/inferences";
import { memoriesByIds, redactTexts } from "@/lib/memories";
import { log } from "@/lib/telemetry/log";
import { inferOutcome, readAnswer } from "./classify";

const MAX_SERVINGS = 200;

type Answered = {
  organization_id: string;
  session_id: string;
  agent_type: string;
  output: string;
  diff: string | undefined;
};

/**
 * What an answer suggests became of each memory that its session and agent type had been given. Nothing for an answer
 * that says too little. Never an error: an answer is learned from all the same.
 */
export async function inferOutcomes(db: Database, answered: Answered): Promise<NewInference[]> {
  try {
    return await infer(db, answered);
  } catch (error) {
    log().warn({ err: error }, "outcomes could not be inferred from an answer");
    return [];
  }
}

async function infer(
  db: Database,
  { organization_id, session_id, agent_type, output, diff }: Answered,
): Promise<NewInference[]> {
  const servings = await findServings(db, { organization_id, session_id, agent_type, limit: MAX_SERVINGS });
  if (servings.length === 0) return [];
  const ids = [...new Set(servings.map(({ memory_id }) => memory_id))];
  const memories = await memoriesByIds(db, { organization_id, ids });
  // A memory that is repeated word for word says nothing of what was done with it.
  const text = memories.reduce((rest, { statement }) => rest.replaceAll(statement, " "), output);
  const answer = readAnswer({ text, diff });
  const inferred = new Map(
    memories.map(({ id, statement, citations }) => {
      const paths = citations.map(({ path }) => path);
      return [id, inferOutcome({ memory: { statement, paths }, answer })];
    }),
  );
  const found = servings.flatMap(({ recall_id, memory_id }): NewInference[] => {
    const inference = inferred.get(memory_id);
    const isUnclear = inference?.outcome === "unknown" && !answer.suffices;
    if (inference && !isUnclear) return [{ recall_id, memory_id, ...inference }];
    return [];
  });
  return withoutSecrets(found);
}

/** Evidence quotes answers, which may hold a secret. */
async function withoutSecrets(inferences: readonly NewInference[]): Promise<NewInference[]> {
  const quotes = [...new Set(inferences.flatMap(({ evidence }) => evidence))];
  const redacted = await redactTexts(quotes.map((text) => ({ text })));
  const clean = new Map(quotes.map((quote, index) => [quote, redacted[index]?.text ?? ""]));
  return inferences.map((inference) => ({
    ...inference,
    evidence: inference.evidence.map((quote) => clean.get(quote) ?? ""),
  }));
}

/** Keeps what was inferred, apart from what is reported: it moves neither quality nor reuse. */
export async function recordInferences(
  tx: Db,
  {
    organization_id,
    inferences,
    now,
  }: { organization_id: string; inferences: readonly NewInference[]; now: Date },
): Promise<void> {
  await upsertInferences(tx, { organization_id, inferences, now });
}

import {
  AiError,
  type AiErrorCode,
  costOf,
  type GenerateRequest,
  type LanguageModel,
  mostTokens,
  type Usage,
} from "@/lib/ai";
import { type Database, transaction } from "@/lib/db/client";
import { lockOrganization } from "@/lib/db/sql/skills";
import { DAY_MS } from "@/lib/kernel/time";
import * as modelUseQueries from "./drafting/model-use-queries";
import { sha256 } from "./skills/files";

/**
 * What a call did: its value, or in one sentence why there is none, with a code to tell apart what may be tried again.
 * Either way what it took.
 */
export type Asked<T> = ({ value: T } | { problem: string; code: AskProblem }) & {
  usage: Usage;
  cost_usd: number | null;
};
export type AskProblem = "budget" | AiErrorCode;

const NOTHING: Usage = { input_tokens: 0, output_tokens: 0 };

/** Midnight in UTC, at which the day of a budget begins. */
export const dayOf = (now: Date) => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

type Question = {
  organization_id: string;
  model: LanguageModel;
  purpose: string;
  input_sha256: string;
  most: Usage;
  /** Of the organization. */
  daily_tokens: number;
  /** Of them, what this purpose may use; absent: all. */
  purpose_tokens?: number;
  limit_ms: number;
  signal?: AbortSignal;
  now: Date;
};

/** Takes the place of what a cut-off call threw, which says nothing of its own. */
const NO_ANSWER = { message: "", code: "unavailable" } as const;

/** Asks one request within the organization's daily budget, see `askWithinBudget`. */
export function generateWithinBudget<T>(
  db: Database,
  { request, ...question }: Omit<Question, "input_sha256" | "most"> & { request: GenerateRequest<T> },
): Promise<Asked<T>> {
  return askWithinBudget(
    db,
    { ...question, most: mostTokens(request), input_sha256: sha256(request.prompt) },
    async (options) => (await question.model.generate(request, options)).value,
  );
}

/** Sets tokens aside, or answers how many are used of those that there are. */
function reserve(
  db: Database,
  question: Question,
  wanted: number,
): Promise<{ id: string } | { used: number; of: number }> {
  const { organization_id, model, purpose, input_sha256, most, daily_tokens, now } = question;
  const { purpose_tokens = daily_tokens } = question;
  return transaction(db, async (tx) => {
    await lockOrganization(tx, { organization_id });
    const since = dayOf(now);
    const used = await modelUseQueries.countTokens(tx, { organization_id, since });
    if (used + wanted > daily_tokens) return { used, of: daily_tokens };
    if (purpose_tokens < daily_tokens) {
      const own = await modelUseQueries.countTokens(tx, { organization_id, since, purpose });
      if (own + wanted > purpose_tokens) return { used: own, of: purpose_tokens };
    }
    const row = { organization_id, purpose, input_sha256, model: model.id, ...most, now };
    return { id: await modelUseQueries.insertModelUse(tx, row) };
  });
}

/**
 * Asks a language model within the organization's daily budget. The most that the call can use is set aside before it is
 * made, so that the budget holds whatever runs at the same time; afterwards what it did use takes its place. What a call
 * used that was cut off is not known, so all of it stays set aside.
 */
export async function askWithinBudget<T>(
  db: Database,
  question: Question,
  ask: (options: { signal: AbortSignal; on_usage: (usage: Usage) => void }) => Promise<T>,
): Promise<Asked<T>> {
  const { organization_id, model, most, limit_ms } = question;
  const wanted = most.input_tokens + most.output_tokens;
  const reserved = await reserve(db, question, wanted);
  if ("used" in reserved)
    return {
      problem:
        `The day's budget for the language model does not allow it: ${reserved.used} of ${reserved.of} tokens are ` +
        `used, and this may take ${wanted}.`,
      code: "budget",
      usage: NOTHING,
      cost_usd: null,
    };
  const usage = { ...NOTHING };
  const timeout = AbortSignal.timeout(limit_ms);
  const signal = question.signal ? AbortSignal.any([timeout, question.signal]) : timeout;
  const settle = (state: "answered" | "failed", used: Usage) =>
    modelUseQueries.settleModelUse(db, {
      organization_id,
      id: reserved.id,
      state,
      ...used,
      cost_usd: costOf(model.price, used),
    });
  try {
    const value = await ask({
      signal,
      on_usage: (own) => {
        usage.input_tokens += own.input_tokens;
        usage.output_tokens += own.output_tokens;
      },
    });
    await settle("answered", usage);
    return { value, usage, cost_usd: costOf(model.price, usage) };
  } catch (error) {
    const used = signal.aborted ? most : usage;
    await settle("failed", used);
    question.signal?.throwIfAborted();
    if (!signal.aborted && !(error instanceof AiError)) throw error;
    const { message, code } = error instanceof AiError ? error : NO_ANSWER;
    const problem = signal.aborted
      ? `The language model did not answer within ${limit_ms / 1000} s.`
      : message;
    return { problem, code, usage: used, cost_usd: costOf(model.price, used) };
  }
}

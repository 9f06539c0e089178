import { settingsOf } from "@/lib/access";
import { type LanguageModel, mostTokens } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import { askWithinBudget } from "../budget";
import type { Candidate, DraftOccasion, Evidence } from "./draft-plan";
import { DRAFTER, draftSection } from "./drafter";
import type { Draft } from "./evidence";
import { draftRequest, draftSectionWithModel, PROMPT_VERSION } from "./model-drafter";
import * as modelUseQueries from "./model-use-queries";

export type Written = {
  draft: Draft;
  drafter: string;
  prompt_version: string | null;
  fallback: string | null;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
};

/** Milliseconds for one section, the repair included. */
const MODEL_LIMIT_MS = 90_000;

/** Has a section written: by the language model where there is one, else, or when it cannot, without. */
export async function write(
  db: Database,
  {
    organization_id,
    model,
    occasion,
    candidate,
    title,
    evidence: rules,
    input_sha256,
    signal,
    now,
  }: {
    organization_id: string;
    model: LanguageModel | null;
    occasion: DraftOccasion;
    signal?: AbortSignal;
    candidate: Candidate;
    title: string;
    evidence: readonly Evidence[];
    input_sha256: string;
    now: Date;
  },
): Promise<Written> {
  const section = { path: candidate.skill.path, content: candidate.content, title, rules };
  const plain = (fallback: string | null, spent: Cost = NO_COST): Written => ({
    draft: draftSection(section.content, title, rules),
    drafter: DRAFTER,
    prompt_version: null,
    fallback,
    ...spent,
  });
  if (!model) return plain(null);
  if (occasion === "evidence" && (await modelUseQueries.wasAnswered(db, { organization_id, input_sha256 }))) {
    const reason = "The language model was asked about this evidence before and proposed no edit.";
    const skipped = rules.map(({ rule_category }) => ({ rule_category, reason }));
    return { ...plain(null), draft: { hunks: [], skipped } };
  }
  const { language_model_daily_tokens: daily_tokens } = await settingsOf(db, { organization_id });
  if (daily_tokens === 0) return plain("The organization's settings do not allow using the language model.");
  const asked = await askWithinBudget(
    db,
    {
      organization_id,
      model,
      purpose: "proposal_draft",
      input_sha256,
      most: mostTokens(draftRequest(section)),
      daily_tokens,
      limit_ms: MODEL_LIMIT_MS,
      signal,
      now,
    },
    (options) => draftSectionWithModel(model, section, options),
  );
  const spent = { ...asked.usage, cost_usd: asked.cost_usd };
  if ("problem" in asked) return plain(asked.problem, spent);
  return {
    draft: asked.value,
    drafter: model.id,
    prompt_version: PROMPT_VERSION,
    fallback: null,
    ...spent,
  };
}

type Cost = Pick<Written, "input_tokens" | "output_tokens" | "cost_usd">;
const NO_COST: Cost = { input_tokens: 0, output_tokens: 0, cost_usd: null };

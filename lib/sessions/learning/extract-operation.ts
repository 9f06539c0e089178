import { settingsOf } from "@/lib/access";
import type { LanguageModel } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { defineCommand } from "@/lib/runtime/operation";
import { generateWithinBudget } from "@/lib/skills";
import * as contract from "../contract";
import { excerptOf } from "./excerpt";
import { extractLearnings, learningsByRules, type Output } from "./extraction";
import type { Learning } from "./learned-statement";
import { guessedCategory } from "./learning";
import { acceptLearnings, extractionRequest } from "./model-extraction";
import { EXTRACTION } from "./read-answer";
import { mayAskModel } from "./reading";

/** A caller waits for the answer, so the model gets less time than a job gives it. */
const LIMIT_MS = 30_000;

type Heard = { model: string | null; problem: string | null; learnings: Learning[] };

const UNHEARD: Heard = { model: null, problem: null, learnings: [] };

export const learningExtract = defineCommand(contract.learningExtract, {
  prepare: async ({ db, actor, input, ai, now }) => {
    const output: Output = input;
    const heard = await askModel(db, { actor, output, model: ai.language_model, now: now() });
    const learned = heard.model === null ? extractLearnings(output) : learningsByRules(output);
    const learnings = [...learned, ...heard.learnings].map((learning) => ({
      kind: learning.kind,
      statement: learning.statement,
      reasoning: learning.reasoning,
      category: categoryOf(learning),
      confidence: learning.confidence,
      metadata: textsOf(learning.metadata),
    }));
    return {
      extractor: heard.model === null ? ("rules" as const) : ("model" as const),
      model: heard.model,
      problem: heard.problem,
      learnings,
    };
  },
  write: async ({ prepared, audit }) => {
    audit({ detail: { extractor: prepared.extractor, learnings: prepared.learnings.length } });
    return prepared;
  },
});

function categoryOf(learning: Learning): string {
  if (learning.category === "general") return guessedCategory(learning, {});
  return learning.category;
}

const textsOf = (metadata: Learning["metadata"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]) => {
      if (value === undefined) return [];
      return [[key, value] as const];
    }),
  );

/** What the language model finds beyond the rules, within the budget of the organization. */
async function askModel(
  db: Database,
  params: { actor: Actor; output: Output; model: LanguageModel | null; now: Date },
): Promise<Heard> {
  const { actor, output, model, now } = params;
  if (model === null) return UNHEARD;
  const settings = await settingsOf(db, { organization_id: actor.organization_id });
  if (!mayAskModel(settings))
    return { ...UNHEARD, problem: "The settings keep texts from the language model." };
  const { text } = await excerptOf(output.text);
  const asking = { ...output, text };
  const asked = await generateWithinBudget(db, {
    organization_id: actor.organization_id,
    model,
    signal: AbortSignal.timeout(LIMIT_MS),
    purpose: EXTRACTION,
    limit_ms: LIMIT_MS,
    now,
    request: extractionRequest(asking),
    daily_tokens: settings.language_model_daily_tokens,
    purpose_tokens: settings.extraction_daily_tokens,
  });
  if ("problem" in asked) return { ...UNHEARD, problem: asked.problem };
  const { accepted } = acceptLearnings(asked.value.learnings, asking);
  return { model: model.id, problem: null, learnings: accepted.map(({ learning }) => learning) };
}

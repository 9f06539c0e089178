import type { Settings } from "@/lib/access/contract";
import { loadTokenizer, tokenizer, tokensAtMost } from "@/lib/ai";
import type { ContextQuestion } from "../contract";
import { MAX_CHARACTERS } from "./pack";
import type { Stages } from "./stages";

/** Characters of a pack by the role of the agent, found by `npm run bench -- --only packs`; other roles get the default. */
const CHARACTERS_BY_ROLE: Readonly<Record<string, number>> = {
  architect: 2_000,
  builder: 2_000,
  reviewer: 2_400,
};
const DEFAULT_CHARACTERS = 1_600;

/** What a pack may take up: tokens never more than, characters about. */
export type PackBudget = { tokens: number; characters: number };

/**
 * The budget of one pack: what the question asks for, else what the settings say, else what was measured for the role.
 * A question may ask for more than the settings as well as for less.
 */
export function budgetOf({
  agent_type,
  question,
  settings,
}: {
  agent_type: string;
  question: Pick<ContextQuestion, "token_budget" | "characters">;
  settings: Pick<Settings, "token_budget" | "context_characters">;
}): PackBudget {
  const ofRole = CHARACTERS_BY_ROLE[agent_type] ?? DEFAULT_CHARACTERS;
  const characters = question.characters ?? settings.context_characters ?? ofRole;
  return {
    tokens: question.token_budget ?? settings.token_budget,
    characters: Math.min(characters, MAX_CHARACTERS),
  };
}

const LOAD_AFTER_MS = 50;

/** Counts tokens (o200k_base), or bounds them from above while the tokenizer is not loaded yet, which the stages name. */
export function counterFor(stages: Stages): (text: string) => number {
  const count = tokenizer();
  if (count) return count;
  // Loading holds the process for half a second: it begins after this answer.
  setTimeout(() => void loadTokenizer(), LOAD_AFTER_MS).unref();
  stages.degrade("tokenizer: loading");
  return tokensAtMost;
}

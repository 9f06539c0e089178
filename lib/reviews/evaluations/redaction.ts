import { redactTexts } from "@/lib/memories";
import { type Evaluation, type EvaluationItem, itemLists } from "../contract";

const HEAD_TEXTS = ["summary", "code_summary", "issue_summary"] as const;
const ITEM_TEXTS = ["title", "reason", "original_issue", "suggested_fix", "evidence"] as const;

/**
 * The evaluation without secrets and personal data, by the rules of memories: placeholders name what stood there.
 * Identifiers (workflow_id, developer, agent, skill, repository, file_path) lose secrets only. No network.
 */
export async function withoutSecrets(evaluation: Evaluation): Promise<Evaluation> {
  const texts: { text: string; identifier?: boolean }[] = [];
  const take = <T extends string | undefined>(text: T, identifier = false): T => {
    if (text !== undefined) texts.push({ text, identifier });
    return text;
  };
  walk(evaluation, take);
  const redacted = (await redactTexts(texts)).values();
  return walk(evaluation, (text) => {
    if (text === undefined) return text;
    const { value } = redacted.next();
    if (!value) throw new Error("every text that was taken is replaced once");
    return value.text;
  });
}

type Each = (text: string | undefined, identifier?: boolean) => string | undefined;

/** The evaluation with `each` applied to every text, always in the same order. */
function walk(evaluation: Evaluation, each: Each): Evaluation {
  const copy: Evaluation = { ...evaluation };
  for (const key of HEAD_TEXTS) replace(copy, key, each(copy[key]));
  for (const key of ["developer", "agent", "skill"] as const) replace(copy, key, each(copy[key], true));
  for (const list of itemLists) copy[list] = evaluation[list].map((item) => walkItem(item, each));
  return copy;
}

function walkItem(item: EvaluationItem, each: Each): EvaluationItem {
  const copy = { ...item };
  for (const key of ITEM_TEXTS) replace(copy, key, each(copy[key]));
  replace(copy, "file_path", each(copy.file_path, true));
  return copy;
}

function replace<K extends string>(
  target: { [key in K]?: string | undefined },
  key: K,
  text: string | undefined,
) {
  if (text !== undefined) target[key] = text;
}

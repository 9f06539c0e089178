import { MAX_PATH } from "@/lib/citations/contract";
import { redactTexts } from "@/lib/memories";
import { truncateWithMark } from "@/lib/text/cut";
import {
  type Evaluation,
  type EvaluationItem,
  itemLists,
  MAX_AGENT,
  MAX_NAME,
  MAX_PROSE,
  MAX_SUMMARY,
  MAX_TITLE,
} from "../contract";

/** `limit`: characters that the field may have. An identifier loses secrets only. */
type Place = { limit: number; identifier?: boolean };

const HEAD_TEXTS = ["summary", "code_summary", "issue_summary"] as const;
const NAMES = { developer: MAX_NAME, agent: MAX_AGENT, skill: MAX_NAME } as const;
const ITEM_TEXTS = ["reason", "original_issue", "suggested_fix", "evidence"] as const;

type Item = Omit<EvaluationItem, "number" | "disposition">;

/**
 * The evaluation without secrets and personal data, by the rules of memories: placeholders name what stood there.
 * Identifiers (workflow_id, developer, agent, skill, repository, file_path) lose secrets only. No network.
 */
export const withoutSecrets = (evaluation: Evaluation): Promise<Evaluation> => redacted(evaluation, walk);

/** The same of an item alone. */
export const withoutItemSecrets = (item: Item): Promise<Item> => redacted(item, walkItem);

type Each = (text: string | undefined, place: Place) => string | undefined;

/** A placeholder can be longer than what it replaces: what no longer fits into its field is cut. */
async function redacted<T>(value: T, walkTexts: (value: T, each: Each) => T): Promise<T> {
  const texts: { text: string; identifier: boolean }[] = [];
  walkTexts(value, (text, { identifier = false }) => {
    if (text !== undefined) texts.push({ text, identifier });
    return text;
  });
  const replaced = (await redactTexts(texts)).values();
  return walkTexts(value, (text, { limit }) => {
    if (text === undefined) return text;
    const { value: found } = replaced.next();
    if (!found) throw new Error("every text that was taken is replaced once");
    return truncateWithMark(found.text, limit);
  });
}

/** The evaluation with `each` applied to every text, always in the same order. */
function walk(evaluation: Evaluation, each: Each): Evaluation {
  const copy: Evaluation = { ...evaluation };
  for (const key of HEAD_TEXTS) replace(copy, key, each(copy[key], { limit: MAX_SUMMARY }));
  for (const key of ["developer", "agent", "skill"] as const)
    replace(copy, key, each(copy[key], { limit: NAMES[key], identifier: true }));
  for (const list of itemLists) copy[list] = evaluation[list].map((item) => walkItem(item, each));
  return copy;
}

function walkItem<T extends Item>(item: T, each: Each): T {
  const copy = { ...item };
  replace(copy, "title", each(copy.title, { limit: MAX_TITLE }));
  for (const key of ITEM_TEXTS) replace(copy, key, each(copy[key], { limit: MAX_PROSE }));
  replace(copy, "file_path", each(copy.file_path, { limit: MAX_PATH, identifier: true }));
  return copy;
}

function replace<K extends string>(
  target: { [key in K]?: string | undefined },
  key: K,
  text: string | undefined,
) {
  if (text !== undefined) target[key] = text;
}

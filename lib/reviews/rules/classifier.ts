import type { Embedder } from "@/lib/ai";
import type { Db } from "@/lib/db/client";
import { findFiledTitles } from "../findings/filed-titles";
import {
  type Classified,
  certainRule,
  type FiledTitle,
  ruleByMeaning,
  ruleByWords,
  UNCLASSIFIED,
} from "./classify";
import { type Meaning, meaningsOf, nearEnough } from "./nearest";

export type Titled = { title: string; original_issue?: string | null };

/** Says of titles which rules they are about, in their order. */
export type Classifier = (texts: readonly Titled[]) => Promise<Classified[]>;

/** The classifier of an organization: it knows what its people filed. */
export async function classifierOf(
  db: Db,
  { organization_id, embedder }: { organization_id: string; embedder: Embedder | null },
): Promise<Classifier> {
  const filed = await findFiledTitles(db, { organization_id });
  return (texts) => classifyAll(texts, { embedder, filed });
}

/**
 * Which rules titles are about, in their order: by ids, by what was filed, by words, by meaning. A model that does not answer
 * leaves it to their words.
 */
export async function classifyAll(
  texts: readonly Titled[],
  { embedder, filed }: { embedder: Embedder | null; filed: readonly FiledTitle[] },
): Promise<Classified[]> {
  const certain = texts.map(({ title }) => certainRule(title, { filed }));
  const open = texts.flatMap(({ title }, at) => (certain[at] === null ? [title] : []));
  const meanings = await meaningsOf(embedder, { titles: open, filed });
  const meant = new Map(
    open.map((title, at) => [title, ruleMeant(title, { embedder, meaning: meanings[at] })]),
  );
  return texts.map(
    ({ title, original_issue = null }, at) =>
      certain[at] ?? meant.get(title) ?? ruleByWords(title, original_issue),
  );
}

/** The rule of a title by its meaning; null where that says nothing. */
function ruleMeant(
  title: string,
  { embedder, meaning }: { embedder: Embedder | null; meaning: Meaning | undefined },
): Classified | null {
  if (!embedder || !meaning) return null;
  const filed_under = nearEnough(embedder, meaning.near);
  if (filed_under !== null) return { rule_category: filed_under, by: "organization" };
  return meaning.vector && ruleByMeaning(title, meaning.vector);
}

/** Categories under which findings wait for somebody to say what they are about; `general` is what older versions wrote. */
export const WAITING_RULES = [UNCLASSIFIED, "general"];

import type { Embedder } from "@/lib/ai";
import type { Db } from "@/lib/db/client";
import { log } from "@/lib/telemetry/log";
import { findFiledTitles } from "../findings/filed-titles";
import {
  type Classified,
  certainRule,
  classifyTitle,
  type FiledTitle,
  ruleByMeaning,
  UNCLASSIFIED,
} from "./classify";
import { nearEnough, nearestFiled } from "./nearest";
import { knowsVectorsOf } from "./title-model";

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
  const meant = await meaningsOf(embedder, { titles: open, filed });
  return texts.map(
    ({ title, original_issue = null }, at) =>
      certain[at] ?? meant.get(title) ?? classifyTitle(title, { filed, issue: original_issue }),
  );
}

/** What titles are about by their meaning; those of which it says nothing are left out. */
async function meaningsOf(
  embedder: Embedder | null,
  { titles, filed }: { titles: readonly string[]; filed: readonly FiledTitle[] },
): Promise<Map<string, Classified>> {
  const found = new Map<string, Classified>();
  if (!embedder || titles.length === 0) return found;
  try {
    const vectors = await embedder.embed([...titles]);
    const near = await nearestFiled(embedder, { vectors, filed });
    for (const [at, title] of titles.entries()) {
      const filed_under = nearEnough(embedder, near[at] ?? []);
      const vector = vectors[at];
      if (filed_under !== null) found.set(title, { rule_category: filed_under, by: "organization" });
      else if (vector && knowsVectorsOf(embedder.id)) {
        const meant = ruleByMeaning(title, vector);
        if (meant) found.set(title, meant);
      }
    }
  } catch (error) {
    log().warn({ err: error, titles: titles.length }, "titles were not compared by meaning");
  }
  return found;
}

/** Categories under which findings wait for somebody to say what they are about; `general` is what older versions wrote. */
export const WAITING_RULES = [UNCLASSIFIED, "general"];

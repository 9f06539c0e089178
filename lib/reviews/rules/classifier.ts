import type { Embedder } from "@/lib/ai";
import type { Db } from "@/lib/db/client";
import { log } from "@/lib/telemetry/log";
import { findFiledTitles } from "../findings/filed-titles";
import { type Classified, classifyTitle, UNCLASSIFIED } from "./classify";
import { nearEnough, nearestRules } from "./nearest";

export type Titled = { title: string; original_issue?: string | null };

/** Says of titles which rules they are about, in their order. */
export type Classifier = (texts: readonly Titled[]) => Promise<Classified[]>;

/**
 * The classifier of an organization: by rule ids, by what its people filed, by the lexicon, by meaning. A model that does
 * not answer leaves titles unclassified.
 */
export async function classifierOf(
  db: Db,
  { organization_id, embedder }: { organization_id: string; embedder: Embedder | null },
): Promise<Classifier> {
  const filed = await findFiledTitles(db, { organization_id });
  return async (texts) => {
    const plain = texts.map(({ title, original_issue = null }) =>
      classifyTitle(title, { filed, issue: original_issue }),
    );
    const open = plain.flatMap(({ by }, at) => {
      if (by === "none") return [at];
      return [];
    });
    if (!embedder || open.length === 0) return plain;
    try {
      const titles = open.map((at) => texts[at]?.title ?? "");
      const near = await nearestRules(embedder, titles, { filed, most: 1 });
      for (const [index, at] of open.entries()) {
        const rule_category = nearEnough(embedder, near[index] ?? []);
        if (rule_category !== null) plain[at] = { rule_category, by: "meaning" };
      }
    } catch (error) {
      log().warn({ err: error, titles: open.length }, "titles were not compared by meaning");
    }
    return plain;
  };
}

/** Categories under which findings wait for somebody to say what they are about; `general` is what older versions wrote. */
export const WAITING_RULES = [UNCLASSIFIED, "general"];
